"""Learning from past items which new ones are worth asking about."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from quorate.errors import FileError
from quorate.results import Result
from quorate.workflows.progress import Counting, quietly

if TYPE_CHECKING:
    from quorate.selection.distillation.linear import LinearUtility
    from quorate.selection.distillation.neural import NeuralUtility
    from quorate.selection.distillation.training_set import TrainingSet

_BASES = {"people": "people's scores", "metrics": "metric scores", "outputs": "outputs"}


@dataclass(frozen=True, kw_only=True, repr=False)
class DistilledUtility(Result):
    """A utility that was learned, and how well it tells items it was not learned from.

    Attributes:
        learned: The utility.
        saved: Where it is.
        notes: What past items lack, in words.
    """

    learned: "LinearUtility | NeuralUtility"
    saved: Path
    notes: tuple[str, ...]

    @property
    def headline(self) -> str:
        """What was learned from what."""
        learned = self.learned
        basis = _BASES[learned.basis]
        return f"{learned.utility}, measured on {basis}, learned from the sources of {learned.items:,} items."

    @property
    def words(self) -> tuple[str, ...]:
        """How well it tells items, and what to do with it."""
        agreement = self.learned.agreement
        told = (
            f"Correlation on items not learned from: {agreement.correlation:.2f} ({agreement.level:g} interval "
            f"{agreement.low:.2f} to {agreement.high:.2f}, from {agreement.groups:,} documents drawn again)."
        )
        useless = "The interval holds 0: as far as one can tell this is no better than choosing at random."
        return (
            self.headline,
            told,
            *(() if agreement.is_useful else (useless,)),
            "It speaks about sources like these; other kinds of text may be told worse.",
            f"Saved in {self.saved}. Use it with: quorate select SOURCES --source-only --model {self.saved}",
        )

    def to_rows(self) -> Iterator[dict[str, Any]]:
        """One row."""
        yield self.to_json()

    def to_json(self) -> dict[str, Any]:
        """The numbers, and where it is."""
        learned, agreement = self.learned, self.learned.agreement
        return {
            "utility": learned.utility,
            "basis": learned.basis,
            "items": learned.items,
            "correlation": agreement.correlation,
            "interval": [agreement.low, agreement.high],
            "level": agreement.level,
            "documents": agreement.groups,
            "saved": str(self.saved),
        }


def distill(
    past: Sequence[str | Path],
    save: str | Path,
    *,
    utility: str = "metric-variance",
    ratings: str | Path | None = None,
    by: str | None = None,
    criterion: str | None = None,
    metric: str | None = None,
    lower_is_better: Sequence[str] = (),
    without: Sequence[str] = (),
    encoder: str | None = None,
    level: float = 0.95,
    seed: int = 0,
    counting: Counting = quietly,
) -> DistilledUtility:
    """Learn to tell the utility of an item from its source text alone.

    Args:
        past: Files of outputs with sources and metrics, or folders with outputs, metrics and scores.
        save: Where it goes: a .npz file, with an encoder a folder.
        utility: What to learn to tell.
        ratings: Ratings by people of the past outputs.
        by: Measure utilities on `people` or on `metrics`; on people where there are scores, without it.
        criterion: Which criterion of the ratings; the first without it.
        metric: Which metric; the mean of all, standardised, without it.
        lower_is_better: Metrics whose sign is turned.
        without: Systems to leave out.
        encoder: A pretrained encoder to train, a folder or a name.
        level: Level of the interval.
        seed: What folds, draws and training are drawn from.
        counting: How progress is shown.

    Raises:
        InputError: A file or a name is wrong, or `save` has another ending or is taken.
    """
    from quorate.io.past import read_past
    from quorate.selection.distillation.training_set import prepare_training_set

    sets = [
        read_past(
            Path(path),
            ratings=None if ratings is None else Path(ratings),
            criterion=criterion,
            metric=metric,
            lower_is_better=lower_is_better,
            without=without,
            seed=seed,
        )
        for path in past
    ]
    training = prepare_training_set(utility, sets, by_people=None if by is None else by == "people")
    learned = _learn(training, Path(save), encoder, seed=seed, level=level, counting=counting)
    notes = tuple(words for candidates in sets for words in candidates.gaps)
    return DistilledUtility(learned=learned, saved=Path(save), notes=notes)


def _learn(
    training: "TrainingSet", save: Path, encoder: str | None, *, seed: int, level: float, counting: Counting
) -> "LinearUtility | NeuralUtility":
    from quorate.io.distilled import write_distilled

    if encoder is None:
        from quorate.selection.distillation import linear

        if save.suffix.lower() != ".npz":
            raise FileError(save, "a distilled utility is saved as .npz.", remedy=f"Call it {save.stem}.npz.")
        learned = linear.train(training, seed=seed, level=level)
        write_distilled(learned, save)
        return learned
    from quorate.selection.distillation import neural

    if save.exists():
        raise FileError(save, "something is there already.", remedy="Name a folder that does not exist.")
    with counting("training, in batches", None) as reached:
        trained = neural.train(training, encoder, seed=seed, level=level, watch=reached)
    neural.save(trained, save)
    return trained
