"""`import quorate`: quick, complete, typed, and the same names wherever they are listed."""

import ast
import json
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from hatchling.builders.wheel import WheelBuilder

import quorate

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "quorate"


def names_for_type_checkers() -> dict[str, str]:
    """Name → module, of the imports that only type checkers see."""
    tree = ast.parse((SOURCE / "__init__.py").read_text(encoding="utf-8"))
    (block,) = [node for node in tree.body if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"]
    return {name.name: node.module for node in block.body for name in node.names}


def test_type_checkers_and_python_find_the_same_names_in_the_same_places():
    assert names_for_type_checkers() == quorate._HOMES
    assert set(quorate.__all__) == {*quorate._HOMES, "__version__"}
    assert dir(quorate) == sorted(quorate.__all__)
    for name in quorate.__all__:
        assert getattr(quorate, name) is not None


def test_a_misspelt_name_is_met_with_the_nearest():
    with pytest.raises(AttributeError, match="Did you mean 'estimate'"):
        quorate.estimat  # noqa: B018


def test_a_wheel_says_that_it_is_typed(tmp_path):
    (built,) = WheelBuilder(str(ROOT)).build(directory=str(tmp_path), versions=["standard"])
    names = zipfile.ZipFile(built).namelist()
    assert "quorate/py.typed" in names


def checker(name: str) -> str | None:
    beside = Path(sys.executable).with_name(name)
    return str(beside) if beside.exists() else shutil.which(name)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["mypy", "basedpyright"])
def test_type_checkers_know_an_installed_wheel_and_find_one_mistake(tmp_path, name):
    program = checker(name)
    if program is None:
        pytest.skip(f"{name} is not installed")
    (built,) = WheelBuilder(str(ROOT)).build(directory=str(tmp_path), versions=["standard"])
    installed = tmp_path / "lib" / "site-packages"
    zipfile.ZipFile(built).extractall(installed)
    (tmp_path / "mine").mkdir()
    mine = tmp_path / "mine" / "uses.py"
    mine.write_text((ROOT / "tests" / "typing" / "on_a_wheel.txt").read_text(encoding="utf-8"), encoding="utf-8")
    others = [path for path in sys.path if path.endswith("site-packages")]
    settings = {"include": ["mine"], "extraPaths": [str(installed), *others], "typeCheckingMode": "standard"}
    (tmp_path / "pyrightconfig.json").write_text(json.dumps(settings), encoding="utf-8")
    words = ["--cache-dir", str(tmp_path / "cache"), "--ignore-missing-imports", str(mine)] if name == "mypy" else []
    clean = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    done = subprocess.run(
        [program, *words],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        env={**clean, "MYPYPATH": str(installed)},
    )
    assert done.returncode, done.stdout
    mistakes = [line for line in done.stdout.splitlines() if "error:" in line and "uses.py" in line]
    assert len(mistakes) == 1, done.stdout + done.stderr
    assert "estimat" in mistakes[0]


def cpu_seconds(*words: str) -> float:
    code = f"""
import resource, subprocess
subprocess.run({[sys.executable, *words]!r}, check=True, capture_output=True)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(used.ru_utime + used.ru_stime)
"""
    return float(subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout)


def test_import_and_help_are_quick():
    """On an idle machine .02 and .2 s (bars .1 and .3); on a loaded one CPU time stretches to twice as much."""
    assert min(cpu_seconds("-c", "import quorate") for _ in range(2)) <= 0.2
    assert min(cpu_seconds("-c", "from quorate.cli import main; main()", "--help") for _ in range(2)) <= 0.6


def test_nothing_heavy_is_imported_by_the_command_line_before_a_verb_runs():
    code = "import sys, quorate.cli; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout.split()
    assert not {"numpy", "scipy", "numba", "pydantic", "sqlalchemy", "rich"} & set(loaded)
