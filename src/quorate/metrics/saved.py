"""Comparers on disk: a folder with `comparer.json` (what it is, readable) and `weights.npz` (numbers, no pickle)."""

import hashlib
import json
import zipfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from quorate.arrays import Floats, Mask
from quorate.errors import InputError
from quorate.metrics.light import Light

FORM = 1  # what this version writes
KIND = "light"
_DIGEST = 8


@dataclass(frozen=True, kw_only=True)
class SavedComparer:
    """A comparer with what is known about how it came to be.

    Attributes:
        comparer: What compares.
        learned_from: In words: which data, with what supervision.
        texts: Digests of the outputs it learned from, in order.
        seed: What it was trained with.
    """

    comparer: Light
    learned_from: tuple[str, ...]
    texts: np.ndarray
    seed: int

    @property
    def signature(self) -> str:
        """One line that names it: what it is, what it learned from, and a digest of its weights."""
        digest = hashlib.blake2b(digest_size=_DIGEST)
        for part in (self.comparer.scale, self.comparer.sided, self.comparer.even):
            digest.update(np.ascontiguousarray(part, dtype=np.float64).tobytes())
        return f"{KIND} {digest.hexdigest()} from {self.comparer.count:,} comparisons, seed {self.seed}"

    def knows(self, texts: Iterable[str | None]) -> Mask:
        """Whether it learned from each of these outputs."""
        return np.isin(digests_of(texts), self.texts)


def digests_of(texts: Iterable[str | None]) -> np.ndarray:
    """A number for each text, by which it is found again without being kept."""
    return np.array(
        [int.from_bytes(hashlib.blake2b((text or "").encode(), digest_size=_DIGEST).digest()) for text in texts],
        dtype=np.uint64,
    )


def save_comparer(saved: SavedComparer, folder: Path) -> None:
    """Write a comparer into a folder, which is made where there is none.

    Raises:
        InputError: The folder cannot be written to, or holds something else.
    """
    about = {
        "form": FORM,
        "kind": KIND,
        "signature": saved.signature,
        "learned_from": list(saved.learned_from),
        "names": list(saved.comparer.names),
        "penalty": saved.comparer.penalty,
        "comparisons": saved.comparer.count,
        "seed": saved.seed,
        "notes": list(saved.comparer.notes),
    }
    if folder.exists() and (not folder.is_dir() or (any(folder.iterdir()) and not (folder / "comparer.json").exists())):
        raise InputError(f"{folder} holds something else than a comparer. Name a new folder.")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        np.savez_compressed(
            folder / "weights.npz",
            scale=saved.comparer.scale,
            sided=saved.comparer.sided,
            even=saved.comparer.even,
            texts=saved.texts,
        )
        (folder / "comparer.json").write_text(json.dumps(about, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")
    except OSError as error:
        raise InputError(f"The comparer cannot be written to {folder}: {error.strerror}.") from error


def load_comparer(folder: Path) -> SavedComparer:
    """Read a comparer.

    Raises:
        InputError: There is none, it is damaged, or a newer version wrote it.
    """
    place = folder / "comparer.json"
    if not place.is_file():
        raise InputError(f"There is no comparer in {folder}. Make one with `quorate comparer train`.")
    try:
        about = json.loads(place.read_text(encoding="utf-8"))
        if about["form"] > FORM or about["kind"] != KIND:
            raise InputError(
                f"{folder} was written by another version (form {about['form']}, {about['kind']}): use that one."
            )
        with np.load(folder / "weights.npz", allow_pickle=False) as weights:
            parts = {name: weights[name] for name in ("scale", "sided", "even", "texts")}
    except (OSError, ValueError, KeyError, TypeError, zipfile.BadZipFile) as error:
        raise InputError(f"The comparer in {folder} is damaged ({error}). Train it again.") from error
    light = Light(
        names=tuple(about["names"]),
        scale=_floats(parts["scale"]),
        sided=_floats(parts["sided"]),
        even=_floats(parts["even"]),
        penalty=float(about["penalty"]),
        count=int(about["comparisons"]),
        notes=tuple(about["notes"]),
    )
    saved = SavedComparer(
        comparer=light, learned_from=tuple(about["learned_from"]), texts=parts["texts"], seed=int(about["seed"])
    )
    if saved.signature != about["signature"]:
        raise InputError(f"The comparer in {folder} is damaged (its weights are not those it was signed with).")
    return saved


def _floats(values: np.ndarray) -> Floats:
    return np.asarray(values, dtype=np.float64)
