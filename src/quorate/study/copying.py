"""Copy a study from one store to another: the same log, position by position."""

from collections.abc import Callable
from itertools import islice, takewhile

from quorate.errors import ExistsError, StoreError
from quorate.records.events import Event, ItemsAdded, OutputsAdded, ScoresAdded, StudyDefined, SystemAdded
from quorate.records.holdings import AdditionEvent, Holdings
from quorate.records.material import Material, SystemOutputs
from quorate.records.scores import Scores
from quorate.stores import Store

_STRIDE = 5000


def copy_study(
    source: Store,
    target: Store,
    study: str,
    *,
    with_secret: bool = False,
    progress: Callable[[int], None] | None = None,
) -> int:
    """Copy a study and return how many events its log has. A copy that was cut short goes on where it stopped.

    Args:
        source: Where it lives.
        target: Where the copy shall live.
        study: Its name.
        with_secret: Also what its questions are drawn from, so that the copy can ask on; a closed log holds it anyway.
        progress: Called with the position reached, now and then.

    Raises:
        ExistsError: The target holds another study of that name.
        UnknownError: The source has no such study.
    """
    holdings = source.holdings(study)
    events = source.events(study)
    _, definition = next(events)
    if not isinstance(definition, StudyDefined):
        raise StoreError(f"The log of {study!r} does not begin with StudyDefined.")
    if study in target.studies():
        position = _shared_length(source, target, study)
    else:
        added = [event for _, event in takewhile(lambda entry: isinstance(entry[1], SystemAdded), events)]
        joined = [event for event in added if isinstance(event, SystemAdded)]
        first = Material(items=holdings.items, systems=holdings.systems[: len(joined)])
        target.create(definition, joined, first)
        position = 1 + len(joined)
    target.restore_annotators(study, source.annotators(study))
    if with_secret and (secret := source.secret(study)) is not None:
        target.keep_secret(study, secret)
    rest = source.events(study, position)
    while stretch := list(islice(rest, _STRIDE)):
        position = _append(target, study, holdings, stretch)
        if progress:
            progress(position)
    return position


def _append(target: Store, study: str, holdings: Holdings, stretch: list[tuple[int, Event]]) -> int:
    plain: list[Event] = []
    position = stretch[0][0] - 1
    for place, event in stretch:
        if isinstance(event, SystemAdded | ItemsAdded | OutputsAdded | ScoresAdded):
            if plain:
                target.append(study, plain)
                plain = []
            _add(target, study, holdings, place, event)
        else:
            plain.append(event)
        position = place
    if plain:
        target.append(study, plain)
    return position


def _add(target: Store, study: str, holdings: Holdings, place: int, event: SystemAdded | AdditionEvent) -> None:
    """Let what an event brought join the copy as well."""
    if isinstance(event, SystemAdded):
        target.add_system(study, holdings.systems[event.system], event, seen=place - 1)
        return
    addition = holdings.additions.get(place)
    if isinstance(event, ItemsAdded) and isinstance(addition, Material):
        target.add_items(study, addition, event, seen=place - 1)
    elif isinstance(event, OutputsAdded) and isinstance(addition, SystemOutputs):
        target.add_outputs(study, addition, event, seen=place - 1)
    elif isinstance(event, ScoresAdded) and isinstance(addition, Scores):
        target.add_scores(study, addition, event, seen=place - 1)
    else:
        raise StoreError(f"What joined {study!r} at position {place} is not in its store.")


def _shared_length(source: Store, target: Store, study: str) -> int:
    """How long the target's log is, where it is the beginning of the source's."""
    length = 0
    theirs = source.events(study)
    for position, event in target.events(study):
        if next(theirs, None) != (position, event):
            raise ExistsError(f"The target holds another study called {study!r}. Choose another store.")
        length = position
    return length
