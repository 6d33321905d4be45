# ruff: noqa: ARG001 - a fixture is asked for by its name
"""A folder of its own for each test."""

import shutil
from pathlib import Path

import pytest
from commands import done

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch) -> Path:
    """An empty current folder but for the outputs of the examples."""
    shutil.copy(EXAMPLES / "outputs.jsonl", tmp_path)
    monkeypatch.chdir(tmp_path)
    for name in ("QUORATE_STORE", "QUORATE_DEBUG"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


@pytest.fixture
def signs(folder) -> str:
    """A study of comparisons."""
    done("define signs outputs.jsonl --policy uniform --budget 60 --margin 0.05 --seed 7")
    return "signs"


@pytest.fixture
def tone(folder) -> str:
    """A study of ratings by two criteria."""
    done("define tone outputs.jsonl --kind rating --criterion fluency=likert5 --criterion tone=slider --seed 7")
    return "tone"
