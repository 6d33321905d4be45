"""Comparers on disk: a folder with `comparer.json` (what it is, readable) and `weights.npz` (numbers, no pickle).

One that reads has its encoder beside them, and what training changed of it: see `quorate.metrics.saved_transformer`.
"""

import hashlib
import json
import zipfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

from quorate.arrays import Floats, Mask
from quorate.errors import InputError
from quorate.metrics.discriminator import Discriminator, discriminator_of
from quorate.metrics.light import Light
from quorate.metrics.saved_transformer import load_transformer, save_transformer, tensors_of
from quorate.metrics.transformer import Transformer

FORMS = {"light": 2, "transformer": 2, "discriminator": 2}  # what this version writes
_DIGEST = 8

AnyComparer: TypeAlias = Light | Transformer | Discriminator


def _none() -> np.ndarray:
    return np.zeros(0, dtype=np.uint64)


@dataclass(frozen=True, kw_only=True)
class SavedComparer:
    """A comparer with what is known about how it came to be.

    Attributes:
        comparer: What compares.
        learned_from: In words: which data, with what supervision.
        texts: Digests of the outputs it learned from, in order.
        seed: What it was trained with.
        sources: Digests of what these outputs answer, in order; none where that is not known.
    """

    comparer: AnyComparer
    learned_from: tuple[str, ...]
    texts: np.ndarray
    seed: int
    sources: np.ndarray = field(default_factory=_none)

    @property
    def kind(self) -> str:
        """What sort of comparer it is."""
        kinds = {Light: "light", Transformer: "transformer", Discriminator: "discriminator"}
        return kinds[type(self.comparer)]

    @property
    def light(self) -> Light | None:
        """What of it goes by numbers about texts."""
        if isinstance(self.comparer, Light):
            return self.comparer
        return self.comparer.light if isinstance(self.comparer, Transformer) else None

    @property
    def signature(self) -> str:
        """One line that names it: what it is, what it learned from, and a digest of its weights."""
        digest = hashlib.blake2b(digest_size=_DIGEST)
        light = self.light
        for part in () if light is None else (light.scale, light.sided, light.even, light.phrases):
            digest.update(np.ascontiguousarray(part, dtype=np.float64).tobytes())
        if isinstance(self.comparer, Discriminator):
            for part in self.comparer.arrays().values():
                digest.update(np.ascontiguousarray(part, dtype=np.float64).tobytes())
        if isinstance(self.comparer, Transformer):
            for values in tensors_of(self.comparer):
                digest.update(values)
        what = "texts" if isinstance(self.comparer, Discriminator) else "comparisons"
        return f"{self.kind} {digest.hexdigest()} from {self.comparer.count:,} {what}, seed {self.seed}"

    def knows(self, texts: Iterable[str | None]) -> Mask:
        """Whether it learned from each of these outputs."""
        return np.isin(digests_of(texts), self.texts)

    def knows_source(self, sources: Iterable[str | None]) -> Mask:
        """Whether it learned from outputs for each of these sources."""
        told = list(sources)
        return np.isin(digests_of(told), self.sources) & np.array([bool(text) for text in told], dtype=np.bool_)


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
    comparer = saved.comparer
    light = saved.light
    about: dict[str, Any] = {
        "form": FORMS[saved.kind],
        "kind": saved.kind,
        "signature": saved.signature,
        "learned_from": list(saved.learned_from),
        "names": list(comparer.names),
        "comparisons": comparer.count,
        "seed": saved.seed,
        "notes": list(comparer.notes),
    }
    weights = {"texts": saved.texts, "sources": saved.sources}
    if light is not None:
        about["penalty"] = light.penalty
        weights |= {"scale": light.scale, "sided": light.sided, "even": light.even, "phrases": light.phrases}
    if isinstance(comparer, Discriminator):
        weights |= comparer.arrays()
    if folder.exists() and (not folder.is_dir() or (any(folder.iterdir()) and not (folder / "comparer.json").exists())):
        raise InputError(f"{folder} holds something else than a comparer. Name a new folder.")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if isinstance(comparer, Transformer):
            weights["share"] = comparer.share
            about |= save_transformer(comparer, folder)
        np.savez_compressed(folder / "weights.npz", allow_pickle=False, **weights)
        (folder / "comparer.json").write_text(json.dumps(about, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")
    except OSError as error:
        raise InputError(f"The comparer cannot be written to {folder}: {error.strerror or error}.") from error


def load_comparer(folder: Path) -> SavedComparer:
    """Read a comparer.

    Raises:
        InputError: There is none, it is damaged, a newer version wrote it, or the packages that it needs are missing.
    """
    place = folder / "comparer.json"
    if not place.is_file():
        raise InputError(f"There is no comparer in {folder}. Make one with `quorate comparer train`.")
    try:
        about = json.loads(place.read_text(encoding="utf-8"))
        if about["form"] > FORMS.get(about["kind"], 0):
            raise InputError(
                f"{folder} was written by another version (form {about['form']}, {about['kind']}): use that one."
            )
        with np.load(folder / "weights.npz", allow_pickle=False) as weights:
            parts = {name: weights[name] for name in weights.files}
        comparer: AnyComparer
        if about["kind"] == "light":
            comparer = _light(about, parts)
        elif about["kind"] == "discriminator":
            comparer = discriminator_of(parts)
        else:
            light = _light(about, parts) if "sided" in parts else None
            comparer = load_transformer(folder, about, light, _floats(parts["share"]))
        saved = SavedComparer(
            comparer=comparer,
            learned_from=tuple(about["learned_from"]),
            texts=parts["texts"],
            seed=int(about["seed"]),
            sources=parts.get("sources", _none()),
        )
    except (OSError, ValueError, KeyError, TypeError, RuntimeError, zipfile.BadZipFile) as error:
        if isinstance(error, InputError):
            raise
        raise InputError(f"The comparer in {folder} is damaged ({error}). Train it again.") from error
    if saved.signature != about["signature"]:
        raise InputError(f"The comparer in {folder} is damaged (its weights are not those it was signed with).")
    return saved


def _light(about: Mapping[str, Any], parts: Mapping[str, np.ndarray]) -> Light:
    return Light(
        names=tuple(about["names"]),
        scale=_floats(parts["scale"]),
        sided=_floats(parts["sided"]),
        even=_floats(parts["even"]),
        penalty=float(about["penalty"]),
        count=int(about["comparisons"]),
        notes=tuple(about["notes"]),
        phrases=_floats(parts.get("phrases", _none())),
    )


def _floats(values: np.ndarray) -> Floats:
    return np.asarray(values, dtype=np.float64)
