"""A panel: annotators who are named beforehand judge each of the items, each counted alike.

Idea: what is claimed is about these people on these items, so that nothing is left to chance once everybody has judged
everything: three colleagues always get an answer. Until then the evidence of `kernels.census` says when it is enough.
Questions go where somebody is nearest to being certified: preferences are drawn from what is known, the system that
would need fewest more answers is taken, and whoever asks is put the rival that needs most, rounds that others have
begun first. Where what is begun will probably do, nobody runs ahead of the others.

Guarantee: "X loses to nobody by more than m" or "X beats every other" in the census: false with probability ≤ δ at
every look, at k/δ against each rival (1/δ for two systems and a margin). Open questions count against it. "No winner"
is said when it is certain. What was given up is left out where that is said.
When not to use: where others may join, or the items stand for more than themselves.
"""

import math
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from quorate.arrays import Floats
from quorate.kernels.census import LOSS, LOST, TIE, WIN, can_reach, log_census
from quorate.kernels.streams import WORD, Stream
from quorate.policies.composition import WAITING, PairPolicy, Pairs
from quorate.policies.duels.certified.closeness import differing_shares
from quorate.records.claims import Claim, Progress
from quorate.records.design import Design
from quorate.records.history import History
from quorate.records.material import MaterialIndex
from quorate.wording.certificates import Certificate

OUTCOMES = np.array([LOSS, TIE, WIN])  # by twice the value
LEAST = 0.02  # lead over the bound that is thought possible at the least
OPEN = 4


@dataclass(frozen=True, kw_only=True)
class _Census:
    """What a panel has said so far.

    Attributes:
        rounds: Pair → round × (wins, ties, losses, slots left out) of its first system.
        asked: Pair → how many questions each person has had, by number.
        evidence: System × system: ln M for the row against the column, what was given up left out.
        firm: The same with what was given up counted as lost.
        lead: System × system: share of the answers won, less the bound.
        answered: System × system: how many answers there are.
        size: System × system: how many there can be.
        possible: System × system: whether the row can still pass the bound.
        margins: System × system: the margin over outputs that differ; ½ where there is no question.
    """

    rounds: dict[tuple[int, int], Floats]
    asked: dict[tuple[int, int], NDArray[np.int64]]
    evidence: Floats
    firm: Floats
    lead: Floats
    answered: Floats
    size: Floats
    possible: NDArray[np.bool_]
    margins: Floats


