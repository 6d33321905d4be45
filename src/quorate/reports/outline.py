"""What every form of report says and in which order: rows and sentences, laid out from the findings, never computed."""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from quorate.estimators.estimate import EstimateTable
from quorate.estimators.findings import Findings
from quorate.reports.numbers import (
    NOTHING,
    Scale,
    count,
    counted,
    decimal,
    duration,
    percent,
    plain_percent,
    rank_range,
    sentence,
    span,
)
from quorate.reports.set_outline import is_of_sets
from quorate.wording import Claim
from quorate.wording.certificates import Certificate
from quorate.wording.phrases import listed


@dataclass(frozen=True, kw_only=True)
class Row:
    """One system in one table, as it is written."""

    system: str
    ranks: str
    value: str
    interval: str
    anytime: str
    judgments: str
    strength: str = ""
    strength_interval: str = ""


@dataclass(frozen=True, kw_only=True)
class Victories:
    """All that one system is certified to beat, and those it beats by at least the margin."""

    system: str
    beaten: tuple[str, ...]
    beaten_by_margin: tuple[str, ...]


def ranking_rows(findings: Findings) -> list[Row]:
    """The ranking, best first, with the model's strengths beside it."""
    strengths = {estimate.subject: estimate for estimate in findings.strengths.estimates} if findings.strengths else {}
    words = Scale.of(findings.strengths) if findings.strengths else Scale(is_share=False, digits=2)
    rows = []
    for row, estimate in zip(table_rows(findings.ranking, findings.ranks), findings.ranking.estimates, strict=True):
        strength = strengths.get(estimate.subject)
        beside = (words.value(strength.value), words.between(strength.interval)) if strength else (NOTHING, NOTHING)
        rows.append(Row(**{**row.__dict__, "strength": beside[0], "strength_interval": beside[1]}))
    return rows


def table_rows(table: EstimateTable, ranks: Any = None) -> list[Row]:  # noqa: ANN401 - narrowed below
    """The rows of one table about single systems."""
    scale = Scale.of(table)
    open_ranks: dict[str, tuple[int, int]] = dict(ranks or {})
    return [
        Row(
            system=" · ".join(estimate.subject),
            ranks=rank_range(open_ranks[estimate.subject[0]]) if estimate.subject[0] in open_ranks else NOTHING,
            value=scale.value(estimate.value) if estimate.judgments else NOTHING,
            interval=scale.between(estimate.interval) if estimate.judgments else NOTHING,
            anytime=scale.between(estimate.anytime) if estimate.judgments else NOTHING,
            judgments=count(estimate.judgments),
        )
        for estimate in table.estimates
    ]


def victories(findings: Findings) -> list[Victories]:
    """Certified relations, gathered by the system that wins, all in the order of the ranking."""
    order = {estimate.subject[0]: index for index, estimate in enumerate(findings.ranking.estimates)}

    def beaten(relations: Iterable[Certificate], system: str) -> tuple[str, ...]:
        losers = [relation.subject[1] for relation in relations if relation.subject[0] == system]
        return tuple(sorted(losers, key=lambda name: order.get(name, len(order))))

    winners = {relation.subject[0] for relation in (*findings.relations, *findings.margins)}
    return [
        Victories(
            system=system,
            beaten=beaten(findings.relations, system),
            beaten_by_margin=beaten(findings.margins, system),
        )
        for system in sorted(winners, key=lambda name: order.get(name, len(order)))
    ]


def relations_claim(findings: Findings) -> str:
    """What is claimed about the relations together: error and scope, in words."""
    if not findings.relations:
        return "No system is certified to beat another so far."
    first = findings.relations[0]
    scope = {
        "items": "for these items, judged again and again",
        "population": "for the population the items were drawn from",
        "judgments": "for the judgments in the record",
    }.get(first.scope, f"scope: {first.scope}")
    return (
        "Valid at every look and whenever the study stops: the probability that any relation listed here is ever "
        f"claimed and false is at most {plain_percent(first.error)} ({scope})."
    )


