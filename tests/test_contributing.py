"""What contributors are told to do exists."""

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parent.parent
PLACES = (ROOT, ROOT / "src", ROOT / "src" / "quorate", ROOT / "src" / "quorate" / "policies" / "duels")
TEXT = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")


def test_every_file_that_contributors_are_sent_to_exists():
    named = set(re.findall(r"`((?:[\w.-]+/)+[\w.-]*)`", TEXT)) - {"workflows/VERB.py", "docs/python"}
    missing = [one for one in named if not any((base / one).exists() for base in PLACES)]
    assert not missing
    for test in re.findall(r"pytest (tests/\S+\.py)", TEXT):
        assert (ROOT / test).is_file()


def test_extras_and_targets_that_contributors_need_exist():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    (extras,) = re.findall(r"pip install -e '\.\[([\w,]+)\]'", TEXT)
    assert set(extras.split(",")) <= project["optional-dependencies"].keys()
    targets = re.findall(r"^(\w[\w ]*):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    known = {one for names in targets for one in names.split()}
    assert set(re.findall(r"`make (\w+)`", TEXT)) <= known


def test_hooks_run_what_is_here_and_download_nothing():
    hooks = (ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8")
    assert re.findall(r"- repo: (.+)", hooks) == ["local"]
    assert set(re.findall(r"language: (.+)", hooks)) == {"system"}
    assert all(entry.startswith(".venv/bin/") for entry in re.findall(r"entry: (.+)", hooks))


def test_the_citation_names_the_version():
    from quorate import __version__

    about = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert f"\nversion: {__version__}\n" in about
    assert {"cff-version", "title", "authors", "message", "license"} <= set(
        re.findall(r"^([\w-]+):", about, re.MULTILINE)
    )
