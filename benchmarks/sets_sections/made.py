"""Made systems of the shape that knowledge base population had.

Entities occur in documents by a power law; each has relations of a few types out of many, a relation is stated in
several places. Teams find what is easy, each by its own taste; the runs of a team are cuts of one list. What is
wrong is shared by some, too.
"""

from dataclasses import dataclass

import numpy as np
from sets_sections.collections import Collection

from quorate.data.statements import Statements

TYPES = 40


@dataclass(frozen=True, kw_only=True)
class World:
    """What is stated somewhere, right or wrong, one entry for each place (instance)."""

    document: np.ndarray
    entity: np.ndarray
    kind: np.ndarray
    relation: np.ndarray
    right: np.ndarray
    easy: np.ndarray
    seen: np.ndarray  # documents of each entity


def make_world(seed: int, entities: int = 4000, documents: int = 2500, wrong: float = 8.0) -> World:
    """Entities, their relations, and the places these are stated in."""
    rng = np.random.default_rng(seed)
    seen = np.minimum(np.floor((1 - rng.random(entities)) ** (-1 / 0.75)), documents).astype(int)
    common = 1.0 / np.arange(1, TYPES + 1) ** 1.2
    common /= common.sum()
    rows = []
    relation = 0
    for one in range(entities):
        places = np.minimum(seen[one], 60)
        for _ in range(1 + rng.poisson(0.5 * np.log1p(seen[one]))):
            kind, plain = rng.choice(TYPES, p=common), rng.normal()
            many = 1 + rng.binomial(places - 1, 0.25)
            where = rng.integers(documents, size=many)
            rows += [(d, one, kind, relation, 1, plain + 0.6 * rng.normal()) for d in where.tolist()]
            relation += 1
            false = rng.poisson(wrong * many / 2)
            places_of_false = rng.integers(documents, size=false).tolist()
            kinds = rng.choice(TYPES, p=common, size=false).tolist()
            rows += [
                (d, one, other, relation + k, 0, rng.normal() - 0.5)
                for k, (d, other) in enumerate(zip(places_of_false, kinds, strict=True))
            ]
            relation += false
    found = np.array(rows)
    columns = [found[:, place].astype(int) for place in range(5)]
    return World(
        document=columns[0],
        entity=columns[1],
        kind=columns[2],
        relation=columns[3],
        right=columns[4],
        easy=found[:, 5],
        seen=seen,
    )


def make_systems(world: World, seed: int, teams: int = 18, systems: int = 69) -> Collection:
    """Runs of teams over a world."""
    rng = np.random.default_rng([seed, 1])
    size = np.full(teams, systems // teams)
    size[: systems - size.sum()] += 1
    sets, team, sure = [], [], []
    for one in range(teams):
        skill, taste, scale = rng.normal(0.6, 0.4), rng.normal(size=TYPES), rng.uniform(1.5, 2.5)
        score = world.easy + skill * world.right + 0.5 * taste[world.kind] + scale * rng.normal(size=len(world.easy))
        cut = rng.uniform(0.01, 0.06)
        for _ in range(size[one]):
            own = score + 0.4 * rng.normal(size=len(score))
            order = np.argsort(-own)[: int(len(score) * cut * rng.uniform(0.6, 1.4))]
            sets.append(np.sort(order))
            sure.append(own[np.sort(order)])
            team.append(one)
    many = np.array([len(one) for one in sets])
    words = tuple(f"type {k}" for k in range(TYPES))
    names = tuple(f"e{k}" for k in range(len(world.seen)))
    statements = Statements(
        systems=tuple(f"team {t + 1}, run {k + 1}" for k, t in enumerate(team)),
        starts=np.concatenate([[0], np.cumsum(many)]).astype(np.int64),
        statement=np.concatenate(sets),
        chance=1.0 / np.repeat(many, many),
        item=world.document,
        items=tuple(f"d{k}" for k in range(int(world.document.max()) + 1)),
        confidence=np.concatenate(sure),
        columns={"type": (words, world.kind), "entity": (names, world.entity)},
    )
    right = np.flatnonzero(world.right > 0)
    return Collection(
        name="made",
        statements=statements,
        truth=world.right.astype(float),
        team=np.array(team),
        right_item=world.document[right],
        right=right,
    )
