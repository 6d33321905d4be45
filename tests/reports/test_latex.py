import re
from dataclasses import replace

import pytest
from findings_examples import HOSTILE, SIGNATURE, comparison_study, examples

from quorate.reports import latex_table
from quorate.reports.latex import escape

EXAMPLES = examples()


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_table_is_balanced_and_has_a_row_for_each_system(name):
    table = latex_table(EXAMPLES[name])
    code = "\n".join(line for line in table.splitlines() if not line.startswith("%"))
    bare = re.sub(r"\\[\\{}]", "", code)
    assert bare.count("{") == bare.count("}")
    for environment in ("table", "tabular"):
        assert table.count(rf"\begin{{{environment}}}") == code.count(rf"\end{{{environment}}}") == 1
    body = code.split(r"\midrule")[1].split(r"\bottomrule")[0].strip().splitlines()
    head = code.split(r"\toprule")[1].split(r"\midrule")[0]
    assert len(body) == len(EXAMPLES[name].ranking.estimates)
    cells = len(re.findall(r"(?<!\\)&", head))
    assert all(len(re.findall(r"(?<!\\)&", row)) == cells and row.endswith(r"\\") for row in body)


def test_the_caption_says_what_the_numbers_rest_on():
    table = latex_table(EXAMPLES["six"])
    for words in ("800 judgments by 9 annotators", r"level 95\,\%", "(wilson)", "(betting)", "best first"):
        assert words in table
    assert table.startswith(f"% {SIGNATURE}\n")
    assert r"\label{tab:mt-newstest}" in table


def test_specials_are_escaped_and_other_scripts_stay():
    assert escape(r"a_b & 50% $x$ #1 {y} ~ ^ \z") == (
        r"a\_b \& 50\% \$x\$ \#1 \{y\} \textasciitilde{} \textasciicircum{} \textbackslash{}z"
    )
    assert escape("<b>") == r"\textless{}b\textgreater{}"
    assert "モデル" in latex_table(EXAMPLES["hostile"])
    assert "نموذج" in latex_table(EXAMPLES["hostile"])


def test_a_signature_cannot_leave_its_comment():
    table = latex_table(replace(comparison_study(), signature="a\n\\input{x}"))
    assert table.splitlines()[0] == r"% a \input{x}"


def test_numbers_keep_their_signs_and_spaces():
    table = latex_table(EXAMPLES["six"])
    assert r"\ensuremath{-}" in table
    assert r"--" in table
    assert "\u202f" not in table


def test_ratings_have_no_strength():
    assert "Strength" not in latex_table(EXAMPLES["rating"])
    assert "Mean score" in latex_table(EXAMPLES["rating"])


def test_the_same_findings_give_the_same_table():
    assert latex_table(comparison_study(HOSTILE, 50)) == latex_table(comparison_study(HOSTILE, 50))