class PanelPolicy(PairPolicy):
    """Which pair next, for whom, and what is claimed about a panel.

    Args:
        design: Its claim, margin, level and people.
    """

    name = "certified"
    revision = 2
    floor = 0.0
    certifies = True

    def __init__(self, design: Design) -> None:
        self._error = round(1 - design.level, 12)
        self._people = design.people
        self._is_near = design.claim == Claim.NEAR_BEST
        self._margin = design.margin if self._is_near else 0.0
        self._sides = 1 if design.strict or self._is_near else 2
        self._known: tuple[History, int, _Census] | None = None

    def needed(self, systems: int) -> float:
        """Logarithm of the evidence that a claim takes against each rival."""
        return math.log((systems if systems > 2 else self._sides) / self._error)

    def choose(
        self,
        index: MaterialIndex,
        pairs: Pairs,
        allowed: NDArray[np.int64],
        history: History,
        *,
        stream: Stream,
        draw: int,
        annotator: int | None = None,
    ) -> tuple[int, float | None] | None:
        """The pair that brings somebody nearest to a claim; `WAITING` where that takes the answers of others."""
        census = self.census(index, history)
        enough = self.needed(len(history.systems))
        needs = self._needs(census, enough, stream, draw)
        places = {tuple(pairs.members[number].tolist()): place for place, number in enumerate(allowed)}
        who = (annotator or 1) - 1
        for x in np.argsort(needs.sum(axis=1), kind="stable").tolist():
            if not census.possible[x].all():
                break
            begun, further = [], []
            for y in np.argsort(-needs[x], kind="stable").tolist():
                pair = (min(x, y), max(x, y))
                if needs[x, y] <= 0 or pair not in places:
                    continue
                asked = census.asked.get(pair, np.zeros(self._people, dtype=np.int64))
                if asked[who] < asked.max():
                    begun.append(pair)
                elif self._projected(census, x, y) < enough:
                    further.append(pair)
            if begun or further:
                return places[(begun or further)[0]], None
            if (needs[x] > 0).any():
                return WAITING
        return None

    def _needs(self, census: _Census, enough: float, stream: Stream, draw: int) -> Floats:
        """Answers that each system would still need against each other, if things were as drawn."""
        systems = len(census.evidence)
        rng = np.random.default_rng([stream.seed & WORD, stream.run, stream.question, draw])
        normal = np.triu(rng.standard_normal((systems, systems)), 1)
        normal -= normal.T
        share = np.clip(census.lead + 0.5 - self._margin, 0.0, 1.0)
        n = census.answered
        mean = (n * share + 1.0) / (n + 2.0)
        left = np.clip(1.0 - n / np.maximum(census.size, 1.0), 0.0, 1.0)
        over = mean + 0.7 * normal * np.sqrt(mean * (1 - mean) / (n + 3.0) * left) - (0.5 - self._margin)
        over = np.maximum(over, LEAST)
        growth = over**2 / (2 * (0.25 + over**2))
        lacking = np.clip(enough - np.where(np.isinf(census.evidence), enough, census.evidence), 0.0, None)
        needs = np.minimum(lacking / growth, census.size - n)
        np.fill_diagonal(needs, 0.0)
        needs[~census.possible] = np.inf
        return np.where(lacking > 0, np.maximum(needs, 1.0), 0.0) * (1.0 - np.eye(systems))

    def _projected(self, census: _Census, x: int, y: int) -> float:
        """Evidence of x against y if everybody comes as far as the foremost, with answers like those so far."""
        pair = (min(x, y), max(x, y))
        rounds = census.rounds.get(pair)
        if rounds is None:
            return 0.0
        rounds = _turned(rounds) if x > y else rounds.copy()
        missing = self._people - rounds.sum(axis=1)
        told = rounds[:, :3].sum() + 2.0
        lift = 0.5 * math.sqrt(missing.sum()) / max(missing.sum(), 1.0)
        won = (rounds[:, WIN].sum() + 0.5 * rounds[:, TIE].sum() + 1.0) / told + lift
        rounds[:, WIN] += missing * min(won, 1.0)
        rounds[:, LOSS] += missing * (1.0 - min(won, 1.0))
        items = int(census.size[x, y] // self._people)
        return float(log_census(rounds, self._people, items, 0.5 - census.margins[x, y], not self._is_near))

    def census(self, index: MaterialIndex, history: History) -> _Census:
        """What the panel has said up to the end of a history."""
        if self._known is None or self._known[0] is not history or self._known[1] != history.position:
            self._known = (history, history.position, self._count(index, history))
        return self._known[2]

    def _count(self, index: MaterialIndex, history: History) -> _Census:
        systems = len(history.systems)
        sizes = index.askable_counts[:systems, :systems].astype(float)
        shares = np.asarray(differing_shares(index, systems))
        margins = np.where(shares > 0, self._margin / np.where(shares > 0, shares, 1.0), 0.5)
        np.fill_diagonal(margins, 0.5)
        rounds, asked = self._rounds(history)
        shape = (systems, systems)
        evidence, firm = np.zeros(shape), np.zeros(shape)
        share, answered, possible = np.full(shape, 0.5), np.zeros(shape), np.ones(shape, dtype=bool)
        for x in range(systems):
            for y in range(systems):
                pair = (min(x, y), max(x, y))
                if x == y or margins[x, y] >= 0.5:
                    evidence[x, y] = firm[x, y] = math.inf
                    continue
                table = rounds.get(pair)
                if table is None:
                    continue
                table = _turned(table) if x > y else table
                items, bound = int(sizes[x, y]), 0.5 - margins[x, y]
                without = table.copy()
                without[:, LOST] = 0.0
                evidence[x, y] = log_census(table, self._people, items, bound, not self._is_near)
                firm[x, y] = log_census(without, self._people, items, bound, not self._is_near)
                possible[x, y] = can_reach(table, self._people, items, bound, not self._is_near)
                answered[x, y] = table[:, :3].sum()
                if answered[x, y]:
                    share[x, y] = (table[:, WIN].sum() + 0.5 * table[:, TIE].sum()) / answered[x, y]
        return _Census(
            rounds=rounds,
            asked=asked,
            evidence=evidence,
            firm=firm,
            lead=share - 0.5 + self._margin,
            answered=answered,
            size=sizes * self._people,
            possible=possible,
            margins=margins,
        )

    def _rounds(
        self, history: History
    ) -> tuple[dict[tuple[int, int], Floats], dict[tuple[int, int], NDArray[np.int64]]]:
        """The n-th question of everybody about a pair is round n of it."""
        released = history["released_position"] > history["reopened_position"]
        rows = np.flatnonzero(history.is_question & (history["annotator"] <= self._people))
        first, second = history["first"][rows], history["second"][rows]
        people, counts = history["annotator"][rows] - 1, history.counts_at(rows)
        value = history["values"][rows, 0]
        value = np.where(first < second, value, 1.0 - value)
        low, high = np.minimum(first, second), np.maximum(first, second)
        systems = len(history.systems)
        numbers, pair_of = np.unique(low * systems + high, return_inverse=True)
        slot = pair_of * self._people + people
        asked = np.bincount(slot, minlength=len(numbers) * self._people).reshape(len(numbers), self._people)
        order = np.argsort(slot, kind="stable")
        begins = np.cumsum(asked.ravel()) - asked.ravel()
        place = np.empty(len(rows), dtype=np.int64)
        place[order] = np.arange(len(rows)) - begins[slot[order]]
        kind = np.where(released[rows], LOST, OPEN)
        kind[counts] = OUTCOMES[np.rint(2 * value[counts]).astype(np.int64)]
        tables = np.zeros((len(numbers), int(place.max(initial=0)) + 1, OPEN + 1))
        np.add.at(tables, (pair_of, place, kind), 1.0)
        pairs = [(int(number) // systems, int(number) % systems) for number in numbers]
        return (
            {pair: tables[n, : asked[n].max(), :OPEN].copy() for n, pair in enumerate(pairs)},
            {pair: asked[n] for n, pair in enumerate(pairs)},
        )

    def claim(self, design: Design, index: MaterialIndex, history: History) -> Certificate:
        """What holds now."""
        names, judged = index.systems[: len(history.systems)], history.assignments.judged
        said = Certificate(
            claim=Claim.NONE,
            subject=names,
            error=self._error,
            scope=design.scope,
            frame="panel",
            people=self._people,
            margin=self._margin,
            judgments=judged,
        )
        if history.interventions:
            return replace(said, claim=Claim.VOID)
        if not judged:
            return replace(said, progress=Progress.NOTHING)
        census, enough = self.census(index, history), self.needed(len(names))
        for evidence, is_firm in ((census.firm, True), (census.evidence, False)):
            sure = np.flatnonzero((evidence >= enough).all(axis=1))
            if len(sure):
                best = int(sure[np.argmax(census.lead[sure].sum(axis=1))])
                return replace(
                    said,
                    claim=Claim.NEAR_BEST if self._is_near else Claim.BEATS_ALL,
                    subject=(names[best],),
                    others=tuple(name for name in names if name != names[best]),
                    unanswered=int(sum(table[:, LOST].sum() for pair, table in census.rounds.items() if best in pair)),
                    is_firm=is_firm,
                )
        if not census.possible.all(axis=1).any():
            lost = int(sum(table[:, LOST].sum() for table in census.rounds.values()))
            return replace(said, claim=Claim.NO_WINNER, unanswered=lost)
        left = int(census.size[np.triu_indices(len(names), 1)].sum()) - judged
        leader = names[int(np.argmax(np.where(census.answered > 0, census.lead, 0.0).sum(axis=1)))]
        return replace(said, progress=Progress.CENSUS, leader=leader, amounts={"left": left})


def _turned(rounds: Floats) -> Floats:
    """The same for the other system of the pair."""
    return rounds[:, [LOSS, TIE, WIN, LOST]].copy()