def beside_answer(findings: Findings) -> list[str]:
    """What a reader should know with the answer: other ways to be first, what is likely, whether others would agree."""
    said = [findings.uncertified] if findings.uncertified else []
    said += [alternative.words for alternative in findings.alternatives]
    said += [words] if (words := likely_words(findings)) else []
    if findings.design.chosen is not None:
        below = " For all items see the scores below." if findings.all_items else ""
        said.append(findings.design.chosen.words + below)
    return [*said, findings.redraw.words] if findings.redraw is not None else said


def likely_words(findings: Findings) -> str:
    """What is likely beside what is certified; empty where it is certain, or nothing is known."""
    return "" if findings.likely is None or findings.answer.claim == Claim.BEATS_ALL else findings.likely.words


def margin_words(findings: Findings) -> str:
    """The margin of the design, in the unit of the ranking."""
    return f"by at least {Scale.of(findings.ranking).margin(findings.design.margin)}"


def tables(findings: Findings) -> list[EstimateTable]:
    """Every table of the findings, in the order of the report."""
    single = [findings.ranking, findings.matrix, findings.strengths]
    return [
        table for table in (*single, *findings.all_items, *findings.criteria, *findings.slices) if table is not None
    ]


def assumptions(findings: Findings) -> list[str]:
    """What must hold for the intervals to hold, each said once."""
    return list(dict.fromkeys(words for table in tables(findings) for words in table.assumptions))


def notes(findings: Findings) -> list[str]:
    """What a reader should know beside, each said once; what is true of a part of the items says of which."""
    said = dict.fromkeys(words for table in tables(findings) if not table.where for words in table.notes)
    parts = [(table.where, words) for table in findings.slices for words in table.notes if words not in said]
    return [*said, *dict.fromkeys(f"{where}: {words}" for where, words in parts)]


def asked_sentences(findings: Findings) -> list[str]:
    """What was asked, what could not be, and what does not count; only what there is to say."""
    asked = findings.asked
    pairs = np.tril(asked.askable, -1) > 0
    never = int(np.sum(pairs & (np.tril(asked.pairs, -1) == 0)))
    identical = int(np.tril(asked.identical, -1).sum())
    said = [f"{counted(asked.judgments, 'judgment counts', 'judgments count')} towards these numbers."]
    if findings.fragility is not None:
        few = findings.fragility
        said.append(
            f"Without {count(few.removed)} of them ({percent(few.removed / few.total)}) {few.rival} would win as often "
            f"as {few.leader}, or more often."
        )
    if findings.matrix is not None and never:
        said.append(f"{count(never)} of {counted(int(pairs.sum()), 'pair')} of systems have no judgment yet.")
    if identical and not is_of_sets(findings):
        said.append(
            f"{counted(identical, 'comparison was', 'comparisons were')} never asked because both outputs look the "
            "same; they are ties by construction."
        )
    if asked.missing:
        lacking = listed([f"{system} ({count(items)})" for system, items in asked.missing.items()], most=None)
        rest = (
            "only items that both systems have are compared" if findings.matrix else "only outputs that exist are rated"
        )
        said.append(f"Items without an output, of {count(asked.items)}: {lacking}; {rest}.")
    amounts = (
        (asked.open, "question is still open", "questions are still open"),
        (asked.skipped, "question was skipped", "questions were skipped"),
        (
            asked.expired,
            "question was given back because its lease ended",
            "questions were given back because their leases ended",
        ),
        (asked.retracted, "judgment was retracted and does not count", "judgments were retracted and do not count"),
    )
    said += [f"{counted(amount, one, many)}." for amount, one, many in amounts if amount]
    if asked.left == 0 and findings.answer.claim.is_undecided:
        helps = "more annotators would help" if asked.people_help else "the items are used up"
        said.append(f"Nobody is left to ask: all who have taken part were asked everything there is for them; {helps}.")
    if asked.excluded:
        who = listed([f"{name} ({reason})" if reason else name for name, reason in asked.excluded.items()], most=None)
        words = counted(len(asked.excluded), "annotator is excluded", "annotators are excluded")
        said.append(f"{words}, and what they said does not count: {who}.")
    return said


