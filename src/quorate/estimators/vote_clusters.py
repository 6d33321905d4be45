"""Along which lines votes move together: annotators, items, sheets."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from quorate.arrays import Ints
from quorate.data.past import PastJudgments
from quorate.errors import InputError
from quorate.kernels.multiway import dense, groupings

LINES = ("annotator", "item", "sheet")
MUCH = 5.0
FEW = 10


@dataclass(frozen=True, kw_only=True)
class Lines:
    """The lines that are used.

    Attributes:
        names: What they are.
        groups: Sign and clusters of every grouping that they make, the lines alone first.
        words: What was done, in words.
        warnings: What a reader should know about who voted.
    """

    names: tuple[str, ...]
    groups: tuple[tuple[int, Ints], ...]
    words: str
    warnings: tuple[str, ...]


def lines_of(votes: PastJudgments, wanted: Sequence[str] = ()) -> Lines:
    """The lines that votes have, without those that lie within others.

    Raises:
        InputError: A line is wanted that the votes do not have.
    """
    known = {name: dense(codes + 1) for name, codes in _known(votes).items() if codes is not None and len(codes)}
    for name in wanted:
        if name not in (*LINES, "vote"):
            raise InputError(f"Votes are clustered by {', '.join(LINES)} or vote (not at all), not by {name!r}.")
        if name != "vote" and name not in known:
            raise InputError(f"The votes name no {name}. Say which column does: --column {name}=NAME.")
    chosen = {name: codes for name, codes in known.items() if not wanted or name in wanted}
    warnings = list(_warn(votes, known))
    sizes = {name: int(codes.max()) + 1 for name, codes in chosen.items()}
    single = [name for name, size in sizes.items() if size == 1 and name != "sheet" and len(votes) > 1]
    warnings += [f"All votes are of one {name}, so that what is said is about this {name} alone." for name in single]
    if 1 < sizes.get("item", 1) < FEW:
        warnings.append(f"There are only {sizes['item']} items; the intervals are wide because others may differ.")
    one = ("sheet",)  # one annotator or item is what all is about; one sheet is one observation
    chosen = {name: codes for name, codes in chosen.items() if sizes[name] > 1 or name in one}
    chosen = {name: codes for name, codes in chosen.items() if sizes[name] < max(len(votes), 2)}
    for name in ("sheet", "item", "annotator"):
        wider = [other for other in chosen if other != name]
        if name in chosen and any(_are_within(chosen[name], chosen[other]) for other in wider):
            del chosen[name]  # every cluster of it lies within one of another line
    names, groups = tuple(chosen), tuple(groupings(tuple(chosen.values())))
    return Lines(names=names, groups=groups, words=_words(names, sizes), warnings=tuple(warnings))


def _are_within(codes: Ints, others: Ints) -> bool:
    """Whether every cluster lies within one of the others."""
    one = np.zeros(int(codes.max(initial=0)) + 1, dtype=np.int64)
    one[codes] = others
    return bool((one[codes] == others).all())


def _known(votes: PastJudgments) -> dict[str, Ints | None]:
    return {
        "annotator": votes.annotator if (votes.annotator >= 0).any() else None,
        "item": votes.item if (votes.item >= 0).any() else None,
        "sheet": votes.ranking,
    }


def _words(names: Sequence[str], sizes: dict[str, int]) -> str:
    if not names:
        return "Every vote counts as independent of the others."
    told = " and ".join(f"{sizes[name]:,} {name}s" for name in names)
    if len(names) == 1:
        return f"Intervals are clustered by {names[0]} ({told}), with the jackknife's correction (CR3)."
    return (
        f"Intervals are clustered along {len(names)} lines at once ({told}): the largest of the variance along each "
        "line alone and of all together (Cameron, Gelbach, Miller), with the jackknife's correction (CR3)."
    )


def _warn(votes: PastJudgments, known: dict[str, Ints]) -> list[str]:
    said = []
    if "annotator" not in known:
        said.append("The file names no annotators: if somebody voted more than once, the intervals are too narrow.")
        return said
    often = np.bincount(votes.annotator, minlength=len(votes.annotators))
    often = often[often > 0]
    others = np.median(np.delete(often, int(np.argmax(often)))) if len(often) > 1 else 0.0
    if others and often.max() > MUCH * others:
        who = votes.annotators[int(np.argmax(np.bincount(votes.annotator)))]
        said.append(
            f"{who!r} gave {int(often.max()):,} of {len(votes):,} votes, {often.max() / others:.0f} times as many as "
            "the annotator in the middle; the intervals count effective annotators, and are wider for it."
        )
    if 1 < len(often) < FEW:
        said.append(
            f"There are only {len(often)} annotators; the intervals are wide because what others would say is open."
        )
    return said
