"""Which games to play, by the certified policy: a comparer answers in place of people.

Idea:
    Runs are the systems of a study, inputs its items, and its only annotator is the comparer. The policy asks about
    those pairs that decide who is best, and ends when it is certain that one loses to nobody by more than the margin.

Guarantee:
    That of the certificate, on these inputs, for what the comparer says: whether people agree is another question.

Reference:
    Zhou, Xu (2020), Learning to compare, who draw pairs at random and name bandits as what would be better.
"""

from collections.abc import Sequence

import numpy as np

from quorate.data.from_history import Evidence
from quorate.estimators.skills.games import Games
from quorate.estimators.skills.playing import Decide
from quorate.policies import Rest
from quorate.records.design import Design
from quorate.records.material import Items, Material, SystemOutputs
from quorate.study import Study
from quorate.wording.certificates import Certificate

SAID = {1.0: "left", 0.5: "tie", 0.0: "right"}
COMPARER = "comparer"


def play_certified(
    names: Sequence[str],
    runs: Sequence[Sequence[str]],
    decide: Decide,
    *,
    margin: float = 0.05,
    most: int = 50_000,
    seed: int = 0,
) -> tuple[Games, Certificate | None]:
    """Games that the certified policy asks for, and the certificate it ends with; `None` where games run out.

    Args:
        names: The runs.
        runs: Outputs of each, one for each input.
        decide: Rows of first and second outputs (run × input, counted through) → 1, ½ or 0.
        margin: How much is too little to matter, in win rate.
        most: The most games.
        seed: What is drawn is drawn from this.
    """
    count = len(runs[0])
    places = [str(place) for place in range(count)]
    study = Study.define(
        "runs",
        Material(
            items=Items(names=tuple(places), texts={"place": tuple(places)}),
            systems=tuple(SystemOutputs(name=name, texts=tuple(said)) for name, said in zip(names, runs, strict=True)),
        ),
        design=Design(margin=margin, seed=seed),
    )
    row = {(place, said[place]): run * count + place for run, said in enumerate(runs) for place in range(count)}
    certificate = None
    for _ in range(most):
        question = study.ask(COMPARER)
        if isinstance(question, Rest):
            certificate = question.why if isinstance(question.why, Certificate) else None
            break
        place = int(str(question.item["place"]))
        left, right = (np.array([row[place, str(text)]]) for text in question.outputs)
        outcome = float(np.round(2 * decide(left, right)[0]) / 2)
        study.tell(question.number, SAID[outcome], annotator=COMPARER)
    evidence = Evidence(study.design, study.index, study.history)
    said = evidence.judgments
    games = Games(contestants=evidence.names, first=said.first, second=said.second, outcome=said.values[:, 0])
    return games, certificate
