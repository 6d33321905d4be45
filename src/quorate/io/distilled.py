"""Distilled utilities as files: a `.npz` of plain numbers and JSON that any NumPy reads, never code.

One that rests on an encoder is a folder; see `quorate.selection.distillation.neural`.
"""

import io
import json
import zipfile
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np

from quorate.errors import FileError
from quorate.io.writing import replacing
from quorate.selection.candidates import UtilityModel
from quorate.selection.distillation.correlation import HeldOutCorrelation
from quorate.selection.distillation.features import WIDTH
from quorate.selection.distillation.linear import LinearUtility

FORMAT = "quorate-distilled"
VERSION = 1
REMEDY = "Make it again with quorate distill."


def write_distilled(linear: LinearUtility, path: str | Path) -> None:
    """Write a distilled utility as a `.npz` file, all or nothing.

    Raises:
        FileError: The name ends in something else, or the folder cannot be written to.
    """
    path = Path(path)
    if path.suffix.lower() != ".npz":
        raise FileError(path, "a distilled utility is saved as .npz.", remedy=f"Call it {path.stem}.npz.")
    about = {
        "format": FORMAT,
        "version": VERSION,
        "utility": linear.utility,
        "basis": linear.basis,
        "items": linear.items,
        "penalty": linear.penalty,
        "offset": linear.offset,
        "agreement": asdict(linear.agreement),
    }
    held = io.BytesIO()
    words = np.frombuffer(json.dumps(about).encode(), dtype=np.uint8)
    np.savez(held, about=words, coefficients=linear.coefficients.astype("<f8"))
    with replacing(path) as handle:
        handle.write(held.getvalue())


def read_distilled(path: str | Path) -> UtilityModel:
    """Read a distilled utility: a `.npz` file, or a folder with an encoder.

    Raises:
        FileError: It is not there, is something else, or is damaged.
        InputError: It rests on an encoder, and the packages of `[neural]` are not installed.
    """
    path = Path(path)
    if path.is_dir():
        from quorate.selection.distillation.neural import load

        return load(path)
    if not path.is_file():
        raise FileError(path, "there is no such file.", remedy="Name a file that quorate distill has saved.")
    try:
        with np.load(io.BytesIO(path.read_bytes()), allow_pickle=False) as held:
            about = json.loads(bytes(held["about"]).decode())
            coefficients = np.asarray(held["coefficients"], dtype=np.float64)
    except (OSError, ValueError, KeyError, TypeError, EOFError, zipfile.BadZipFile, UnicodeDecodeError) as error:
        raise FileError(path, "this is no distilled utility, or it is damaged.", remedy=REMEDY) from error
    return _linear(path, about, coefficients)


def _linear(path: Path, about: Any, coefficients: Any) -> LinearUtility:  # noqa: ANN401 - whatever the file holds
    if not isinstance(about, dict) or about.get("format") != FORMAT:
        raise FileError(path, "this is no distilled utility.", remedy=REMEDY)
    if about.get("version") != VERSION:
        problem = f"it has version {about.get('version')!r}; this program reads version {VERSION}."
        raise FileError(path, problem, remedy=REMEDY)
    if coefficients.shape != (WIDTH,) or not np.isfinite(coefficients).all():
        raise FileError(path, f"it does not hold {WIDTH} finite coefficients.", remedy=REMEDY)
    try:
        linear = LinearUtility(
            utility=str(about["utility"]),
            basis=str(about["basis"]),
            items=int(about["items"]),
            penalty=float(about["penalty"]),
            coefficients=coefficients,
            offset=float(about["offset"]),
            agreement=HeldOutCorrelation(**about["agreement"]),
        )
    except (KeyError, TypeError, ValueError) as error:
        raise FileError(path, "what it says about itself is damaged.", remedy=REMEDY) from error
    if not np.isfinite(linear.offset):
        raise FileError(path, "its offset is not a finite number.", remedy=REMEDY)
    return linear
