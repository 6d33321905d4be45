"""Does a study's log reproduce itself?"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from quorate.study import Study, Verification


def verify(
    study: "Study | str",
    *,
    store: Any = "quorate.db",  # noqa: ANN401 - address or store
    progress: Callable[[int], None] | None = None,
    most: int = 20,
) -> "Verification":
    """Decide every question of a study again, from what its policy had seen, and compare.

    Args:
        study: A study, or its name in a store.
        store: Where it lives: the path of an SQLite file, the address of a database, or an open store.
        progress: Called with the position reached in the log, now and then.
        most: Stop after so many problems.

    Raises:
        UnknownError: There is no such store, or no such study in it.

    Example:
        >>> from quorate import define
        >>> rows = [{"item": n, "system": name, "output": f"{name} {n}"} for n in range(9) for name in ("a", "b")]
        >>> study = define("small", rows, seed=1)
        >>> question = study.ask("ada")
        >>> verify(study).holds
        True
    """
    from quorate.study import Study
    from quorate.study import verify as replay

    if isinstance(study, Study):
        return replay(study, progress=progress, most=most)
    opened = Study.open(study, store)
    try:
        return replay(opened, progress=progress, most=most)
    finally:
        if isinstance(store, str):
            opened.store.close()
