"""Let something join a study that runs: a system, items, outputs that were missing, scores, predictions.

What joins is written with one event, or not at all, and counts from the next question on. Judgments stay.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

from quorate.errors import InputError
from quorate.io.held import Source, as_file
from quorate.results import Result
from quorate.wording.phrases import counted

if TYPE_CHECKING:
    from quorate.records.material import SystemOutputs
    from quorate.records.scores import Scores
    from quorate.study import Study

What = Literal["system", "items", "outputs", "scores", "predictions"]


@dataclass(frozen=True, kw_only=True, repr=False)
class Added(Result):
    """What joined a study.

    Attributes:
        study: Its name.
        what: What it was.
        name: What it is called: the system, the comparer or judge, the metrics; empty for items.
        count: How many items, outputs, scores or predictions.
        outputs: How many outputs came with it.
        missing: How many items a system has no output for.
        number: Number of the system, or of the first item; −1 where nothing was numbered.
        statements: How many statements it brings, where outputs are sets; `None` elsewhere.
        unknown: How many of them nobody had stated.
        asked: About how many more statements will be asked about because of it.
    """

    study: str
    what: What
    name: str = ""
    count: int
    outputs: int = 0
    missing: int = 0
    number: int = -1
    statements: int | None = None
    unknown: int = 0
    asked: int = 0

    def to_rows(self) -> Iterator[dict[str, Any]]:
        """One row."""
        yield self.to_json()

    def to_json(self) -> dict[str, Any]:
        """What joined, as plain values."""
        found: dict[str, Any] = {"study": self.study}
        match self.what:
            case "system":
                found |= {"system": self.name, "number": self.number, "outputs": self.count, "missing": self.missing}
                if self.statements is not None:
                    found |= {"statements": self.statements, "unknown": self.unknown, "asked": self.asked}
            case "items":
                found |= {"first": self.number, "items": self.count, "outputs": self.outputs}
            case "outputs":
                found |= {"system": self.name, "outputs": self.count}
            case _:
                found |= {"name": self.name, self.what: self.count}
        return found

    @property
    def headline(self) -> str:
        """In a sentence."""
        if self.statements is not None:
            return f"{self.name} joined {self.study} with {stated_words(self.statements, self.unknown, self.asked)}"
        if self.what == "system":
            words = f"{self.name} joined {self.study} with {counted(self.count, 'output')}."
            return words + (f" It has none for {counted(self.missing, 'item')}." if self.missing else "")
        if self.what == "items":
            return f"{counted(self.count, 'item')} joined {self.study}, with {counted(self.outputs, 'output')}."
        thing = {"outputs": "output", "scores": "score", "predictions": "prediction"}[self.what]
        return f"{counted(self.count, thing)} of {self.name} joined {self.study}."


def add_system(
    study: "Study | str",
    outputs: Source,
    *,
    system: str = "",
    metrics: Source = None,
    store: Any = "quorate.db",  # noqa: ANN401 - address or store
) -> Added:
    """Let a system join. Its outputs must be for items that the study has; it need not have all of them.

    Args:
        study: A study, or its name in a store.
        outputs: Its outputs, with metrics in further columns: a file, rows, a frame.
        system: Its name; where there are several systems, which one to take. Without it, the file's own name.
        metrics: Automatic scores of its outputs, from elsewhere.
        store: Where the study lives: the path of an SQLite file, the address of a database, or an open store.

    Raises:
        InputError: An item is unknown, or the system is in the study already.

    Example:
        >>> from quorate import add_system, define
        >>> rows = [{"item": n, "system": name, "output": f"{name} {n}"} for n in range(9) for name in ("a", "b")]
        >>> study = define("small", rows, seed=1)
        >>> print(add_system(study, [{"item": 0, "output": "c 0"}], system="c"))
        c joined small with 1 output. It has none for 8 items.
    """
    with _opened(study, store) as opened:
        given = _outputs_of(opened, outputs, system)
        if metrics is not None:
            given = _with_metrics(opened, given, metrics)
        brought = _brought(opened, given)
        number = opened.owner.add_system(given)
        lacking = len(opened.ledger.whole_index.items) - given.count
        joined = _joined(opened, "system", name=given.name, count=given.count, missing=lacking, number=number)
        return replace(joined, **brought)


def add_items(study: "Study | str", outputs: Source, *, store: Any = "quorate.db") -> Added:  # noqa: ANN401
    """Let items join, with what systems of the study produced for them.

    Args:
        study: A study, or its name in a store.
        outputs: Items that the study does not have, with outputs, in any shape that `define` reads.
        store: Where the study lives.

    Raises:
        InputError: An item is there already, a system is not, or annotators would miss a text that they see.
        StudyError: What the study claims is about the items it began with.

    Example:
        >>> from quorate import add_items, define
        >>> rows = [{"item": n, "system": name, "output": f"{name} {n}"} for n in range(9) for name in ("a", "b")]
        >>> study = define("small", rows[:16], seed=1)
        >>> print(add_items(study, rows[16:]))
        1 item joined small, with 2 outputs.
    """
    from quorate.io import understand, understand_statements
    from quorate.questions import Family
    from quorate.records.showing import with_shown

    with _opened(study, store) as opened, as_file(outputs) as path:
        if opened.kind.family is Family.SET:
            given = understand_statements(path, is_stated=opened.kind.arity > 0).material
        else:
            given = understand(path).material
        for system in given.systems:
            opened.ledger.whole_index.system(system.name)  # raises where the study has none of that name
        _, given = with_shown(opened.design, given)
        numbers = opened.owner.add_items(given)
        produced = sum(system.count for system in given.systems)
        return _joined(opened, "items", count=len(numbers), outputs=produced, number=numbers.start)


def add_outputs(study: "Study | str", outputs: Source, *, system: str = "", store: Any = "quorate.db") -> Added:  # noqa: ANN401
    """Let outputs join that a system of the study had none of.

    Args:
        study: A study, or its name in a store.
        outputs: The outputs, for items that the study has.
        system: The system; where there are several, which one to take. Without it, the file's own name.
        store: Where the study lives.

    Raises:
        InputError: The system has such an output already, or an item is unknown.
        StudyError: What the study claims is about the outputs it began with.

    Example:
        >>> from quorate import add_outputs, define
        >>> rows = [{"item": n, "system": name, "output": f"{name} {n}"} for n in range(9) for name in ("a", "b")]
        >>> study = define("small", rows[:17], seed=1)
        >>> print(add_outputs(study, rows[17:], system="b"))
        1 output of b joined small.
    """
    with _opened(study, store) as opened:
        given = _outputs_of(opened, outputs, system)
        count = opened.owner.add_outputs(given)
        return _joined(opened, "outputs", name=given.name, count=count)


def add_scores(study: "Study | str", scores: Source, *, signature: str = "", store: Any = "quorate.db") -> Added:  # noqa: ANN401
    """Let scores of outputs, or of their parts, join: all metrics of a file, or none.

    Args:
        study: A study, or its name in a store.
        scores: `item`, `system` (of parts: `item`, `part`; of statements: `item`, `statement`) and a column for each
            metric, or `metric` and `score`.
        signature: What made them, in a line that lets somebody make them again.
        store: Where the study lives.

    Raises:
        InputError: One is of an output that is not there, was given before, or is no finite number; or its name is
            taken by something that somebody else made.

    Example:
        >>> from quorate import add_scores, define
        >>> rows = [{"item": n, "system": name, "output": f"{name} {n}"} for n in range(9) for name in ("a", "b")]
        >>> study = define("small", rows, seed=1)
        >>> print(add_scores(study, [{"item": 0, "system": "a", "chrf": 41.5}], signature="chrF2"))
        1 score of chrf joined small.
    """
    from quorate.io.joining import read_joining_scores
    from quorate.io.scored_statements import read_scored_statements

    with _opened(study, store) as opened, as_file(scores) as path:
        index = opened.ledger.whole_index
        given = read_scored_statements(path, index, signature) or read_joining_scores(path, index, signature)
        return _add(opened, "scores", given)


def add_predictions(
    study: "Study | str",
    predictions: Source,
    *,
    called: str,
    signature: str = "",
    store: Any = "quorate.db",  # noqa: ANN401
) -> Added:
    """Let predictions join: what a comparer or a judge says of two outputs for an item.

    Args:
        study: A study, or its name in a store.
        predictions: `item`, `system_a`, `system_b` and `win`, the chance that a is better; perhaps `tie`, the chance of
            a tie, and `spread`, how unsure that is.
        called: What the comparer or judge is called.
        signature: What made them, in a line that lets somebody make them again.
        store: Where the study lives.

    Raises:
        InputError: One is about an output that is not there, was given before, or is no chance; or the name is taken.

    Example:
        >>> from quorate import add_predictions, define
        >>> rows = [{"item": n, "system": name, "output": f"{name} {n}"} for n in range(9) for name in ("a", "b")]
        >>> study = define("small", rows, seed=1)
        >>> said = [{"item": 0, "system_a": "b", "system_b": "a", "win": 0.7, "tie": 0.1}]
        >>> print(add_predictions(study, said, called="judge"))
        1 prediction of judge joined small.
    """
    from quorate.io.joining import read_predictions

    with _opened(study, store) as opened, as_file(predictions) as path:
        given = read_predictions(path, opened.ledger.whole_index, called, signature)
        return _add(opened, "predictions", [given])


def _add(study: "Study", what: What, given: "list[Scores]") -> Added:
    """Let all join, after all were looked through."""
    for one in given:
        study.owner.growing.check_scores(one)
    count = sum(study.owner.add_scores(one) for one in given)
    return _joined(study, what, name=", ".join(one.name for one in given), count=count)


def _joined(study: "Study", what: What, **found: Any) -> Added:  # noqa: ANN401
    return Added(study=study.name, what=what, **found)


def _brought(study: "Study", given: "SystemOutputs") -> dict[str, Any]:
    """What a system brings to a study of sets, and costs; nothing elsewhere."""
    from quorate.questions import Family

    if study.kind.family is not Family.SET or not study.kind.arity or given.name in study.ledger.whole_index.systems:
        return {}
    from quorate.estimators.set_plan import joining_of

    found = joining_of(study.design, study.ledger.index, given)
    return {"statements": found.statements, "unknown": found.unknown, "asked": found.asked}


def stated_words(statements: int, unknown: int, asked: int) -> str:
    """What a system brings to a study of sets, in words."""
    if not statements:
        return "no statement: it states nothing, and its precision stays unknown."
    more = f"about {counted(asked, 'statement')} more will be asked about" if asked else "nothing more has to be asked"
    return f"{counted(statements, 'statement')}, {unknown:,} of them new; {more}."


def _outputs_of(study: "Study", outputs: Source, system: str) -> "SystemOutputs":
    from quorate.io import read_stated_system, read_system
    from quorate.questions import Family

    items = study.ledger.whole_index.items
    with as_file(outputs) as path:
        if study.kind.family is Family.SET:
            return read_stated_system(path, items, system or None)
        return read_system(path, items, system or None)


def _with_metrics(study: "Study", given: "SystemOutputs", metrics: Source) -> "SystemOutputs":
    """The outputs with scores from elsewhere; those of other systems in the same place are left out."""
    import numpy as np

    from quorate.io.joining import read_joining_scores
    from quorate.records.scores import NO_SECOND

    if given.name in study.ledger.whole_index.systems:
        return given  # it cannot join, and will be told so
    index = replace(study.ledger.whole_index, systems=(*study.ledger.whole_index.systems, given.name))
    with as_file(metrics) as path:
        found = read_joining_scores(path, index)
    scores = dict(given.metrics)
    for one in found:
        mine = (one.first == len(index.systems) - 1) & (one.second == NO_SECOND)
        values = np.full(len(index.items), np.nan)
        values[one.item[mine]] = one.values[mine]
        lacking = next((item for item in one.item[mine].tolist() if given.texts[item] is None), None)
        if lacking is not None:
            item = index.items[lacking]
            raise InputError(f"{one.name!r} scores the output of {given.name!r} for item {item!r}, and there is none.")
        if mine.any():
            scores[one.name] = values
    return replace(given, metrics=scores)


@contextmanager
def _opened(study: "Study | str", store: Any) -> "Iterator[Study]":  # noqa: ANN401
    """A study, opened where only its name is given."""
    from quorate.study import Study

    if isinstance(study, Study):
        study.ledger.read_on()
        yield study
        return
    opened = Study.open(study, store)
    try:
        yield opened
    finally:
        if isinstance(store, str):
            opened.store.close()
