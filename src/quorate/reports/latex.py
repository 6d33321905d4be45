"""The ranking as a LaTeX table, ready to paste into a paper that loads `booktabs`."""

import re

from quorate.estimators.findings import Findings
from quorate.reports import outline
from quorate.reports.canvas import printable
from quorate.reports.figures import scale_word
from quorate.reports.numbers import THIN, counted, plain_percent, sentence
from quorate.reports.set_outline import is_of_sets

_ESCAPES = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "$": r"\$",
    "&": r"\&",
    "#": r"\#",
    "%": r"\%",
    "_": r"\_",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    '"': r"\char34{}",
    "'": r"\textquotesingle{}",
    "`": r"\textasciigrave{}",
    THIN: r"\,",
    "–": "--",
    "−": r"\ensuremath{-}",
    "∞": r"\ensuremath{\infty}",
    "½": r"\ensuremath{\frac{1}{2}}",
    "·": r"\ensuremath{\cdot}",
    "…": r"\ldots{}",
}


def escape(words: str) -> str:
    """Words as LaTeX prints them; letters of other scripts stay as they are."""
    return "".join(_ESCAPES.get(letter, letter) for letter in printable(words))


def latex_table(findings: Findings) -> str:
    """The ranking as a booktabs table; its caption says what the numbers rest on."""
    rows = outline.ranking_rows(findings)
    has_anytime = any(estimate.anytime for estimate in findings.ranking.estimates)
    head = ["Rank", "System", scale_word(findings).capitalize(), "One look"]
    head += ["Every look"] if has_anytime else []
    head += ["Judgments"] + (["Strength"] if findings.strengths else [])
    body = [
        [
            row.ranks,
            row.system,
            row.value,
            row.interval,
            *([row.anytime] if has_anytime else []),
            row.judgments,
            *([row.strength] if findings.strengths else []),
        ]
        for row in rows
    ]
    ranked = int(not is_of_sets(findings))
    head, body = head[1 - ranked :], [cells[1 - ranked :] for cells in body]
    return "\n".join(
        [
            f"% {printable(findings.signature)}",
            r"% Needs \usepackage{booktabs}; names in other scripts need LuaLaTeX or XeLaTeX and a font that has them.",
            r"\begin{table}",
            r"  \centering",
            rf"  \caption{{{_caption(findings, has_anytime=has_anytime)}}}",
            rf"  \label{{tab:{_label(findings.study)}}}",
            rf"  \begin{{tabular}}{{{'l' * (1 + ranked)}{'r' * (len(head) - 1 - ranked)}}}",
            r"    \toprule",
            _line(head),
            r"    \midrule",
            *[_line(cells) for cells in body],
            r"    \bottomrule",
            r"  \end{tabular}",
            r"\end{table}",
            "",
        ]
    )


def _line(cells: list[str]) -> str:
    return f"    {' & '.join(escape(cell) for cell in cells)} \\\\"


def _label(study: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", study.lower()).strip("-") or "ranking"


def _caption(findings: Findings, *, has_anytime: bool) -> str:
    asked = findings.asked
    methods = {estimate.interval.method for estimate in findings.ranking.estimates}
    anytime = {estimate.anytime.method for estimate in findings.ranking.estimates if estimate.anytime}
    words = (
        f"{sentence(findings.ranking.quantity)}, best first, from {counted(asked.judgments, 'judgment')} by "
        f"{counted(len(asked.annotators), 'annotator')}. Intervals at level {plain_percent(findings.ranking.level)}: "
        f"“one look” ({', '.join(sorted(methods)) or 'none'}) holds for a number of judgments fixed beforehand"
    )
    if has_anytime:
        words += f", “every look” ({', '.join(sorted(anytime))}) at any stopping time"
    words += "." if is_of_sets(findings) else ". Rank: the range that certified relations leave open."
    return escape(words).replace("“", "``").replace("”", "''")
