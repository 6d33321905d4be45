"""The report as plain text for a terminal, at most 100 columns wide."""

from collections.abc import Iterable, Sequence

from quorate.estimators.estimate import Estimate, EstimateTable
from quorate.estimators.findings import Findings
from quorate.reports import outline
from quorate.reports.canvas import columns, elide, printable
from quorate.reports.figures import scale_word
from quorate.reports.numbers import THIN, Scale, count, counted, plain_percent, sentence
from quorate.reports.set_outline import HEAD, difference_rows, difference_words, is_of_sets
from quorate.reports.standing import state_words

WIDTH = 100
LONGEST_BAR = 40
NAME_LIMIT = 24


def text_report(findings: Findings) -> str:
    """Lay the findings out as text, the answer first."""
    asked = findings.asked
    level = plain_percent(findings.ranking.level)
    lines = [
        *wrap(findings.answer.words, rest=""),
        *(line for words in outline.beside_answer(findings) for line in wrap(words, rest="")),
        "",
        *wrap(
            f"{findings.study} ({state_words(findings)}): {counted(asked.judgments, 'judgment')} by "
            f"{counted(len(asked.annotators), 'annotator')} on {count(asked.items_judged)} of "
            f"{counted(asked.items, 'item')}; intervals at level {level}.",
            rest="",
        ),
        *_heading("Ranking"),
        *wrap(f"{sentence(findings.ranking.quantity)}, best first"),
        "",
        *_ranking(findings),
    ]
    if findings.unjudged:
        lines += ["", *wrap(findings.unjudged)]
    if findings.disagreement:
        lines += ["", *wrap(f"The orders disagree. {findings.disagreement}")]
    if is_of_sets(findings):
        lines += [*_heading("How systems differ"), *_differences(findings)]
    else:
        lines += [*_heading("What is certified"), *_relations(findings)]
    for table in (*findings.all_items, *findings.criteria, *findings.slices):
        lines += [*_heading(_title(table, findings)), *_table(table)]
    lines += [*_heading("What was asked"), *_bullets(outline.asked_sentences(findings))]
    if findings.agreement and findings.asked.judgments:
        lines += [*_heading("Do annotators agree?"), *_agreement(findings)]
    if outline.assumptions(findings):
        lines += [*_heading("What these numbers assume"), *_bullets(outline.assumptions(findings))]
    if outline.notes(findings):
        lines += [*_heading("Notes"), *_bullets(outline.notes(findings))]
    lines += [*_heading("Signature"), *wrap(findings.signature, rest="")]
    if findings.reproduce:
        lines += [*_heading("How to reproduce")]
        lines += [line for command in findings.reproduce for line in wrap(command, end=" \\")]
    return "\n".join(line.replace(THIN, " ").rstrip() for line in lines) + "\n"


def wrap(words: str, *, first: str = "", rest: str = "  ", end: str = "") -> list[str]:
    """Break words into lines that fit, between words where possible; `end` closes a line that goes on."""
    lines: list[str] = []
    line = first
    for word in printable(words).split(" "):
        room = WIDTH - columns(end)
        if line.strip() and columns(line) + columns(word) + 1 > room:
            lines.append(line + end)
            line = rest
        piece = f" {word}" if line.strip() and line != first else word
        while columns(line + piece) > room:
            most = next(cut for cut in range(len(piece), 0, -1) if columns(line + piece[:cut]) <= room)
            kept = piece.rfind("|", 0, most) + 1 or most
            lines.append(line + piece[:kept])
            line, piece = rest, piece[kept:]
        line += piece
    return [*lines, line]


def bar(estimate: Estimate, low: float, high: float, *, width: int, middle: float | None) -> str:
    """An interval drawn with characters: ─ every look, ━ one look, ● the value, ┊ the middle of the scale."""

    def spot(number: float) -> int:
        share = (number - low) / (high - low) if high > low else 0.5
        return min(width - 1, max(0, int(share * width)))

    cells = [" "] * width
    if middle is not None:
        cells[spot(middle)] = "┊"
    if not estimate.judgments:
        return "".join(cells)
    for interval, mark in ((estimate.anytime, "─"), (estimate.interval, "━")):
        if interval is not None:
            first, last = spot(interval.low), spot(interval.high)
            cells[first : last + 1] = mark * (last + 1 - first)
    cells[spot(estimate.value)] = "●"
    return "".join(cells)


def _heading(words: str) -> list[str]:
    said = wrap(sentence(words))
    return ["", "", *said, "─" * min(WIDTH, max(columns(line) for line in said))]


