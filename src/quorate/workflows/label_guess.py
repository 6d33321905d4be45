"""First guesses that a labeller gets for its inputs: from a model of one's own, for several inputs at once."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any, TypeAlias, TypeVar

Guess: TypeAlias = "Sequence[Any] | None"
Given = TypeVar("Given")
Made = TypeVar("Made")


def first_guess(own: Any, kind: Any, text: str, spans: Sequence[tuple[int, int]], seconds: float) -> Guess:  # noqa: ANN401
    """Chances of the labels for each position of a text; `None` where the model has none.

    Args:
        own: What guesses. It has `guess_labels`, which sees the whole text, or `predict_proba`, which sees positions.
        kind: The tag that is asked for.
        text: The text.
        spans: Where its positions begin and end.
        seconds: How long it may take.
    """
    found: Guess
    if hasattr(own, "guess_labels"):
        found = own.guess_labels(
            text, spans, labels=kind.labels, about=kind.about, question=kind.words, seconds=seconds
        )
    else:
        found = own.predict_proba([text[start:end] for start, end in spans])
    return found


@contextmanager
def several_at_once(own: Any, make: Callable[[Given], Made]) -> Iterator[Callable[[Given], "Future[Made]"]]:  # noqa: ANN401
    """Make something of each input: as many at once as a model allows that has to be waited for, else one by one."""
    if not hasattr(own, "guess_labels"):
        yield lambda given: _done(make(given))
        return
    pool = ThreadPoolExecutor(getattr(own, "at_once", 1), thread_name_prefix="input")
    try:
        yield lambda given: pool.submit(make, given)
    finally:
        pool.shutdown(cancel_futures=True)


def _done(made: Made) -> "Future[Made]":
    future: Future[Made] = Future()
    future.set_result(made)
    return future
