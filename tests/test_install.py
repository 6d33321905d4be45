"""What the base install brings is enough for every verb; what is missing is said in one line."""

import ast
import importlib.metadata
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from quorate.cli.failures import EXTRAS

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
OUTSIDE = ("testing",)  # contract suites, for those who have pytest


def name_of(requirement: str) -> str:
    return re.sub(r"[-_.]+", "-", re.match(r"[\w.-]+", requirement)[0]).lower()


def brought_by(requirements: list[str]) -> set[str]:
    """These packages and all that they need, without extras."""
    found: set[str] = set()
    waiting = [name_of(requirement) for requirement in requirements]
    while waiting:
        name = waiting.pop()
        if name in found:
            continue
        found.add(name)
        try:
            needed = importlib.metadata.requires(name) or []
        except importlib.metadata.PackageNotFoundError:
            continue
        waiting += [name_of(one) for one in needed if "extra ==" not in one]
    return found


def imported() -> dict[str, set[str]]:
    """Module from elsewhere → the files that import it."""
    found: dict[str, set[str]] = {}
    source = ROOT / "src" / "quorate"
    for path in source.rglob("*.py"):
        if path.relative_to(source).parts[0] in OUTSIDE:
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module] if isinstance(node, ast.ImportFrom) and node.module and not node.level else []
            for name in names:
                found.setdefault(name.partition(".")[0], set()).add(str(path.relative_to(source)))
    return {name: paths for name, paths in found.items() if name not in sys.stdlib_module_names | {"quorate"}}


def test_the_base_install_brings_all_that_is_imported_but_for_the_extras():
    homes = importlib.metadata.packages_distributions()
    base = brought_by(PROJECT["dependencies"])
    assert "fastapi" in imported(), "the web service is looked at as well"
    for module, paths in imported().items():
        if module not in EXTRAS:
            brought = {name_of(home) for home in homes.get(module, ())}
            assert brought & base, f"{module} is not in the base install: {sorted(paths)}"


def test_every_extra_that_is_named_exists():
    assert set(EXTRAS.values()) <= set(PROJECT["optional-dependencies"])


@pytest.mark.parametrize(
    ("module", "words"),
    [
        ("torch", "pip install 'quorate[neural]'"),
        ("fastapi", "pip install --upgrade 'quorate'"),
    ],
)
def test_a_missing_package_is_one_line_with_the_command(module, words, tmp_path):
    code = f"""
import sys
sys.modules[{module!r}] = None  # as if it were not installed
from quorate.cli import application, main
def serve():
    import {module}
application.app.command("needy")(serve)
main()
"""
    ended = subprocess.run(
        [sys.executable, "-c", code, "needy"], capture_output=True, text=True, check=False, timeout=60, cwd=tmp_path
    )
    assert ended.returncode == 2
    assert ended.stderr.count("\n") == 1
    assert words in ended.stderr
    assert module in ended.stderr