def _bullets(sentences: Iterable[str]) -> list[str]:
    return [line for sentence in sentences for line in wrap(sentence, first="• ")]


def _pad(words: str, width: int, *, right: bool = False) -> str:
    room = " " * max(0, width - columns(words))
    return room + words if right else words + room


def grid(rows: Sequence[Sequence[str]]) -> list[str]:
    """Rows as lines whose cells stand under each other."""
    widths = [max(columns(cell) for cell in cells) for cells in zip(*rows, strict=True)]
    return ["  ".join(_pad(cell, width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]


def with_bars(head: list[str], rows: list[list[str]], table: EstimateTable, *, left: int) -> list[str]:
    """Lay a table out with a bar for each estimate, in the room that its other columns leave.

    Args:
        head: Headings, without that of the bars.
        rows: Cells, without the bars.
        table: What the bars show.
        left: How many columns begin at the left; the bars come after the next one.
    """
    widths = [max(columns(row[index]) for row in [head, *rows]) for index in range(len(head))]
    room = min(LONGEST_BAR, WIDTH - sum(widths) - 2 * len(widths))
    key = "━ one look  ─ every look" if any(estimate.anytime for estimate in table.estimates) else "━ one look"
    lines = []
    for row, drawn in zip([head, *rows], [key, *_bars(table, room)], strict=True):
        cells = [_pad(cell, widths[index], right=index >= left) for index, cell in enumerate(row)]
        lines.append("  ".join([*cells[: left + 1], _pad(drawn, room), *cells[left + 1 :]]).rstrip())
    return lines


def _bars(table: EstimateTable, width: int) -> list[str]:
    ends = [
        end
        for estimate in table.estimates
        for interval in (estimate.interval, estimate.anytime)
        if interval and estimate.judgments
        for end in (interval.low, interval.high)
    ]
    middle = 0.5 if Scale.of(table).is_share else None
    ends += [estimate.value for estimate in table.estimates] + ([middle] if middle is not None else [])
    low, high = min(ends, default=0.0), max(ends, default=1.0)
    return [bar(estimate, low, high, width=width, middle=middle) for estimate in table.estimates]


def _title(table: EstimateTable, findings: Findings) -> str:
    if not table.where:
        return table.quantity
    return f"{table.quantity}, where {table.where}" if is_of_sets(findings) else f"Where {table.where}"


def _differences(findings: Findings) -> list[str]:
    rows = difference_rows(findings)
    return [*wrap(difference_words(findings), rest=""), *(["", *grid([HEAD, *rows])] if rows else [])]


def _ranking(findings: Findings) -> list[str]:
    rows = [
        [row.ranks, elide(row.system, NAME_LIMIT), row.value, row.interval, row.judgments]
        for row in outline.ranking_rows(findings)
    ]
    head = ["rank", "system", scale_word(findings), "one look", "judged"]
    if is_of_sets(findings):  # have no ranks
        lines = with_bars(head[1:], [row[1:] for row in rows], findings.ranking, left=1)
    else:
        lines = with_bars(head, rows, findings.ranking, left=2)
    if findings.strengths:
        strengths = ", ".join(f"{row.system} {row.strength}" for row in outline.ranking_rows(findings))
        lines += ["", *wrap(f"Model strengths: {strengths}")]
    return lines


def _table(table: EstimateTable) -> list[str]:
    rows = [
        [elide(row.system, NAME_LIMIT), row.value, row.interval, row.judgments] for row in outline.table_rows(table)
    ]
    return with_bars(["system", "value", "one look", "judged"], rows, table, left=1)


def _agreement(findings: Findings) -> list[str]:
    found = [
        f"{name} {value} ({ends}), {units} judged more than once"
        for name, value, ends, units in outline.agreement_rows(findings)
    ]
    return [*(line for words in outline.agreement_words(findings) for line in wrap(words, rest="")), *_bullets(found)]


def _relations(findings: Findings) -> list[str]:
    lines: list[str] = []
    for victory in outline.victories(findings):
        lines += wrap(f"{victory.system} beats {', '.join(victory.beaten)}", first="• ")
        if victory.beaten_by_margin:
            beaten = ", ".join(victory.beaten_by_margin)
            lines += wrap(f"{outline.margin_words(findings)}: {beaten}", first="  ", rest="    ")
    return [*lines, *([""] if lines else []), *wrap(outline.relations_claim(findings), rest="")]
