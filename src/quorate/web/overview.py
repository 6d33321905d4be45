"""What the owner's page shows, as plain JSON: numbers for figures, and the words beside them."""

from typing import Any

from quorate.estimators.estimate import EstimateTable
from quorate.estimators.findings import Findings
from quorate.planning.costs import Price, cost_of, pace_of
from quorate.planning.forecast import Forecast
from quorate.planning.status import about, summarise_status
from quorate.records.claims import Claim
from quorate.records.history import History
from quorate.reports import outline
from quorate.reports.canvas import printable
from quorate.reports.figures import nice_ticks, scale_word
from quorate.reports.numbers import (
    THIN,
    Scale,
    count,
    counted,
    decimal,
    duration,
    moment,
    plain_percent,
    rank_range,
    span,
)
from quorate.reports.set_outline import difference_rows, difference_words, is_of_sets
from quorate.study import Study
from quorate.web.blindness import blindness_words
from quorate.web.labelling import labelling_of, labels
from quorate.web.watching import watch_of

STRETCHES = {
    60: "one minute",
    300: "5 minutes",
    900: "15 minutes",
    3600: "one hour",
    14400: "4 hours",
    86400: "one day",
}
PRICES = {"price_judgment": "judgment", "price_hour": "hour"}


def overview_of(study: Study) -> dict[str, Any]:
    """How a study stands."""
    if labels(study):
        return labelling_of(study)
    watch = watch_of(study)
    with watch.lock:
        snapshot = watch.look()
        findings, forecast = snapshot.findings, snapshot.forecast
        history = watch.study.ledger.history
        status = summarise_status(findings, forecast)
        return {
            "study": study.name,
            "position": snapshot.position,
            "state": state_of(findings),
            "correcting": correcting_words(findings, is_corrected=history.interventions > 0),
            "outlook": {
                "stage": status.stage,
                "words": printable(status.words),
                "beside": printable(status.beside),
            },
            "uncertified": printable(findings.uncertified),
            "likely": printable(outline.likely_words(findings)),
            "answer": {"claim": findings.answer.claim, "words": printable(findings.answer.words)},
            "judgments": findings.asked.judgments,
            "counts": _counts(findings),
            "asked": [
                printable(words) for words in (*outline.asked_sentences(findings), *blindness_words(watch.study))
            ],
            "ranking": ranking_of(findings),
            "scores": scores_of(findings),
            "disagreement": printable(" ".join(said for said in (findings.unjudged, findings.disagreement) if said)),
            "is_of_sets": is_of_sets(findings),
            "relations": difference_words(findings) if is_of_sets(findings) else outline.relations_claim(findings),
            "differences": [[printable(cell) for cell in row] for row in difference_rows(findings)],
            "victories": [[victory.system, list(victory.beaten)] for victory in outline.victories(findings)],
            "matrix": _matrix(findings),
            "cost": _cost(history, price_of(study), forecast),
            "pace": _pace(history),
            "agreement": _agreement(findings),
            "signature": printable(findings.signature),
        }


def version_of(study: Study) -> tuple[object, ...]:
    """Changes when the overview does: the log has grown, a forecast is ready, or prices were set."""
    return (*watch_of(study).version, price_of(study))


def state_of(findings: Findings) -> dict[str, str]:
    """Whether a study is open, paused, at rest or closed, and why."""
    state = findings.state
    return {"name": state.name, "words": state.why.words if state.why is not None else ""}


def correcting_words(findings: Findings, *, is_corrected: bool) -> str:
    """What retracting a judgment or excluding an annotator does to the claims of a study."""
    if findings.design.policy != "certified":
        return (
            "Estimates and claims follow at once. The error of a claim holds only if your reason has nothing to do "
            "with what was answered."
        )
    if is_corrected:
        return "Estimates follow at once. The certificate is void already, and stays so."
    return (
        "Estimates follow at once. The certificate becomes void for good: judgments are taken out after answers could "
        "be seen, so its error no longer holds. The intervals remain as a description."
    )


def price_of(study: Study) -> Price:
    """What the owner has said that judgments cost."""
    settings = study.store.settings(study.name)
    amounts = {field: float(settings.get(name) or 0) for name, field in PRICES.items()}
    return Price(**amounts, currency=settings.get("currency", ""))


def ranking_of(findings: Findings) -> dict[str, Any]:
    """The ranking, best first, with what a figure needs."""
    table = findings.ranking
    scale = Scale.of(table)
    best = findings.answer.subject[:1] if findings.answer.claim == Claim.BEATS_ALL else ()
    rows = [
        {
            "system": estimate.subject[0],
            "rank": rank_range(findings.ranks[estimate.subject[0]]) if estimate.subject[0] in findings.ranks else "–",
            "value": estimate.value,
            "one": [estimate.interval.low, estimate.interval.high],
            "every": [estimate.anytime.low, estimate.anytime.high] if estimate.anytime else None,
            "words": {"value": row.value, "one": row.interval, "every": row.anytime},
            "strength": row.strength if findings.strengths else None,
            "strength_interval": row.strength_interval if findings.strengths else None,
            "judgments": estimate.judgments,
            "is_best": estimate.subject[0] in best,
        }
        for row, estimate in zip(outline.ranking_rows(findings), table.estimates, strict=True)
    ]
    low, high = _reach(table, rows)
    return {
        "measure": scale_word(findings),
        "quantity": table.quantity,
        "level": plain_percent(table.level),
        "low": low,
        "high": high,
        "middle": 0.5 if scale.is_share else None,
        "ticks": [[tick, f"{100 * tick:g} %" if scale.is_share else f"{tick:g}"] for tick in nice_ticks(low, high, 5)],
        "rows": rows,
    }


