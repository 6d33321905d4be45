"""What votes say, as words, as one HTML file, as a LaTeX table and as a figure."""

import json
import re

from quorate.estimators.vote_findings import VoteFindings
from quorate.reports.canvas import elide
from quorate.reports.export import stacked
from quorate.reports.figures import draw_ranking
from quorate.reports.heatmaps import draw_matrix
from quorate.reports.latex import escape
from quorate.reports.numbers import Scale, count, counted, decimal, percent, plain_percent, rank_range, sentence
from quorate.reports.page import themed
from quorate.reports.templating import load_template
from quorate.reports.text import grid, with_bars, wrap
from quorate.version import __version__

NAME_LIMIT = 24
SHOWN_MATRIX = 12
SHOWN_GROUPS = 20
HEADINGS = ("rank", "system", "win rate", "one look", "strength", "votes")


def vote_text(findings: VoteFindings) -> str:
    """Plain text for a terminal."""
    rows = [
        [row[0], elide(row[1], NAME_LIMIT), row[2], row[3], row[4].partition(" (")[0], row[5]]
        for row in vote_rows(findings)
    ]
    head = list(HEADINGS)
    lines = [
        *wrap(findings.answer, rest=""),
        "",
        *wrap(basis(findings), rest=""),
        "",
        "Ranking",
        "───────",
        *wrap(order_words(findings), rest=""),
        "",
        *with_bars(head, rows, findings.ranking, left=2),
        "",
        "Who cannot be told apart",
        "────────────────────────",
        *[line for words in group_words(findings) for line in wrap(words, first="• ")],
    ]
    if len(findings.ranking.estimates) <= SHOWN_MATRIX:
        lines += ["", "Win matrix", "──────────", "The row's win rate against the column", *grid(matrix_rows(findings))]
    for title, said in (
        ("How the file was read", findings.understood),
        ("Look at these", findings.warnings),
        ("What these numbers assume", findings.assumptions),
        ("Notes", findings.notes),
    ):
        if said:
            lines += ["", title, "─" * len(title), *(line for words in said for line in wrap(words, first="• "))]
    return "\n".join([*lines, "", *wrap(findings.signature, rest="")]) + "\n"


def vote_page(findings: VoteFindings) -> str:
    """One self-contained page."""
    return load_template("votes.html").render(
        findings=findings,
        version=__version__,
        basis=basis(findings),
        order=order_words(findings),
        rows=vote_rows(findings),
        groups=group_words(findings),
        figures={
            "ranking": themed(ranking_figure(findings)),
            "ranking_narrow": themed(ranking_figure(findings, is_narrow=True)),
            "matrix": themed(matrix_figure(findings)),
        },
        told=[[better, worse, _chance(p)] for better, worse, p in _by_rank(findings)] if _is_short(findings) else [],
    )


def vote_json(findings: VoteFindings) -> str:
    """Everything as JSON."""
    return json.dumps(findings.to_json(), ensure_ascii=False, indent=2, allow_nan=False) + "\n"


def vote_latex(findings: VoteFindings) -> str:
    """The ranking as a booktabs table; its caption says what the numbers rest on."""
    caption = (
        f"{order_words(findings)} {basis(findings)} {findings.clustering} One look: nothing holds at every look, and "
        "nothing is certified. Rank: what claims that hold together (Holm) leave open."
    )
    label = re.sub(r"[^a-z0-9]+", "-", findings.name.lower()).strip("-") or "votes"
    head = ("Rank", "System", "Win rate", "Interval", "Strength", "Votes")
    body = [f"    {' & '.join(map(escape, row))} \\\\" for row in (head, *vote_rows(findings))]
    return "\n".join(
        [
            f"% {findings.signature}",
            r"% Needs \usepackage{booktabs}; names in other scripts need LuaLaTeX or XeLaTeX and a font that has them.",
            r"\begin{table}",
            r"  \centering",
            rf"  \caption{{{escape(caption)}}}",
            rf"  \label{{tab:{label}}}",
            r"  \begin{tabular}{llrrrr}",
            r"    \toprule",
            body[0],
            r"    \midrule",
            *body[1:],
            r"    \bottomrule",
            r"  \end{tabular}",
            r"\end{table}",
            "",
        ]
    )


def vote_figure(findings: VoteFindings) -> str:
    """The ranking with intervals, and the win matrix under it, as one drawing."""
    return stacked([ranking_figure(findings), matrix_figure(findings)])


