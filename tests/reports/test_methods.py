"""The methods section of a paper: says what was done, and cites papers that exist."""

import re

import pytest

from quorate import crowd, estimate, simulate, write_report
from quorate.estimators.scores import METHODS
from quorate.policies.duels.registry import DUELS
from quorate.reports.methods import rating_methods, study_methods, vote_methods
from quorate.simulation import Strengths
from quorate.wording.papers import ESTIMATORS, PAPERS, POLICIES, cited, with_citations

VOTES = [{"model_a": "m1", "model_b": "m2", "winner": "model_a", "judge": str(n % 7)} for n in range(40)]
RATINGS = [{"item": n, "model": m, "tone": 3 + k + n % 2} for n in range(9) for k, m in enumerate("ab")]


def study(**design):
    from quorate import define

    rows = [{"item": n, "system": one, "output": f"{one} {n}", "source": "?"} for n in range(8) for one in ("x_1", "y")]
    made = define("sky", rows, seed=3, **design)
    simulate(made, crowd(4, seed=1), Strengths({"x_1": 2.0}), seed=1, judgments=12)
    return made.findings()


def test_a_section_names_systems_numbers_and_the_signature_and_lists_what_it_cites():
    found = study()
    said = study_methods(found)
    assert "2 systems (x_1 and y) on 8 items" in said
    assert f"{found.asked.judgments} judgments count" in said
    assert found.answer.words in said
    assert found.signature in said
    text, listed = said.split("## References")
    for name, year in re.findall(r"([A-ZÉ][\w-]+)(?: and [\w-]+| et al\.)?, (\d{4})[;)]", text):
        assert re.search(rf"- {name}.*\({year}\)", listed)
    assert listed.count("@article") == len(re.findall("^- ", listed, re.MULTILINE)) > 3
    assert "[@" not in said
    assert "()" not in said


@pytest.mark.parametrize("policy", ["uniform", "dts"])
def test_what_chose_the_questions_is_said_and_cited(policy):
    said = study_methods(study(policy=policy, budget=30))
    assert ("Wu and Liu, 2016" in said) is (policy == "dts")
    assert ("asked about alike" in said) is (policy == "uniform")
    assert "budget 30" in said


def test_votes_and_ratings_have_theirs(tmp_path):
    said = vote_methods(estimate(VOTES))
    assert "40 pairwise comparisons of 2 systems (m1 and m2), of 7 annotators" in said
    assert "(Cameron et al., 2011)" in said
    said = rating_methods(estimate(RATINGS, scale=(1, 5)))
    assert "18 judgments of outputs of 2 systems" in said
    assert "by tone" in said
    assert write_report(study(budget=30), tmp_path / "methods.md").read_text(encoding="utf-8").startswith("## Methods")


def test_every_citation_is_a_paper_and_every_method_has_one():
    assert set(POLICIES.values()) <= PAPERS.keys()
    assert set(POLICIES) == {name for name in DUELS if name != "uniform" and not name.startswith("certified")}
    assert set(ESTIMATORS) == set(METHODS)
    assert {key for keys in ESTIMATORS.values() for key in keys} <= PAPERS.keys()
    assert cited("[@holm1979; @wilson1927]") == ["holm1979", "wilson1927"]
    assert with_citations("so [@holm1979; @wilson1927].") == "so (Holm, 1979; Wilson, 1927)."