def scores_of(findings: Findings) -> dict[str, Any] | None:
    """Precision, recall and F1 of sets side by side, with what each system cost; `None` where outputs are no sets."""
    if not findings.costs:
        return None
    tables = [table for table in (findings.ranking, *findings.criteria) if table.estimator == "joint"]
    found = {(number, row.system): row for number, table in enumerate(tables) for row in outline.table_rows(table)}
    return {
        "heads": [table.quantity for table in tables],
        "rows": [
            {
                "system": one.subject[0],
                "cells": [
                    {"value": found[number, one.subject[0]].value, "one": found[number, one.subject[0]].interval}
                    for number in range(len(tables))
                ],
                "judged": one.judgments,
                "cost": findings.costs.get(one.subject[0], 0),
            }
            for one in findings.ranking.estimates
        ],
    }


def _reach(table: EstimateTable, rows: list[dict[str, Any]]) -> tuple[float, float]:
    """The part of the scale that the figure shows: all intervals, a little room, never beyond the scale."""
    ends = [end for row in rows for end in (*row["one"], *(row["every"] or ()), row["value"])]
    low, high = min(ends, default=table.low), max(ends, default=table.high)
    room = 0.04 * (high - low) or 0.1
    return max(low - room, table.low), min(high + room, table.high)


def _counts(findings: Findings) -> dict[str, Any]:
    asked = findings.asked
    budget = findings.design.stopping.get("budget")
    return {
        "judgments": asked.judgments,
        "budget": None if budget is None else int(budget),
        "annotators": len(asked.annotators),
        "items": asked.items,
        "items_judged": asked.items_judged,
        "open": asked.open,
        "skipped": asked.skipped,
        "expired": asked.expired,
        "retracted": asked.retracted,
        "excluded": len(asked.excluded),
        "systems": len(asked.systems),
    }


def _matrix(findings: Findings) -> dict[str, Any] | None:
    """Row against column in the order of the ranking: [win rate, low, high, judgments, certified], or null."""
    if findings.matrix is None:
        return None
    names = [estimate.subject[0] for estimate in findings.ranking.estimates]
    place = {name: number for number, name in enumerate(names)}
    certified = {relation.subject for relation in findings.relations}
    cells: list[list[list[float | int | bool] | None]] = [[None] * len(names) for _ in names]
    for pair in findings.matrix.estimates:
        if pair.judgments and pair.anytime:
            ends = (pair.value, pair.anytime.low, pair.anytime.high)
            cell = [*(round(end, 4) for end in ends), pair.judgments, pair.subject in certified]
            cells[place[pair.subject[0]]][place[pair.subject[1]]] = cell
    return {"systems": names, "cells": cells}


def _cost(history: History, price: Price, forecast: Forecast | None) -> dict[str, Any]:
    """What it has cost and will cost, in words; judgments where nothing has a price."""
    cost = cost_of(history, price, forecast)
    told = int(history.is_judged.sum())
    if not price.is_known:
        return {"is_priced": False, "spent": counted(told, "answer"), "each": "", "ahead": _ahead(forecast)}
    unit = f"{price.currency}{THIN}" if price.currency else ""
    ahead = ""
    if cost.median is not None:
        high = f"{unit}{_amount(cost.high)}" if cost.high else "open end"
        ahead = f"about {unit}{_amount(cost.median)} more ({unit}{_amount(cost.low or 0)} to {high})"
    elif forecast is not None and forecast.is_short:
        ahead = f"{unit}{_amount(cost.each * forecast.room)} more at the most" if forecast.room else ""
    elif forecast is not None:
        ahead = f"more than {unit}{_amount(cost.each * forecast.horizon)} more"
    spent, each = f"{unit}{decimal(cost.spent, 2)}", f"{unit}{decimal(cost.each, 3)} a judgment"
    return {"is_priced": True, "spent": spent, "each": each, "ahead": ahead}


def _amount(number: float) -> str:
    """Money ahead, no more exact than the forecast."""
    return decimal(number, 2) if number < 20 else count(about(round(number)))


def _ahead(forecast: Forecast | None) -> str:
    if forecast is None:
        return ""
    if forecast.is_short:
        return f"{forecast.room:,} more at the most" if forecast.room else ""
    if forecast.median is None:
        return f"more than {about(forecast.horizon):,} more"
    high = "open end" if forecast.high is None else f"{about(forecast.high):,}"
    return f"about {about(forecast.median):,} more ({about(forecast.low or 0):,} to {high})"


def _pace(history: History) -> dict[str, Any] | None:
    pace = pace_of(history)
    if pace is None:
        return None
    end = pace.begin + pace.seconds * len(pace.counts)
    return {
        "counts": pace.counts.tolist(),
        "per_hour": round(pace.per_hour),
        "stretch": STRETCHES.get(round(pace.seconds)) or duration(pace.seconds),
        "begin": moment(pace.begin),
        "end": moment(end),
        "span": duration(end - pace.begin),
    }


def _agreement(findings: Findings) -> list[dict[str, Any]]:
    return [
        {
            "name": one.name,
            "criterion": one.criterion,
            "value": one.value,
            "ends": [one.low, one.high],
            "value_words": decimal(one.value, 2) if one.value is not None else "",
            "interval_words": span(decimal(one.low, 2), decimal(one.high, 2))
            if one.low is not None and one.high is not None
            else "",
            "units": one.units,
            "words": one.words,
        }
        for one in findings.agreement
    ]
