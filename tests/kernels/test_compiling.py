import subprocess
import sys
import textwrap

PROGRAM = textwrap.dedent(
    """
    import sys
    from pathlib import Path
    sys.path.insert(0, sys.argv[1])
    import quorate.kernels.compiling as compiling
    compiling._PACKAGE = Path(sys.argv[1]) / "package"
    import outer
    print(outer.twice(outer.VALUE), sum(outer.twice.stats.cache_hits.values()))
    """
)
OUTER = """
from quorate.kernels.compiling import compiled
from package.kernels.inner import once

VALUE = 3

@compiled
def twice(x):
    return 2 * once(x)
"""
INNER = """
from quorate.kernels.compiling import compiled

@compiled
def once(x):
    return x + {}
"""
MIDDLE = """
from quorate.kernels.compiling import compiled
from package.kernels import (
    inner,
)

inner_once = inner.once

@compiled
def once(x):
    return inner_once(x)
"""
TAKES_A_TUPLE = """
from quorate.kernels.compiling import compiled
from package.kernels import inner

VALUE = inner.{}(3)

@compiled
def twice(x):
    return 2 * x.value
"""
TUPLE = """
from typing import NamedTuple
from quorate.kernels.compiling import compiled

class {}(NamedTuple):
    value: int
"""


def run(folder):
    done = subprocess.run([sys.executable, "-c", PROGRAM, str(folder)], check=True, capture_output=True, text=True)
    value, hits = done.stdout.split()
    return int(value), int(hits)


def test_a_change_in_a_called_file_is_noticed_and_an_unchanged_one_is_not_compiled_again(tmp_path):
    kernels = tmp_path / "package" / "kernels"
    kernels.mkdir(parents=True)
    (tmp_path / "outer.py").write_text(OUTER)
    (kernels / "inner.py").write_text(INNER.format(1))
    assert run(tmp_path) == (8, 0)
    assert run(tmp_path) == (8, 1)
    (kernels / "inner.py").write_text(INNER.format(2))
    assert run(tmp_path) == (10, 0)


def test_what_a_called_file_calls_counts_and_what_nobody_calls_does_not(tmp_path):
    kernels = tmp_path / "package" / "kernels"
    kernels.mkdir(parents=True)
    (tmp_path / "outer.py").write_text(OUTER.replace("kernels.inner", "kernels.middle"))
    (kernels / "middle.py").write_text(MIDDLE)
    (kernels / "inner.py").write_text(INNER.format(1))
    (kernels / "other.py").write_text(INNER.format(1))
    assert run(tmp_path) == (8, 0)
    (kernels / "other.py").write_text(INNER.format(2))
    assert run(tmp_path) == (8, 1)
    (kernels / "inner.py").write_text(INNER.format(2))
    assert run(tmp_path) == (10, 0)


def test_stale_code_for_a_type_that_was_renamed_is_not_read(tmp_path):
    kernels = tmp_path / "package" / "kernels"
    kernels.mkdir(parents=True)
    for name in ("Old", "New"):
        (tmp_path / "outer.py").write_text(TAKES_A_TUPLE.format(name))
        (kernels / "inner.py").write_text(TUPLE.format(name))
        assert run(tmp_path) == (6, 0)


ELSEWHERE = """
from typing import NamedTuple
from package.kernels.inner import value_of

class Own(NamedTuple):
    value: int

value_of(Own(5))
"""
VALUE_OF = """
from typing import NamedTuple
from quorate.kernels.compiling import compiled

class Value(NamedTuple):
    value: int

@compiled
def value_of(x):
    return x.value
"""
ASKS = """
from package.kernels import inner

VALUE = inner.Value(3)
twice = inner.value_of
"""


def test_what_was_compiled_for_types_of_a_module_that_is_gone_stops_nobody(tmp_path):
    kernels = tmp_path / "package" / "kernels"
    kernels.mkdir(parents=True)
    (kernels / "inner.py").write_text(VALUE_OF)
    (tmp_path / "outer.py").write_text("import elsewhere\n" + ASKS)
    (tmp_path / "elsewhere.py").write_text(ELSEWHERE)
    assert run(tmp_path) == (3, 0)
    (tmp_path / "elsewhere.py").unlink()
    (tmp_path / "outer.py").write_text(ASKS)
    assert run(tmp_path)[0] == 3
