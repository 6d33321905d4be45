"""Which calls a judge is to answer: pairs of outputs in both orders, or single outputs, in an order that is drawn.

The order is drawn so that a budget which ends leaves a uniform sample of the pairs, each with all of its calls.
"""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from quorate.errors import InputError
from quorate.judges.prompts import PAIR, Prompt

Pairs = list[tuple[int, int, int]]


@dataclass(frozen=True, kw_only=True)
class ShownOutputs:
    """What a judge may be shown.

    Attributes:
        systems: Names of the systems.
        items: Names of the items.
        outputs: Of each system, its output for each item, `None` where there is none.
        texts: Texts of the items by name.
    """

    systems: tuple[str, ...]
    items: tuple[str, ...]
    outputs: tuple[tuple[str | None, ...], ...]
    texts: Mapping[str, tuple[str | None, ...]]


@dataclass(frozen=True, kw_only=True)
class Call:
    """One call.

    Attributes:
        item: Number of the item.
        first: Number of the system that is shown first, or alone.
        second: Number of the other; −1 where one is shown alone.
        draw: Which of several answers to the same question.
    """

    item: int
    first: int
    second: int
    draw: int


def pairs_to_compare(
    showing: ShownOutputs, *, against: Sequence[int] = (), most: int = 0, seed: int = 0
) -> tuple[Pairs, Pairs]:
    """Pairs of outputs in an order that is drawn, and those that need no judge because both outputs are the same.

    Args:
        against: Only pairs with one of these systems; all pairs where it is empty.
        most: How many pairs at the most; 0 for all.
        seed: What the order is drawn from.

    Raises:
        InputError: There are no pairs.
    """
    asked: Pairs = []
    equal: Pairs = []
    count = len(showing.systems)
    chosen = [
        (one, other)
        for one in range(count)
        for other in range(one + 1, count)
        if not against or one in against or other in against
    ]
    for item in range(len(showing.items)):
        for one, other in chosen:
            left, right = showing.outputs[one][item], showing.outputs[other][item]
            if left is not None and right is not None:
                (equal if left == right else asked).append((item, one, other))
    if not asked and not equal:
        raise InputError("There are no two outputs of one item: a judge has nothing to compare.")
    order = np.random.default_rng(seed).permutation(len(asked)).tolist()
    return [asked[place] for place in order[: most or None]], equal


def outputs_to_rate(showing: ShownOutputs, *, most: int = 0, seed: int = 0) -> Pairs:
    """Outputs in an order that is drawn, as (item, system, −1).

    Raises:
        InputError: There are no outputs.
    """
    found = [
        (item, system, -1)
        for item in range(len(showing.items))
        for system in range(len(showing.systems))
        if showing.outputs[system][item] is not None
    ]
    if not found:
        raise InputError("There are no outputs to rate.")
    order = np.random.default_rng(seed).permutation(len(found)).tolist()
    return [found[place] for place in order[: most or None]]


def calls_for(pairs: Pairs, *, draws: int = 1, both_orders: bool = True, seed: int = 0) -> Iterator[Call]:
    """The calls about pairs or outputs, all of one pair after another.

    Args:
        draws: How many answers to each question.
        both_orders: Whether each pair is shown in both orders; else in one that is drawn.
        seed: What single orders are drawn from.
    """
    turned = np.random.default_rng(seed).random(len(pairs)) < 0.5
    for (item, one, other), is_turned in zip(pairs, turned.tolist(), strict=True):
        for draw in range(draws):
            if other < 0:
                yield Call(item=item, first=one, second=-1, draw=draw)
                continue
            if both_orders or not is_turned:
                yield Call(item=item, first=one, second=other, draw=draw)
            if both_orders or is_turned:
                yield Call(item=item, first=other, second=one, draw=draw)


def render(prompt: Prompt, showing: ShownOutputs, call: Call, scale: tuple[float, float] | None = None) -> str:
    """What is sent for a call."""
    texts = {name: showing.texts[name][call.item] or "" for name in prompt.fields(showing.texts)}
    if scale is not None:
        texts |= {name: f"{end:g}" for name, end in zip(("low", "high"), scale, strict=True)}
    shown = (call.first,) if call.second < 0 else (call.first, call.second)
    names = ("output",) if call.second < 0 else PAIR
    texts |= {name: showing.outputs[system][call.item] or "" for name, system in zip(names, shown, strict=True)}
    return prompt.fill(texts)


def key_of_call(rendered: str, draw: int) -> bytes:
    """What a kept answer is found by: what was sent, and which of several answers to it."""
    return hashlib.sha256(f"{draw}:".encode() + rendered.encode("utf-8", "surrogatepass")).digest()
