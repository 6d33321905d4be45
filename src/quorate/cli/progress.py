"""Progress on stderr."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def counting(words: str, total: int | None) -> Iterator[Callable[[int], None]]:
    """Show how far something is; call what this gives with the number reached.

    In a terminal a bar moves; elsewhere one line is printed at the end.

    Args:
        words: What is going on.
        total: The number at the end, where it is known.
    """
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True, markup=False)) as bar:
        task = bar.add_task(words, total=total)
        yield lambda reached: bar.update(task, completed=reached)
        reached = bar.tasks[0].completed
        bar.update(task, total=reached if total is None or reached < total else total)
