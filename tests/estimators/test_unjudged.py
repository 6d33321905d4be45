"""A system that nobody judged has no rank and no number, in studies of every kind."""

import pytest

from quorate.records.design import Design
from quorate.records.material import Items, Material, SystemOutputs
from quorate.reports import html_report, latex_table, text_report
from quorate.stores.memory import MemoryStore
from quorate.study import Study

NAMES = ("worse", "better", "silent")


def judged_study(kind):
    """A study in which all questions about one system were skipped."""
    systems = tuple(SystemOutputs(name=name, texts=tuple(f"{name} {i}" for i in range(8))) for name in NAMES)
    material = Material(items=Items(names=tuple(f"i{i}" for i in range(8))), systems=systems)
    question = {"criteria": {"quality": "likert5"}} if kind == "rating" else {}
    design = Design(kind=kind, question=question, policy="uniform", stopping={"budget": 60}, seed=5)
    study = Study.define("s", material, design=design, store=MemoryStore())
    for _ in range(200):
        asked = study.ask("me")
        if not asked:
            break
        shown = " ".join(asked.outputs)
        if "silent" in shown:
            study.owner.release(asked.number, reason="skipped")
        elif kind == "rating":
            study.tell(asked.number, {"quality": 2 if "better" in shown else 1}, annotator="me")
        else:
            study.tell(asked.number, "left" if "better" in asked.outputs[0] else "right", annotator="me")
    return study


@pytest.mark.parametrize("kind", ["rating", "comparison"])
def test_a_system_that_nobody_judged_has_no_rank_and_one_line(kind):
    findings = judged_study(kind).findings()
    assert [one.subject[0] for one in findings.ranking.estimates] == ["better", "worse", "silent"]
    assert set(findings.ranks) == {"better", "worse"}
    assert "silent leads" not in findings.answer.words
    said = text_report(findings)
    assert "Nobody judged silent: no number, no rank and no difference." in said
    row = next(line for line in said.splitlines() if line.strip().split()[1:2] == ["silent"])
    assert row.replace("┊", " ").split() == ["–", "silent", "–", "–", "0"]
    assert "Nobody judged silent" in html_report(findings)
    assert "silent" in latex_table(findings)
