"""What other packages bring along: readers, metrics, kinds of questions and policies, by entry points.

A package names one object for each, under the name that designs and commands will call it:

    [project.entry-points."quorate.kinds"]
    ranking = "mypackage.ranking:Ranking"

Nothing is registered at run time, so that every process that has the package installed knows the same names. Our own
names come first: no package can change what `rating` means.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from quorate.errors import InputError

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

Group: TypeAlias = Literal["readers", "metrics", "kinds", "policies"]


@cache
def brought_along(group: Group) -> Mapping[str, EntryPoint]:
    """Name → where other packages have it; nothing is loaded.

    Raises:
        InputError: Two packages use one name.
    """
    from importlib.metadata import entry_points

    found: dict[str, EntryPoint] = {}
    for entry in entry_points(group=f"quorate.{group}"):
        other = found.setdefault(entry.name, entry)
        if other.value != entry.value:
            raise InputError(
                f"Two packages bring {entry.name!r} for quorate.{group}: {_home(other)} and {_home(entry)}. Uninstall "
                "one of them."
            )
    return MappingProxyType(found)


def load_plugin(group: Group, name: str) -> Any:  # noqa: ANN401 - whoever asks checks what it is
    """The object that another package brings along under a name.

    Raises:
        InputError: It cannot be loaded.
    """
    entry = brought_along(group)[name]
    try:
        return entry.load()
    except (ImportError, AttributeError) as error:
        raise InputError(
            f"{name!r}, brought for quorate.{group} by {_home(entry)}, cannot be loaded: {error}. Update or uninstall "
            "that package."
        ) from error


def wrong_plugin(group: Group, name: str, what: object, expected: str) -> InputError:
    """An error about an object that is not what its group takes."""
    home = _home(brought_along(group)[name])
    return InputError(f"{name!r}, brought for quorate.{group} by {home}, is {what!r:.60}, not {expected}.")


def version_of(group: Group, name: str) -> str:
    """Where an object comes from and in which version: what it computed holds for these alone."""
    entry = brought_along(group)[name]
    return f"{entry.value} {entry.dist.version if entry.dist is not None else ''}"


def _home(entry: EntryPoint) -> str:
    return f"{entry.dist.name} ({entry.value})" if entry.dist is not None else entry.value
