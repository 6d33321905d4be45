"""What joins a study while it runs: systems, items, outputs that were missing, scores and predictions.

Each joins with one event that holds its digest, or not at all. What is there never changes: scores under a name that
is taken by something else, outputs and items that are there already are refused.
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from typing import TypeVar

import numpy as np

from quorate.errors import InputError, StudyError
from quorate.questions import Family, kind_of
from quorate.records.design import Design
from quorate.records.events import ItemsAdded, OutputsAdded, ScoresAdded, SystemAdded
from quorate.records.history import History
from quorate.records.material import MISSING, Material, MaterialIndex, SystemOutputs
from quorate.records.scores import About, Scores
from quorate.stores.store import has_output, twice
from quorate.study.ledger import Ledger
from quorate.study.set_checks import check_stated

Result = TypeVar("Result")


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Growing:
    """The part of a study that takes in new material: `study.growing`.

    Attributes:
        ledger: Its log.
    """

    ledger: Ledger

    def add_system(self, outputs: SystemOutputs) -> int:
        """Let a system join a running study and return its number; judgments already there stay."""
        if outputs.says_nothing:
            raise InputError(f"{outputs.name!r} has no output for any item of the study.")

        def attempt() -> int:
            index = self.ledger.whole_index
            if len(outputs.texts) != len(index.items):
                raise InputError(f"{outputs.name!r} has {len(outputs.texts)} outputs for {len(index.items)} items.")
            if outputs.name in index.systems:
                raise InputError(f"A system called {outputs.name!r} is in the study already.")
            _check_unsigned(outputs, self.ledger.history)
            check_stated(outputs, self.ledger.design)
            event = SystemAdded(
                time=self.ledger.now(),
                system=len(self.ledger.history.systems),
                name=outputs.name,
                outputs=outputs.count,
                digest=outputs.digest,
            )
            self.ledger.store.add_system(self.ledger.study, outputs, event, seen=self.ledger.history.position)
            return event.system

        return self._join(attempt)

    def add_items(self, given: Material) -> range:
        """Let items join, with outputs of systems that are there, and return their numbers.

        Args:
            given: The items, and what systems produced for them; systems may be missing, and outputs too.

        Raises:
            InputError: An item is there already, or a system is not.
            StudyError: What the study claims is about the items it began with.
        """

        def attempt() -> range:
            history, index = self.ledger.history, self.ledger.whole_index
            check_may_grow(history)
            known = {*index.items}
            double = next((name for name in given.items.names if name in known), None)
            if double is not None:
                raise InputError(twice(double))
            for system in given.systems:
                _check_unsigned(system, history)
            there = sorted(
                (system for system in given.systems if not system.says_nothing), key=lambda one: index.system(one.name)
            )
            batch = replace(given, systems=tuple(there))
            event = ItemsAdded(
                time=self.ledger.now(),
                first=len(index.items),
                items=len(batch.items.names),
                outputs=sum(system.count for system in there),
                digest=batch.digest,
            )
            self.ledger.store.add_items(self.ledger.study, batch, event, seen=history.position)
            return range(event.first, event.first + event.items)

        return self._join(attempt)

    def add_outputs(self, given: SystemOutputs) -> int:
        """Let outputs join that a system had none of, and return how many.

        Args:
            given: One for each item of the study, `None` where none joins; the name is that of the system.

        Raises:
            InputError: There is such an output already, or no such system.
            StudyError: What the study claims is about the outputs it began with.
        """
        if given.says_nothing:
            raise InputError(f"There is no output of {given.name!r} to add.")

        def attempt() -> int:
            history, index = self.ledger.history, self.ledger.whole_index
            check_may_grow(history)
            number = index.system(given.name)
            if len(given.texts) != len(index.items):
                raise InputError(f"{given.name!r} has {len(given.texts)} outputs for {len(index.items)} items.")
            both = (index.fingerprints[number] != MISSING) & (given.fingerprints != MISSING)
            if both.any():
                raise InputError(has_output(given.name, index.items[int(np.argmax(both))]))
            _check_unsigned(given, history)
            event = OutputsAdded(time=self.ledger.now(), system=number, outputs=given.count, digest=given.digest)
            self.ledger.store.add_outputs(self.ledger.study, given, event, seen=history.position)
            return event.outputs

        return self._join(attempt)

    def add_scores(self, given: Scores) -> int:
        """Let scores of a metric, or predictions of a comparer or a judge, join; return how many.

        Raises:
            InputError: One is about an output that is not there, or was given before; or the name is taken by something
                that somebody else made.
        """

        def attempt() -> int:
            history = self.ledger.history
            self.check_scores(given)
            event = ScoresAdded(
                time=self.ledger.now(),
                name=given.name,
                about=given.about,
                signature=given.signature,
                scores=given.count,
                digest=given.digest,
            )
            self.ledger.store.add_scores(self.ledger.study, given, event, seen=history.position)
            return event.scores

        return self._join(attempt)

    def check_scores(self, given: Scores) -> None:
        """Make sure that scores may join, as far as the log was read.

        Raises:
            InputError: They may not, as `add_scores` says.
        """
        self.ledger.check_open()
        history, index = self.ledger.history, self.ledger.whole_index
        check_name(given.name, given.about, given.signature, history, index)
        _check_there(given, index)
        _check_new(given, index)

    def _join(self, attempt: Callable[[], Result]) -> Result:
        def open_attempt() -> Result:
            self.ledger.check_open()
            return attempt()

        found = self.ledger.retry(open_attempt)
        self.ledger.read_on()
        return found


def check_may_grow(history: History) -> None:
    """Make sure that items and outputs may join.

    Raises:
        StudyError: What the study claims would not hold any more.
    """
    why = _why_fixed(history.design)
    if why and (history.count or history.design.chosen is not None):
        raise StudyError(f"No items or outputs may join this study: {why}. Define another study for them.")


def _why_fixed(design: Design) -> str:
    if design.chosen is not None:
        return "its items were chosen before it began, and numbers for all items rest on how"
    if design.frame == "panel":
        return "its panel judges every item there was when it began, and what is claimed is counted among these"
    if kind_of(design).family is Family.SET:
        return "how its questions are drawn follows from the items and statements it began with"
    if design.scope == "judgments":
        return "what it claims is about the items there were when it began, each judged once"
    return ""


def check_name(name: str, about: About, signature: str, history: History, index: MaterialIndex) -> None:
    """One name, one maker: scores of two are not mixed.

    Raises:
        InputError: The name is taken by something that somebody else made.
    """
    names: dict[str, Collection[str]] = {
        "outputs": index.metrics,
        "pairs": index.predictions,
        "parts": index.parts.scores,
    }
    for other, taken in names.items():
        if other != about and name in taken:
            raise InputError(f"{name!r} is about {other} in this study. Give these scores another name.")
    if name not in names[about]:
        return
    before = signature_of(name, history)
    if before != signature:
        said = [repr(one) if one else "nobody who was named" for one in (before, signature)]
        raise InputError(
            f"The scores {name!r} of this study were made by {said[0]}, these by {said[1]}. Give these another name."
        )


def signature_of(name: str, history: History) -> str:
    """What made the scores of a name; empty where nobody said."""
    found = (event.signature for _, event in history.additions if isinstance(event, ScoresAdded) and event.name == name)
    return next(found, "")


def _check_unsigned(outputs: SystemOutputs, history: History) -> None:
    """Metrics that come with outputs have no signature: they do not mix with scores that have one."""
    for name in outputs.metrics:
        if signature := signature_of(name, history):
            raise InputError(
                f"{outputs.name!r} brings scores {name!r}, which were made by {signature!r} in this study. "
                "Add the outputs without them, and then the scores with what made them."
            )


def _check_there(given: Scores, index: MaterialIndex) -> None:
    """Scores are about outputs, or parts, that are there."""
    if given.about == "parts":
        absent = index.parts.rows(given.item, given.first) < 0
        if absent.any():
            place = int(np.argmax(absent))
            item, part = int(given.item[place]), int(given.first[place])
            where = f"item {index.items[item]!r}" if item < len(index.items) else f"item number {item}"
            raise InputError(
                f"{given.name!r} scores part {part} of {where}; parts are counted from 0, and that item has "
                f"{len(index.parts.of_item(item))} parts."
            )
        return
    last = int(given.item.max()), int(max(given.first.max(), given.second.max()))
    if last[0] >= len(index.items) or last[1] >= len(index.systems):
        raise InputError(
            f"{given.name!r} scores item {last[0]} and system {last[1]}, counted from 0; there are "
            f"{len(index.items)} items and {len(index.systems)} systems."
        )
    whose = (given.first, given.second) if given.about == "pairs" else (given.first,)
    for systems in whose:
        absent = index.fingerprints[systems, given.item] == MISSING
        if absent.any():
            place = int(np.argmax(absent))
            system, item = index.systems[systems[place]], index.items[given.item[place]]
            raise InputError(f"{given.name!r} scores the output of {system!r} for item {item!r}, and there is none.")


def _check_new(given: Scores, index: MaterialIndex) -> None:
    """Scores do not change once they are there."""
    if given.about == "outputs":
        if given.name not in index.metrics:
            return
        known = ~np.isnan(index.metrics[given.name][given.first, given.item])
    elif given.about == "parts":
        if given.name not in index.parts.scores:
            return
        known = ~np.isnan(index.parts.scores[given.name][index.parts.rows(given.item, given.first)])
    elif given.name in index.predictions:
        values = index.predictions[given.name].values
        pairs = zip(given.first.tolist(), given.second.tolist(), given.item.tolist(), strict=True)
        known = np.array([
            (one, other) in values and not np.isnan(values[one, other][item, 0]) for one, other, item in pairs
        ])  # fmt: skip
    else:
        return
    if known.any():
        place = int(np.argmax(known))
        of_part = given.about == "parts"
        systems = [f"part {given.first[place]}" if of_part else index.systems[given.first[place]]]
        systems += [index.systems[given.second[place]]] if given.about == "pairs" else []
        whose = " against ".join(map(repr, systems))
        raise InputError(
            f"There is a score {given.name!r} of {whose} for item {index.items[given.item[place]]!r} already. "
            "Scores do not change: leave it out, or give these another name."
        )
