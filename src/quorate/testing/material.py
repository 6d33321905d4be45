"""Small material, the same for the same arguments, with texts from many scripts."""

import random
from dataclasses import replace

import numpy as np

from quorate.records.material import Items, Material, SystemOutputs
from quorate.records.statements import Statement, parts_of

WORDS = (
    "water",
    "Straße",
    "čaj",
    "e\u0301cole",  # decomposed on purpose
    "вода",
    "ماء",
    "नमस्ते",
    "水が流れる",
    "한국어",
    "🜁",
    "👩‍🔬",
    "𝔘𝔫𝔦",
    "it's 100 %",
    'a "quoted" \\ word',
    "tab\there",
    "a\nb",
)
SYSTEMS = ("alpha", "bêta", "gamma-γ", "delta", "эпсилон", "zeta", "eta", "theta")
DOMAINS = ("news", "légal", None)


def make_material(
    systems: int = 3,
    items: int = 20,
    seed: int = 0,
    *,
    identical: float = 0.1,
    missing: float = 0.05,
    columns: bool = True,
    metrics: bool = True,
) -> Material:
    """Material for a test: no output contains a system's name, and any two systems differ on most items.

    Args:
        systems: How many systems.
        items: How many items.
        seed: Other texts for another seed.
        identical: Share of outputs that look like another system's output for the same item.
        missing: Share of outputs that are not there.
        columns: Whether items have the columns `domain` and `document`.
        metrics: Whether outputs have scores, some of them missing.
    """
    draw = random.Random(f"{seed}/{systems}/{items}")  # noqa: S311 - tests want the same numbers again
    names = tuple(f"item {number:03d} {draw.choice(WORDS[:10])}" for number in range(items))
    texts: list[list[str | None]] = [[] for _ in range(systems)]
    for item in range(items):
        for system in range(systems):
            own = f"{draw.choice(WORDS)} {draw.choice(WORDS)} {item}·{system}"
            chance = draw.random()
            earlier = [texts[other][item] for other in range(system) if texts[other][item] is not None]
            if chance < missing:
                texts[system].append(None)
            elif chance < missing + identical and earlier:
                texts[system].append(f"{draw.choice(earlier)} \r\n")  # looks the same, is not the same text
            else:
                texts[system].append(own)
    return Material(
        items=Items(
            names=names,
            texts={
                "source": tuple(f"{draw.choice(WORDS)} ({number})" for number in range(items)),
                "reference": tuple(draw.choice((*WORDS, None)) for _ in range(items)),
            },
            columns={
                "domain": tuple(DOMAINS[number % 3] for number in range(items)),
                "document": tuple(f"document {number // 4}" for number in range(items)),
            }
            if columns
            else {},
        ),
        systems=tuple(
            SystemOutputs(
                name=SYSTEMS[system] if system < len(SYSTEMS) else f"system {system}",
                texts=tuple(texts[system]),
                metrics={"overlap": _scores(draw, items), "length": _scores(draw, items)} if metrics else {},
            )
            for system in range(systems)
        ),
    )


def as_sets(material: Material) -> Material:
    """The same with outputs that are sets: each says what it said, and something that all systems say of the item."""
    return replace(material, systems=tuple(map(stating, material.systems)))


def stating(system: SystemOutputs) -> SystemOutputs:
    """A system that states what it put out, and something that all say of the item."""
    said = [
        (item, one)
        for item, text in enumerate(system.texts)
        if text is not None
        for one in (
            Statement(text=text.strip() or "nothing", columns={"type": "own"}, confidence=item / 100, places=((0, 1),)),
            Statement(text=f"All say this of {item}", columns={"type": "shared"}),
        )
    ]
    return replace(system, texts=("",) * len(system.texts), parts=parts_of(said), metrics={})


def _scores(draw: random.Random, items: int) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    return np.array([np.nan if draw.random() < 0.1 else draw.random() for _ in range(items)], dtype=np.float64)