def ranking_figure(findings: VoteFindings, *, is_narrow: bool = False) -> str:
    """Mean win rates with their intervals, in the order of the findings."""
    first = [name for name, ranks in findings.ranks.items() if ranks == (1, 1)] if len(findings.parts) == 1 else []
    return draw_ranking(findings.ranking, findings.ranks, "win rate", first, is_narrow=is_narrow)


def matrix_figure(findings: VoteFindings) -> str:
    """Win rates of all pairs that met; a dot marks who is told apart."""
    names = [estimate.subject[0] for estimate in findings.ranking.estimates]
    told = [(better, worse) for better, worse, _ in findings.told_apart]
    return draw_matrix(names, findings.matrix.estimates, told, "told apart")


def basis(findings: VoteFindings) -> str:
    """What the numbers rest on, and on how few of them who stands first."""
    who = f" by {counted(findings.annotators, 'annotator')}" if findings.annotators else ""
    what = f" on {counted(findings.items, 'item')}" if findings.items else ""
    level = plain_percent(findings.level)
    words = f"{findings.name}: {counted(findings.votes, 'vote')}{who}{what}; intervals for one look at level {level}."
    few = findings.fragility
    if few is None:
        return words
    share = f"{count(few.removed)} of them ({percent(few.removed / few.total)})"
    return f"{words} Without {share}, {few.rival} would stand level with {few.leader} or ahead."


def order_words(findings: VoteFindings) -> str:
    """What the ranking goes by."""
    if findings.ordered_by == "strength":
        return "By strength (Bradley–Terry), best first; beside it the mean win rate over the opponents that each met."
    return f"{sentence(findings.ranking.quantity)}, best first; beside it the strength (Bradley–Terry)."


def vote_rows(findings: VoteFindings) -> list[list[str]]:
    """Rank, system, mean win rate, its interval, strength with interval, votes."""
    scale, strong = Scale.of(findings.ranking), Scale.of(findings.strengths)
    rows = []
    for rate, strength in zip(findings.ranking.estimates, findings.strengths.estimates, strict=True):
        name = rate.subject[0]
        ranks = findings.ranks.get(name)
        if ranks is None:
            rows.append(["–", name, "–", "–", "–", "0"])
            continue
        strengths = f"{strong.value(strength.value)} ({strong.between(strength.interval)})"
        value, between = scale.value(rate.value), scale.between(rate.interval)
        rows.append([rank_range(ranks), name, value, between, strengths, count(rate.judgments)])
    return rows


def group_words(findings: VoteFindings) -> list[str]:
    """Groups that cannot be told apart, a line each."""
    groups = [", ".join(group) for group in findings.groups if len(group) > 1]
    if not groups:
        return (
            ["Every two systems that votes compare are told apart."] if findings.told_apart else ["Nothing to compare."]
        )
    more = [f"and {len(groups) - SHOWN_GROUPS} more groups"] if len(groups) > SHOWN_GROUPS else []
    error = decimal(1 - findings.level, 3).rstrip("0")
    where = "All others within a part" if len(findings.parts) > 1 else "All others"
    rest = f"{where} are told apart: claims about all pairs hold together (Holm), with error {error}."
    return [*groups[:SHOWN_GROUPS], *more, rest]


def _by_rank(findings: VoteFindings) -> list[tuple[str, str, float]]:
    """Who is told apart from whom, the best first."""
    place = {estimate.subject[0]: number for number, estimate in enumerate(findings.ranking.estimates)}
    return sorted(findings.told_apart, key=lambda told: (place[told[0]], place[told[1]]))


def matrix_rows(findings: VoteFindings) -> list[list[str]]:
    """Per cent of the row against the column."""
    names = [estimate.subject[0] for estimate in findings.ranking.estimates]
    rates = {pair.subject: pair.value for pair in findings.matrix.estimates}
    head = ["", *(str(number) for number in range(1, len(names) + 1))]
    return [
        head,
        *(
            [f"{number} {elide(row, NAME_LIMIT)}"]
            + [decimal(100 * rates[row, column], 0) if (row, column) in rates else "·" for column in names]
            for number, row in enumerate(names, 1)
        ),
    ]


def _is_short(findings: VoteFindings) -> bool:
    return len(findings.told_apart) <= 200


def _chance(p: float) -> str:
    return "< 0.001" if p < 0.001 else decimal(p, 3)
