"""Compiled functions whose disk cache knows when it is stale.

Numba keeps compiled code beside the source and takes it as long as the function's own file is unchanged; a function in
another file that it calls may have changed meanwhile. `compiled` ties the cache to every file with compiled code that
the function's file imports, itself or through others, so that an edit or an upgrade of any of them compiles anew what
may depend on it, and nothing else.
"""

import hashlib
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, Literal, TypeVar, cast

from numba import njit

Function = TypeVar("Function", bound=Callable[..., Any])

_PACKAGE = Path(__file__).parent.parent
_SHARED = ("kernels", "policies.duels")  # where compiled code lives that others call
_IMPORT = re.compile(r"^\s*from +([\w.]+) +import +(\([^)]*\)|[^\n]+)", re.MULTILINE)


def compiled(function: Function, *, pattern: str = "") -> Function:
    """Compile a function with numba and keep the result on disk.

    Args:
        function: What to compile.
        pattern: File that it was written in, where it is kept beside another one: an edit of it compiles anew as well.
    """
    return _compiled(function, inline="never", pattern=pattern)


def inlined(function: Function) -> Function:
    """The same for a function that is written into those that call it: what it is given is not handed on in between."""
    return _compiled(function, inline="always")


def _compiled(function: Function, inline: Literal["never", "always"], pattern: str = "") -> Function:
    dispatcher: Any = njit(cache=True, inline=inline)(function)
    cache_file = getattr(dispatcher._cache, "_cache_file", None)  # noqa: SLF001 - numba has no public way to say this
    if cache_file is not None:
        # Compared before anything else is read: stale code may name types that are not there any more.
        stamp = _stamp(Path(function.__code__.co_filename)) + (_stamp(Path(pattern)) if pattern else "")
        cache_file._version = (cache_file._version, cache_file._source_stamp, stamp)  # noqa: SLF001
        cache_file._load_index = _readable(cache_file._load_index)  # noqa: SLF001
    return cast("Function", dispatcher)


def _readable(load: Callable[[], dict[Any, str]]) -> Callable[[], dict[Any, str]]:
    """Loads what is kept; nothing where it names types of a module that this process does not have.

    A policy of somebody else's hands its own memory to functions that all policies call.
    """

    def load_or_nothing() -> dict[Any, str]:
        try:
            return load()
        except (ImportError, AttributeError):
            return {}

    return load_or_nothing


@cache
def _stamp(path: Path) -> str:
    """Fingerprint of every file whose compiled code functions of this one may call."""
    hasher = hashlib.sha256()
    for name, file in sorted(_files_used(path).items()):
        text = file.read_bytes()
        if b"kernels.compiling import" in text:
            hasher.update(name.encode())
            hasher.update(text)
    return hasher.hexdigest()


def _files_used(path: Path) -> dict[str, Path]:
    """Module → file, of what a file imports from where compiled code lives, whatever it goes through."""
    found: dict[str, Path] = {}
    unread = [path]
    while unread:
        new = {name: file for name, file in _imports(unread.pop()).items() if name not in found}
        found |= new
        unread += new.values()
    return found


@cache
def _imports(path: Path) -> dict[str, Path]:
    """The same of its own imports. By its text: what is imported later, or is being imported, counts as well."""
    found = {}
    for home, names in _IMPORT.findall(path.read_text(encoding="utf-8")):
        package, _, module = home.partition(".")
        if package != _PACKAGE.name or not f"{module}.".startswith(tuple(f"{shared}." for shared in _SHARED)):
            continue
        for one in (module, *(f"{module}.{name}" for name in re.findall(r"\w+", names))):
            file = _PACKAGE.joinpath(*one.split(".")).with_suffix(".py")
            if file.is_file():
                found[one] = file
    return found
