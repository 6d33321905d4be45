"""What another study has listed, for the recall of a study of statements: read from the log of the other."""

from collections import Counter

import numpy as np

from quorate.errors import InputError, UnknownError
from quorate.estimators.set_documents import chances_of_items
from quorate.estimators.set_listings import Listings
from quorate.questions import Listing, StatementKind, kind_of
from quorate.records.design import Design
from quorate.records.events import JudgmentRecorded
from quorate.records.statements import look_of
from quorate.stores import Store
from quorate.study.ledger import Ledger


def listings_for(ledger: Ledger) -> Listings | None:
    """What a study has listed so far, or the one that its design names has; `None` where there is none.

    Raises:
        InputError: What it names is no study that lists.
    """
    if isinstance(kind_of(ledger.design), Listing):
        return _listings(ledger)
    other = listing_study(ledger.study, ledger.design, ledger.store)
    return None if other is None else _listings(other)


def listing_study(study: str, design: Design, store: Store) -> Ledger | None:
    """The study that a design of statements names for its recall; `None` where it names none.

    Raises:
        InputError: What it names is no study that lists.
    """
    kind = kind_of(design)
    if not isinstance(kind, StatementKind) or not kind.listed_in:
        return None
    if kind.listed_in == study:
        raise InputError(f"The study {study!r} cannot be listed in itself. Name one of the kind listing.")
    try:
        other = Ledger(kind.listed_in, store)
    except UnknownError as error:
        raise InputError(f"There is no study {kind.listed_in!r} here, which should list: define it first.") from error
    if other.design.kind != "listing":
        raise InputError(f"The study {kind.listed_in!r} asks for {other.design.kind}s; name one of the kind listing.")
    return other


def _listings(other: Ledger) -> Listings:
    history, index, store = other.history, other.index, other.store
    said: dict[int, list[set[int]]] = {}
    for row in np.flatnonzero(history.counts).tolist():
        event = store.event(other.study, int(history["judged_position"][row]))
        assert isinstance(event, JudgmentRecorded)
        found = {look_of(words) for words in event.detail.get("listed", ())}
        said.setdefault(int(history["item"][row]), []).append(found)
    asked = np.flatnonzero(history.is_question)
    chances = chances_of_items(other.design, index, history)
    reached = np.ones(len(chances))
    items = history["item"][asked]
    if len(asked):
        known = history["item_probability"][asked]
        with np.errstate(divide="ignore"):
            furthest = float(np.max(-np.log1p(-known) / chances[items]))
        reached = -np.expm1(-furthest * chances) if np.isfinite(furthest) else reached
    answered = len(said) / max(len(np.unique(items)), 1)
    return Listings(
        found={index.items[item]: _merged(copies) for item, copies in said.items()},
        weight={index.items[item]: float(1 / (reached[item] * answered)) for item in said},
        population=int((chances > 0).sum()) if other.design.selector == "uniform" else None,
    )


def _merged(copies: list[set[int]]) -> tuple[int, ...]:
    """What at least half of those who listed an item have listed."""
    counts = Counter(number for one in copies for number in one)
    return tuple(sorted(number for number, count in counts.items() if 2 * count >= len(copies)))
