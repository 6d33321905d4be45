"""How far long work is; whoever calls says how that is shown."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import TypeAlias

Reached: TypeAlias = Callable[[int], None]
Counting: TypeAlias = Callable[[str, int | None], AbstractContextManager[Reached]]


@contextmanager
def quietly(words: str, total: int | None) -> Iterator[Reached]:  # noqa: ARG001 - what a bar would show
    """Show nothing."""
    yield lambda _: None
