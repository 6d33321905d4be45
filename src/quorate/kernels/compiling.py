"""Compiled functions whose disk cache knows when it is stale.

Numba keeps compiled code beside the source and takes it as long as the function's own file is unchanged; a function in
another file that it calls may have changed meanwhile. `compiled` ties the cache to every file whose compiled code
others call, so that an edit or an upgrade of any of them compiles anew what may depend on it.
"""

import hashlib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, Literal, TypeVar, cast

from numba import njit

Function = TypeVar("Function", bound=Callable[..., Any])

_PACKAGE = Path(__file__).parent.parent
_SHARED = ("kernels/*.py", "policies/duels/*/*.py")  # where compiled code lives that others call


def compiled(function: Function) -> Function:
    """Compile a function with numba and keep the result on disk."""
    return _compiled(function, inline="never")


def inlined(function: Function) -> Function:
    """The same for a function that is written into those that call it: what it is given is not handed on in between."""
    return _compiled(function, inline="always")


def _compiled(function: Function, inline: Literal["never", "always"]) -> Function:
    dispatcher: Any = njit(cache=True, inline=inline)(function)
    cache_file = getattr(dispatcher._cache, "_cache_file", None)  # noqa: SLF001 - numba has no public way to say this
    if cache_file is not None:
        # Compared before anything else is read: stale code may name types that are not there any more.
        cache_file._version = (cache_file._version, cache_file._source_stamp, _stamp())  # noqa: SLF001
    return cast("Function", dispatcher)


@cache
def _stamp() -> str:
    """Fingerprint of every file whose compiled code others may call."""
    hasher = hashlib.sha256()
    for pattern in _SHARED:
        for path in sorted(_PACKAGE.glob(pattern)):
            text = path.read_bytes()
            if b"kernels.compiling import" in text:
                hasher.update(path.name.encode())
                hasher.update(text)
    return hasher.hexdigest()
