"""The Python pages are what the code says, name every public name, and show an example that runs."""

import importlib.util
import shutil
from pathlib import Path

import pytest

import quorate

ROOT = Path(__file__).parents[1]
PAGES = ROOT / "docs" / "python"


def load(path: Path):
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


MAKE = load(ROOT / "docs" / "make_python.py")
EXAMPLES = MAKE.read_examples()
NAMES = sorted(set(quorate.__all__) - {"__version__"})


def test_pages_are_up_to_date():
    made = {name: page.rstrip() + "\n" for name, page in MAKE.pages().items()}
    assert made == {page.name: page.read_text(encoding="utf-8") for page in PAGES.glob("*.md")}, "run `make docs`"


def test_every_public_name_has_a_place_and_an_example():
    listed = [name for _, names in MAKE.GROUPS.values() for name in names]
    assert sorted(listed) == NAMES
    assert {MAKE.FROM.get(name, name) for name in NAMES} == set(EXAMPLES)


@pytest.mark.parametrize("name", sorted(EXAMPLES))
def test_examples_run_and_print_what_they_say(name, tmp_path, monkeypatch, capsys):
    shutil.copy(ROOT / "examples" / "outputs.jsonl", tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.delenv("QUORATE_STORE", raising=False)
    exec(compile(EXAMPLES[name], f"example of {name}", "exec"), {})
    printed = capsys.readouterr().out
    for line in EXAMPLES[name].splitlines():
        code, marked, said = line.partition("  # ")
        if code.strip().startswith("print(") and marked and not said[0].islower():
            assert said in printed.splitlines(), f"{name}: {said!r} is not printed:\n{printed}"