def annotator_table(findings: Findings) -> tuple[list[str], list[list[str]]]:
    """Headings and rows of the annotators; columns in which nobody has anything are left out."""
    records = findings.asked.annotators
    keys = list(dict.fromkeys(key for record in records for key, value in record.items() if value is not None))
    return [_heading(key) for key in keys], [[_cell(key, record.get(key)) for key in keys] for record in records]


_HEADINGS = {
    "left": "Answered A (left)",
    "seconds": "Median time",
    "side": "Favours a side",
    "closeness": "Closeness to others",
    "checks": "Checks passed",
}


def _heading(key: str) -> str:
    return _HEADINGS.get(key, key.replace("_", " ").capitalize())


def _cell(key: str, value: Any) -> str:  # noqa: ANN401 - a cell holds what the findings hold
    if value is None or (isinstance(value, float) and math.isnan(value)):
        return NOTHING
    if isinstance(value, bool) or not isinstance(value, int | float):
        return str(value)
    if key in {"left", "closeness"}:
        return percent(value, 0)
    if key == "seconds":
        return duration(value)
    return count(value) if isinstance(value, int) else decimal(value)


def agreement_rows(findings: Findings) -> list[list[str]]:
    """Coefficients of agreement: name (with the criterion where there are several), value, interval, units."""
    several = len({one.criterion for one in findings.agreement}) > 1
    return [
        [
            f"{one.criterion}: {one.name}" if several else one.name,
            decimal(one.value, 2) if one.value is not None else NOTHING,
            span(decimal(one.low, 2), decimal(one.high, 2))
            if one.low is not None and one.high is not None
            else NOTHING,
            count(one.units),
        ]
        for one in findings.agreement
        if one.value is not None
    ]


def agreement_words(findings: Findings) -> list[str]:
    """What the first coefficient of each criterion says, or why there is none."""
    several = len({one.criterion for one in findings.agreement}) > 1
    said: dict[str, str] = {}
    for one in findings.agreement:
        said.setdefault(one.criterion, f"{sentence(one.criterion)}: {one.words}" if several else one.words)
    return list(dict.fromkeys(said.values()))


def design_rows(findings: Findings) -> list[tuple[str, str]]:
    """The design, field by field, in words."""
    design = findings.design
    is_secret = design.draws == "secret"
    stopping = [f"{rule} {bound:.12g}" for rule, bound in design.stopping.items()]
    question = [f"{key}: {_option(value)}" for key, value in design.question.items()]
    return [
        ("Kind of question", design.kind),
        ("Its options", "; ".join(question) or "as the kind has them"),
        *_order_rows(findings),
        *((("A metric decides a part", design.mixing.words),) if design.mixing else ()),
        ("Items asked about", _chosen_words(findings)),
        ("Enough when", " or ".join(stopping) or "somebody closes the study"),
        ("Asked of", counted(design.copies, "annotator each", "annotators each")),
        ("Lease of a question", duration(design.lease)),
        ("Questions fetched ahead", count(design.ahead)),
        ("Judgments cluster by", design.cluster),
        ("Level of the intervals", plain_percent(design.level)),
        ("Margin worth calling better", Scale.of(findings.ranking).margin(design.margin) if design.margin else "none"),
        ("Shown beside the outputs", ", ".join(design.shown) or "nothing"),
        ("Questions drawn from", "a secret, revealed when the study is closed" if is_secret else "the seed"),
        ("Seed", str(design.seed)),
    ]


def _order_rows(findings: Findings) -> list[tuple[str, str]]:
    design = findings.design
    if is_of_sets(findings):
        return [("Drawn by", design.selector)]
    return [("Which pair next", design.policy), ("Which item next", design.selector)]


def _chosen_words(findings: Findings) -> str:
    chosen = findings.design.chosen
    if chosen is None:
        return "all"
    return f"{count(len(chosen.items))} of {count(chosen.population)} ({chosen.method}, {chosen.design})"


def _option(value: Any) -> str:  # noqa: ANN401 - options are whatever the kind takes
    if isinstance(value, dict):
        return ", ".join(f"{key} ({_option(part)})" for key, part in value.items())
    if isinstance(value, list | tuple):
        return ", ".join(_option(part) for part in value)
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
