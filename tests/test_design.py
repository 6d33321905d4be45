"""The architecture page says what the tree is, what the import contracts allow, and what is imported."""

import ast
import importlib.metadata
import re
import sys
import tomllib
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "quorate"
PAGE = (ROOT / "docs" / "design" / "architecture.md").read_text(encoding="utf-8")
CONTRACTS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]["contracts"]


def listed(words: str) -> list[str]:
    return [word.strip() for word in words.split(",") if word.strip()]


def rows() -> dict[str, list[str]]:
    """Folder → the cells of its row, in the page's order."""
    table = PAGE.split("| name | what lives there |", 1)[1].split("\n\n", 1)[0]
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines()[2:]]
    return {row[0].strip("`").removesuffix("/").removesuffix(".py"): row for row in cells}


ROWS = rows()
ORDER = list(ROWS)


def may_use(name: str) -> set[str]:
    """The folders that the page lets this one use."""
    words = ROWS[name][2]
    if words == "nothing":
        return set()
    above = re.fullmatch(r"all above(?: but (.+))?", words)
    if above is None:
        return set(listed(words))
    return set(ORDER[: ORDER.index(name)]) - set(listed(above[1] or ""))


def layers() -> list[list[str]]:
    (contract,) = (one for one in CONTRACTS if one["type"] == "layers")
    names = [[name.strip().removeprefix("quorate.") for name in layer.split("|")] for layer in contract["layers"]]
    return names[::-1]


def allowed() -> dict[str, set[str]]:
    """Folder → the folders that the contracts let it import from."""
    found: dict[str, set[str]] = {}
    for layer in layers():
        below = set(found)
        found |= {name: set(below) for name in layer}
    for contract in CONTRACTS:
        if contract["type"] == "forbidden":
            for source in contract["source_modules"]:
                found[source.removeprefix("quorate.")] -= {
                    module.removeprefix("quorate.") for module in contract["forbidden_modules"]
                }
    return found


@cache
def homes() -> dict[str, list[str]]:
    """Module → the distributions that bring it."""
    return dict(importlib.metadata.packages_distributions())


def imported(name: str) -> set[str]:
    """Distributions that a folder, or the file of that name, imports from elsewhere."""
    folder = SOURCE / name
    found: set[str] = set()
    for path in folder.rglob("*.py") if folder.is_dir() else [folder.with_suffix(".py")]:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module] if isinstance(node, ast.ImportFrom) and node.module and not node.level else []
            found |= {one.partition(".")[0] for one in names}
    elsewhere = found - sys.stdlib_module_names - {"quorate"}
    return {homes().get(one, [one])[0].lower().replace("_", "-") for one in elsewhere}


def test_the_table_has_every_folder_and_no_other():
    folders = {path.parent.name for path in SOURCE.glob("*/__init__.py")}
    files = {path.stem for path in SOURCE.glob("*.py")} - {"__init__", "__main__"}
    assert set(ORDER) == folders | files


def test_what_is_planned_is_not_there():
    (planned,) = re.findall(r"^Planned, not there: (.+)\.$", PAGE, re.MULTILINE)
    for folder in re.findall(r"`(\w+)/`, ", planned):
        assert not (SOURCE / folder).exists(), f"{folder} is there: it belongs in the table"


def test_the_table_is_in_the_order_of_the_layers():
    assert set(ORDER) == {name for layer in layers() for name in layer}
    heights = {name: height for height, layer in enumerate(layers()) for name in layer}
    assert [heights[name] for name in ORDER] == sorted(heights.values())


@pytest.mark.parametrize("name", ORDER)
def test_what_a_folder_may_use_is_what_the_contracts_allow(name):
    said, kept = may_use(name), allowed()[name]
    assert said <= kept, f"the page lets {name} use {sorted(said - kept)}, the contracts do not"
    assert kept <= said, f"forbid {sorted(kept - said)} to {name} in pyproject.toml, or name them on the page"


@pytest.mark.parametrize("name", ORDER)
def test_packages_of_a_folder_are_those_it_imports(name):
    assert set(listed(ROWS[name][3])) == imported(name)


DECISIONS = sorted((ROOT / "docs" / "design" / "decisions").glob("[0-9]*.md"))


def test_decisions_are_numbered_without_gaps_and_the_index_has_them_all():
    numbers = [int(page.stem[:2]) for page in DECISIONS]
    assert numbers == list(range(1, len(numbers) + 1))
    index = (DECISIONS[0].parent / "README.md").read_text(encoding="utf-8")
    shown = re.findall(r"^\| (\d+) \| \[(.+)\]\((.+)\) \|", index, re.MULTILINE)
    titles = [page.read_text(encoding="utf-8").splitlines()[0] for page in DECISIONS]
    assert [f"# {number}. {title}" for number, title, _ in shown] == titles
    assert [name for _, _, name in shown] == [page.name for page in DECISIONS]


@pytest.mark.parametrize("page", DECISIONS, ids=lambda page: page.stem)
def test_a_decision_is_a_short_record(page):
    text = page.read_text(encoding="utf-8")
    assert re.findall(r"^\*\*(Context|Decision|Consequence)\.\*\*", text, re.MULTILINE) == [
        "Context",
        "Decision",
        "Consequence",
    ]
    assert len(text.split()) <= 400


def test_no_two_public_classes_share_a_name():
    homes_of: dict[str, list[str]] = {}
    for path in sorted(SOURCE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                homes_of.setdefault(node.name, []).append(str(path.relative_to(SOURCE)))
    assert not {name: where for name, where in homes_of.items() if len(where) > 1}, "one word, one class"


def test_no_two_test_files_share_a_name():
    """They are imported by it: the second could not be collected."""
    names = [path.name for path in Path(__file__).parent.rglob("test_*.py")]
    assert sorted(names) == sorted(set(names))
