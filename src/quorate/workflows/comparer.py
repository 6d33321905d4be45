"""A comparer of one's own: trained, held against people, and asked about pairs."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from quorate.errors import InputError
from quorate.io.held import Source, are_sources, as_file
from quorate.records.codec import to_json
from quorate.results import Result
from quorate.wording.phrases import counted

if TYPE_CHECKING:
    from quorate.estimators.trust.comparers import ComparerTrust, ShareRight
    from quorate.io.compared_texts import ComparedOutputs
    from quorate.metrics.comparer import Chances, Outputs
    from quorate.metrics.saved import SavedComparer
    from quorate.metrics.transformer import Doubt


def _percent(share: float) -> str:
    """A share in words."""
    return f"{100 * share:.1f} %"


def _share(one: "ShareRight") -> str:
    return f"{100 * one.value:.1f} % ({100 * one.low:.1f} to {100 * one.high:.1f} %)"


@dataclass(frozen=True, kw_only=True, repr=False)
class TrainedComparer(Result):
    """A comparer that was trained, or read from disk.

    Attributes:
        saved: The comparer, and what it learned from.
        understood: How files were read.
    """

    saved: "SavedComparer"
    understood: tuple[str, ...] = ()

    @property
    def headline(self) -> str:
        """What it learned from."""
        said = f"A comparer that learned from {' and '.join(self.saved.learned_from)}."
        return " ".join([said, *self.saved.comparer.notes])

    def with_doubt(self, doubt: "Doubt") -> "TrainedComparer":
        """The same, its doubt measured in another way: by its ensemble, or by dropout where it reads.

        Raises:
            InputError: It does not read.
        """
        from quorate.metrics.transformer import Transformer

        comparer = self.saved.comparer
        if isinstance(comparer, Transformer) and comparer.readers:
            return replace(self, saved=replace(self.saved, comparer=comparer.with_doubt(doubt)))
        if doubt == "dropout":
            raise InputError("Doubt by dropout takes a comparer that reads, trained with --encoder.")
        return self

    def compare(self, outputs: "Outputs", first: Any, second: Any) -> "Chances":  # noqa: ANN401 - arrays
        """The chances of pairs: what `EarlyStopping` and `pick_best` ask for."""
        return self.saved.comparer.compare(outputs, first, second)

    def evaluate(
        self, outputs: Source, comparisons: Source, *, by: Sequence[str] = (), level: float = 0.95
    ) -> "ComparerFindings":
        """Hold it against comparisons by people: see `evaluate_comparer`."""
        return evaluate_comparer(self, outputs, comparisons, by=by, level=level)

    def predict(self, outputs: Source) -> list[dict[str, Any]]:
        """What it says of every two outputs of an item, as rows that `add_predictions` takes: see `predict_pairs`."""
        from quorate.workflows.comparer_predictions import predict_pairs

        return predict_pairs(self, outputs)[0]

    def save(self, folder: str | Path) -> None:
        """Write it into a folder.

        Raises:
            InputError: The folder cannot be written to, or holds something else.
        """
        from quorate.metrics.saved import save_comparer

        save_comparer(self.saved, Path(folder))

    def to_rows(self) -> Iterator[dict[str, Any]]:
        """One row for each number it goes by, with how much it moves the preference."""
        light = self.saved.light
        if light is None:
            return
        for name, weight in zip(light.names, light.sided[0][: len(light.names)], strict=True):
            yield {"number": name, "weight": float(weight)}

    def to_json(self) -> dict[str, Any]:
        """What it is, as plain values."""
        return {
            "signature": self.saved.signature,
            "learned_from": list(self.saved.learned_from),
            "comparisons": self.saved.comparer.count,
            "names": list(self.saved.comparer.names),
            "notes": list(self.saved.comparer.notes),
        }


@dataclass(frozen=True, kw_only=True, repr=False)
class ComparerFindings(Result):
    """How far a comparer says what people say.

    Attributes:
        trust: The numbers.
        left_out: Comparisons left out because the comparer learned from one of their outputs.
        same_items: Comparisons of the others about items that it learned from by outputs of other systems.
        signature: Which comparer.
        level: Level of the intervals.
        understood: How files were read.
    """

    trust: "ComparerTrust"
    left_out: int
    same_items: int
    signature: str
    level: float
    understood: tuple[str, ...]

    @property
    def headline(self) -> str:
        """How often it is right, beside what a guess and two people reach."""
        one = self.trust.accuracy
        people = "" if self.trust.people is None else f"; two people agree in {_percent(self.trust.people)}"
        said = (
            f"Right in {_share(one)} of {counted(one.count, 'comparison')}; the most frequent outcome alone is right "
            f"in {_percent(self.trust.common)}{people}."
        )
        return said if one.low > self.trust.common else f"{said} That is no better than a guess: do not rely on it."

    @property
    def words(self) -> tuple[str, ...]:
        """What else there is to know."""
        trust = self.trust
        said = [
            f"Where people decide it is right in {_share(trust.decided)}, its ties counting one half.",
            f"Calibration error {_percent(trust.calibration)}.",
        ]
        less = f"Of a wrong and a right answer the wrong one is less confident in {_percent(trust.errors)}"
        said.append(f"{less}, and divides its ensemble more in {_percent(trust.doubts)} (50 % says nothing).")
        same = f"A swapped pair changes a chance by up to {trust.mirrored:.2g}."
        said.append("A swapped pair gets the swapped answer, exactly." if trust.mirrored == 0 else same)
        if self.left_out:
            words = "left out: the comparer learned from one of their outputs."
            said.append(f"{counted(self.left_out, 'comparison')} {words}")
        if self.same_items:
            words = "about items that it learned from by outputs of other systems: on new items it may do worse."
            said.append(f"{counted(self.same_items, 'comparison')} {words}")
        return tuple(said)

    def to_rows(self) -> Iterator[dict[str, Any]]:
        """One row for each accuracy."""
        for one in (self.trust.accuracy, self.trust.decided, *self.trust.slices):
            yield {
                "about": one.name,
                "comparisons": one.count,
                "items": one.items,
                "accuracy": one.value,
                "low": one.low,
                "high": one.high,
                "level": self.level,
            }

    def to_json(self) -> dict[str, Any]:
        """Everything as plain values."""
        found: dict[str, Any] = to_json(self)
        return found | {"headline": self.headline, "words": list(self.words)}


def read_comparer(folder: str | Path) -> TrainedComparer:
    """Read a comparer that was saved.

    Raises:
        InputError: There is none, or it is damaged.
    """
    from quorate.metrics.saved import load_comparer

    return TrainedComparer(saved=load_comparer(Path(folder)))


def evaluate_comparer(
    comparer: TrainedComparer | str | Path,
    outputs: Source,
    comparisons: Source,
    *,
    by: Sequence[str] = (),
    level: float = 0.95,
) -> ComparerFindings:
    """Hold a comparer against comparisons by people; those about outputs it learned from are left out.

    Args:
        comparer: The comparer, or the folder it was saved in.
        outputs: The outputs that were compared.
        comparisons: The comparisons.
        by: Columns of the outputs to show accuracy by.
        level: Level of the intervals.

    Raises:
        InputError: It learned from all of these outputs, a column is unknown, or a metric that it goes by is missing.
    """
    from quorate.estimators.trust.comparers import agreement, trust_comparer
    from quorate.io.compared_texts import read_compared_rows
    from quorate.workflows.comparer_predictions import said_of_length
    from quorate.workflows.learning import outputs_of

    saved = (comparer if isinstance(comparer, TrainedComparer) else read_comparer(comparer)).saved
    rows = output_rows(outputs)
    unknown = [name for name in by if name not in rows.columns]
    if unknown:
        raise InputError(f"Outputs have no column {unknown[0]!r}. Columns: {', '.join(rows.columns) or 'none'}.")
    with as_file(comparisons) as path:
        compared = read_compared_rows(path, rows)
    known = saved.knows(rows.texts)
    new = ~(known[compared.first] | known[compared.second])
    if not new.any():
        raise InputError(
            "The comparer learned from these very outputs: how it does on them says nothing about others. Give "
            "comparisons of other items or systems."
        )
    first, second, outcome = compared.first[new], compared.second[new], compared.outcome[new]
    known_outputs = outputs_of(rows)
    size = len(rows.texts)
    turned = first > second
    found = trust_comparer(
        saved.comparer.compare(known_outputs, first, second),
        saved.comparer.compare(known_outputs, second, first),
        outcome,
        rows.item[first],
        people=agreement(
            np.where(turned, second * size + first, first * size + second), np.where(turned, 1 - outcome, outcome)
        ),
        columns={name: [rows.columns[name][row] for row in first.tolist()] for name in by},
        level=level,
    )
    return ComparerFindings(
        trust=found,
        left_out=int((~new).sum()),
        same_items=int(saved.knows_source(_sources(rows))[first].sum()),
        signature=saved.signature,
        level=level,
        understood=(*compared.understood, *said_of_length(saved.comparer, known_outputs, first, second)),
    )


def _sources(rows: "ComparedOutputs") -> Sequence[str | None]:
    return rows.sources if rows.sources is not None else [None] * len(rows.texts)


def output_rows(outputs: Source) -> "ComparedOutputs":
    """Read outputs from a source, or from several."""
    from contextlib import ExitStack

    from quorate.io.compared_texts import read_output_rows

    with ExitStack() as opened:
        return read_output_rows(
            [opened.enter_context(as_file(one)) for one in (outputs if are_sources(outputs) else [outputs])]
        )
