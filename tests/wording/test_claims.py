"""Words of the claims: none says more than is shown, and a condition is never cut off."""

from dataclasses import replace

import numpy as np
import pytest

from quorate.data.from_history import Evidence
from quorate.estimators.certificates import Verdict, claim_answer
from quorate.estimators.gathering import gather
from quorate.planning.status import summarise_status
from quorate.policies.duels.certified.certificate import CertifiedPolicy
from quorate.records.claims import Claim
from quorate.records.design import Design
from quorate.reports.latex import latex_table
from quorate.reports.text import text_report
from quorate.study import Study
from quorate.testing.histories import make_history, make_index
from quorate.testing.material import make_material
from quorate.web.overview import ranking_of
from quorate.wording.certificates import Certificate
from quorate.wording.phrases import shorten


def found(claim, *, subject="B", systems=3):
    """Findings in which A has the highest number and somebody else is claimed."""
    index, design = make_index(systems, 40), Design(policy="uniform")
    names = index.systems
    rows = [(0, other) for other in range(1, systems)] * 6
    first, second = np.array(rows).T
    history = make_history(
        design, index, first=first, second=second, item=np.arange(len(rows)), values=np.ones(len(rows))
    )
    who = names["AB".index(subject)]
    others = tuple(name for name in names if name != who)
    certificate = Certificate(claim=claim, subject=(who,), error=0.05, scope="items", others=others, margin=0.05)
    return gather(Evidence(design, index, history), claim=certificate), names


def test_a_condition_is_in_every_headline_and_there_is_no_badge():
    findings, names = found(Claim.IF_ANY)
    status = summarise_status(findings, None)
    assert status.stage == "if any"
    assert status.words == f"If one system beats all others, it is {names[1]}, error ≤ 5 %."
    assert not any(row["is_best"] for row in ranking_of(findings)["rows"])
    for report in (text_report(findings), latex_table(findings), status.words, findings.answer.brief):
        for shortened in ("is best", "winner is", "Done"):
            assert shortened not in report


@pytest.mark.parametrize(("claim", "badge"), [(Claim.NEAR_BEST, False), (Claim.BEATS_ALL, True)])
def test_claims_without_a_condition_are_done(claim, badge):
    findings, names = found(claim)
    status = summarise_status(findings, None)
    assert status.stage == "done"
    assert status.words.startswith(
        f"Done: {names[1]} {'beats every' if badge else 'loses to nobody by more than 5 points'}"
    )
    assert [row["system"] for row in ranking_of(findings)["rows"] if row["is_best"]] == ([names[1]] if badge else [])


def test_disagreement_says_no_more_than_the_claim():
    for claim, certain in ((Claim.IF_ANY, False), (Claim.NEAR_BEST, False), (Claim.BEATS_ALL, True)):
        findings, names = found(claim)
        assert findings.ranking.estimates[0].subject[0] == names[1]
        assert (f"{names[1]} is certain to beat it" in findings.disagreement) == certain
        assert ("which of the two beats the other is not certified" in findings.disagreement) != certain


def test_nobody_is_called_still_possible_where_only_one_is():
    beats = np.zeros((3, 3), dtype=bool)
    beats[0, 1] = beats[1, 2] = True
    verdict = Verdict(beats=beats, by_margin=beats, best=None, judgments=50)
    words = claim_answer(Design(), ["A", "B", "C"], verdict, [0.6, 0.5, 0.4]).words
    assert "Still possible" not in words
    assert "A stands above all others, but has not beaten each of them directly" in words
    both = replace(verdict, beats=beats & False)
    assert (
        "Still possible as the best: A, B and C" in claim_answer(Design(), ["A", "B", "C"], both, [0.6, 0.5, 0.4]).words
    )


def test_the_last_one_left_is_not_called_possible(monkeypatch):
    index, design = make_index(2, 40), Design(policy="certified", claim="best if there is a winner")
    policy = CertifiedPolicy(design)
    history = make_history(design, index, first=[0], second=[1], item=[0], values=[1.0])
    state = policy.state_at(history, index)
    state.memory.alive[1], state.memory.marks.left = 0, 1
    monkeypatch.setattr(policy, "state_at", lambda *_: state)
    words = policy.claim(design, index, history).words
    assert "Still possible" not in words
    assert "whether it does too is open" in words


def test_long_names_are_cut_in_headlines():
    name = "a-system-with-a-name-that-does-not-fit-into-a-headline-by-far"
    claim = Certificate(claim=Claim.NEAR_BEST, subject=(name,), error=0.05, scope="items", margin=0.05)
    assert shorten(name) in claim.brief
    assert name in claim.words


def test_one_judgment_is_not_called_judgments():
    study = Study.define("one", make_material(3, 6), design=Design(stopping={"budget": 1}, seed=1))
    study.tell(study.ask("ann").number, "left", annotator="ann")
    said = f"{study.findings().answer.words} {study.state}"
    assert "1 judgment" in said
    assert "1 judgments" not in said
