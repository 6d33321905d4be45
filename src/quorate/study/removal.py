"""Take a system out of a study that has not begun."""

from quorate.errors import StudyError, UnknownError
from quorate.questions import kind_of
from quorate.stores import Store
from quorate.study.study import Study


def remove_system(store: Store, study: str, system: str) -> None:
    """Take out a system, as long as nobody was asked anything. Whoever has the study open opens it anew.

    Raises:
        StudyError: The study has begun, or too few systems would be left.
        UnknownError: No such study, or no such system.
    """
    opened = Study.open(study, store)
    names = [event.name for event in opened.history.systems]
    if system not in names:
        raise UnknownError(f"{study!r} has no system called {system!r}.")
    arity = kind_of(opened.design).arity
    least = max(arity, opened.design.top + 1 if opened.design.target == "top" else 0)
    if len(names) <= least:
        raise StudyError(f"{study!r} has {len(names)} systems and needs as many: none can go.")
    store.remove_system(study, names.index(system))
