"""Judgments as rows of a table."""

import math
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from quorate.study import Study


def judgment_rows(study: "Study", *, everything: bool = False) -> Iterator[dict[str, Any]]:
    """One row for each judgment and criterion; those that count, or all live ones.

    In a comparison `system_a` is the output that was shown on the left, and `outcome` the preference for it.
    Of a tag the label is the `answer`.
    """
    import numpy as np

    from quorate.questions import Family, kind_of

    history, index, kind = study.history, study.index, kind_of(study.design)
    details = _details(study)
    counts = history.counts
    shown = history.is_judged & history.is_question if everything else counts  # practice and checks show no system
    for place in np.flatnonzero(shown).tolist():
        number = place + 1
        cell = {name: history.cell(name, number) for name in _COPIED}
        systems = [index.systems[system] for system in history.systems_of(number)]
        values = tuple(history["values"][place].tolist())
        about: dict[str, Any] = {"item": index.items[history.cell("item", number)]}
        about |= _part(study, number)
        about |= {"annotator": cell.pop("annotator"), "number": number, "copy_of": cell.pop("copy_of")}
        told = {"asked": _moment(cell.pop("time")), "told": _moment(cell.pop("judged_time"))}
        rest = {name: _known(value) for name, value in cell.items()} | told
        rest |= {"reason": details.get(number)} if details else {}
        rest |= {"counts": bool(counts[place])} if everything else {}
        if len(systems) == 2:
            pair = {"system_a": systems[0], "system_b": systems[1], "outcome": values[0]}
            yield {**about, **pair, "answer": kind.answer(values, {}), **rest}
        elif kind.family is Family.TAG:
            yield {**about, "answer": kind.answer(values, {}), **rest}
        else:
            for criterion, score in zip(kind.criteria, values, strict=True):
                yield {
                    **about,
                    "system": systems[0] if systems else None,
                    "criterion": criterion.name,
                    "score": score,
                    **rest,
                }


def _part(study: "Study", number: int) -> dict[str, Any]:
    """Which part a question is about, and what it says where the study holds the parts."""
    item, part = study.history.cell("item", number), study.history.cell("part", number)
    if part < 0:
        return {}
    if not study.index.parts.count:
        return {"part": part}
    return {"part": part, "part_text": study.store.part(study.name, item, part).text}


_COPIED = (
    "annotator",
    "copy_of",
    "pair_probability",
    "item_probability",
    "side_probability",
    "pair_choices",
    "item_choices",
    "time",
    "judged_time",
    "seconds",
)


def _details(study: "Study") -> dict[int, str]:
    """Question → the reason its annotator gave, where there is one."""
    from quorate.records.events import JudgmentRecorded

    return {
        event.number: event.detail["reason"]
        for _, event in study.store.events(study.name)
        if isinstance(event, JudgmentRecorded) and event.detail.get("reason")
    }


def _moment(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _known(value: Any) -> Any:  # noqa: ANN401 - a cell
    return None if isinstance(value, float) and math.isnan(value) else value
