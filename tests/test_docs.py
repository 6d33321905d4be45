"""The documentation says what the code does: words, commands, methods, and the tour line by line."""

import ast
import importlib
import inspect
import pkgutil
import re
import runpy
import shlex
import shutil
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest
from typer.testing import CliRunner

import quorate
from quorate.cli import app
from quorate.cli.application import VERBS
from quorate.cli.reference import reference
from quorate.estimators.estimate import EstimateTable
from quorate.estimators.scores import METHODS
from quorate.policies import PAIR_POLICIES, SELECTORS, STOPPING_RULES
from quorate.questions import KINDS
from quorate.selection.utilities import UTILITIES

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
SOURCES = sorted((ROOT / "src" / "quorate").rglob("*.py"))


def table(page: str, heading: str) -> list[list[str]]:
    """The cells of the table whose header begins with these words."""
    lines = page.split(f"| {heading}", 1)[1].splitlines()[2:]
    rows = []
    for line in lines:
        if not line.startswith("|"):
            break
        rows.append([cell.strip() for cell in line.strip("|").split("|")])
    return rows


def words_of(identifier: str) -> list[str]:
    return [part.lower() for part in re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+", identifier)]


def identifiers() -> dict[str, set[str]]:
    """Word → the identifiers in which it occurs, and where."""
    found: dict[str, set[str]] = {}
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [getattr(node, field, None) for field in ("id", "arg", "attr", "name", "asname")]
            for name in names:
                for word in words_of(name) if isinstance(name, str) else ():
                    found.setdefault(word, set()).add(f"{name} in {path.relative_to(ROOT)}")
    return found


@pytest.fixture(scope="module")
def glossary() -> str:
    return (DOCS / "glossary.md").read_text(encoding="utf-8")


def test_glossary_words_are_words_of_the_code(glossary):
    text = "\n".join(path.read_text(encoding="utf-8") for path in SOURCES).lower()
    for word, meaning, *_ in table(glossary, "word | meaning | others call it | not |"):
        assert meaning
        assert re.search(rf"(?<![a-z]){re.escape(word)}(?:s|es)?(?![a-z])", text), f"{word!r} is not in the code"


SEARCHED = (
    *("pairwise comparison", "human evaluation", "LLM", "Bradley–Terry", "confidence interval", "confidence sequence"),
    *("inter-annotator agreement", "sample size", "significance", "leaderboard"),
)


@pytest.mark.parametrize("word", SEARCHED)
def test_what_people_search_for_stands_in_the_readme_and_in_the_glossary(glossary, word):
    readme = " ".join((ROOT / "README.md").read_text(encoding="utf-8").split("## Install")[0].split())
    others = [row[2] for row in table(glossary, "word | meaning | others call it | not |")]
    assert word.lower() in readme.lower()
    assert any(word.lower() in said.lower() for said in others) or f"| {word} |" in glossary


def test_no_name_in_the_code_uses_a_word_the_glossary_refuses(glossary):
    names = identifiers()
    refused = {
        word
        for row in table(glossary, "word | meaning | others call it | not |")
        for word in row[-1].split(", ")
        if word
    }
    elsewhere = {word for row in table(glossary, "word | there it means |") for word in row[0].split(", ")}
    assert {"model", "arm", "player", "worker", "propensity", "hypothesis", "HIT"} <= refused
    assert elsewhere <= refused
    for word in sorted(refused - elsewhere):
        used = names.get(word.lower(), set()) | names.get(word.lower() + "s", set())
        assert not used, f"the glossary refuses {word!r}: {sorted(used)}"


def test_every_exception_in_the_glossary_is_needed(glossary):
    names = identifiers()
    for row in table(glossary, "word | there it means |"):
        for word in row[0].split(", "):
            assert names.get(word) or names.get(word + "s"), f"{word!r} needs no exception any more"


def test_command_line_pages_are_up_to_date():
    pages = {page.name: page.read_text(encoding="utf-8") for page in (DOCS / "cli").glob("*.md")}
    assert pages == reference(), "run `make docs`"


def test_command_line_pages_do_not_depend_on_the_terminal(monkeypatch):
    wide = reference()
    monkeypatch.setenv("COLUMNS", "40")
    monkeypatch.setenv("TERMINAL_WIDTH", "40")
    assert reference() == wide


@pytest.mark.parametrize("verb", [verb.__name__.replace("_", "-") for verb in VERBS])
def test_every_verb_is_documented_with_an_example(verb):
    pages = "\n".join(page.read_text(encoding="utf-8") for page in (DOCS / "cli").glob("*.md"))
    section = pages.split(f"## quorate {verb}\n", 1)[1]
    assert re.search(rf"```console\n\$ quorate {verb}\b", section)


def estimators() -> list[str]:
    package = importlib.import_module("quorate.estimators")
    found = []
    for module in pkgutil.iter_modules(package.__path__, "quorate.estimators."):
        for name, function in inspect.getmembers(importlib.import_module(module.name), inspect.isfunction):
            is_own = function.__module__ == module.name and not name.startswith("_")
            if is_own and inspect.signature(function).return_annotation is EstimateTable:
                found.append(name)
    return found


def test_every_estimator_policy_selector_and_rule_is_documented():
    methods = "\n".join(path.read_text(encoding="utf-8") for path in sorted((DOCS / "methods").rglob("*.md")))
    assert {"win_rate", "win_matrix", "bradley_terry", "mean_score"} <= set(estimators())
    for name in estimators():
        assert f"`{name}`" in methods, name
    for name in PAIR_POLICIES:
        page = (DOCS / "methods" / "duels" / f"{name}.md").read_text(encoding="utf-8")
        assert f"`{name}`" in page, name
    for name in SELECTORS:
        assert f"selector `{name}`" in methods, name
    for name in STOPPING_RULES:
        assert f"**`{name}`" in (DOCS / "methods" / "stopping.md").read_text(encoding="utf-8"), name
    for name in METHODS:
        assert f"`{name}`" in methods, name
    for name in UTILITIES:
        assert f"| `{name}` |" in (DOCS / "methods" / "utilities.md").read_text(encoding="utf-8"), name
    for name in KINDS:
        assert f"| {name} |" in (DOCS / "glossary.md").read_text(encoding="utf-8"), name


@pytest.mark.parametrize("page", sorted((DOCS / "methods").glob("*.md")), ids=lambda page: page.stem)
def test_method_pages_are_short_and_say_what_they_assume(page):
    text = page.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 60
    assert "**Idea.**" in text
    assert "**Guarantee.**" in text
    assert "**Assumptions.**" in text
    assert "**When not to use.**" in text


def places(page: Path) -> set[str]:
    """What a link may point to within a page."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", [*sorted(ROOT.glob("*.md")), *sorted(DOCS.rglob("*.md"))], ids=lambda page: page.stem)
def test_links_between_pages_lead_somewhere(page):
    for target, place in re.findall(r"\]\(([^)#]*)(?:#([^)]*))?\)", page.read_text(encoding="utf-8")):
        if "://" not in target:
            there = page.parent / target if target else page
            assert there.exists(), f"{page.name} links to {target}"
            assert not place or place in places(there), f"{page.name} links to {place} in {there.name}"


@pytest.mark.parametrize("page", sorted(DOCS.rglob("*.md")), ids=lambda page: page.stem)
def test_a_page_can_be_read_in_one_sitting(page):
    assert len(page.read_text(encoding="utf-8").splitlines()) <= 450


def test_benchmark_pages_are_up_to_date(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(ROOT / "benchmarks")
    tables = importlib.import_module("tables")
    monkeypatch.setattr(tables, "TARGET", tmp_path)
    tables.main()
    for page in tmp_path.iterdir():
        assert page.read_bytes() == (DOCS / "benchmarks" / page.name).read_bytes(), "run `make docs`"


def blocks(page: Path) -> list[tuple[str, str]]:
    return re.findall(r"^```(python|console)\n(.*?)^```", page.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)


def check_console(block: str) -> None:
    """Run the commands; every line shown must be printed, in this order, … standing for anything."""
    for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        command, *expected = part.splitlines()
        outcome = CliRunner().invoke(app, shlex.split(command)[1:], prog_name="quorate")
        printed = (outcome.stdout + outcome.stderr).splitlines()
        failed = any(line.startswith("Error:") for line in expected)
        assert (outcome.exit_code != 0) == failed, (command, printed, outcome.exception)
        check_lines(command, expected, printed)


def check_lines(command: str, expected: list[str], printed: list[str]) -> None:
    """Every line expected is printed, in this order."""
    for line in expected:
        if line == "…" or not line:
            continue
        pattern = re.compile(".*".join(re.escape(piece.rstrip()) for piece in line.split("…")))
        rest = [place for place, said in enumerate(printed) if pattern.fullmatch(said.rstrip())]
        assert rest, f"{command}: {line!r} is not printed:\n" + "\n".join(printed)
        printed = printed[rest[0] + 1 :]


@pytest.mark.parametrize("page", sorted((DOCS / "tour").glob("*.md")), ids=lambda page: page.stem)
def test_tour_runs(page, tmp_path, monkeypatch, capsys):
    shutil.copy(ROOT / "examples" / "outputs.jsonl", tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("QUORATE_STORE", raising=False)
    scope: dict[str, object] = {}
    for language, block in blocks(page):
        if language == "console":
            check_console(block)
        else:
            exec(compile(block, str(page), "exec"), scope)
    assert "terse loses to nobody by more than 5 points" in capsys.readouterr().out
    for name in ("report.html", "python.html", "judgments.csv", "estimates.csv", "archive.db"):
        assert (tmp_path / name).stat().st_size > 0
    scope["study"].store.close()


def test_selecting_page_runs(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("QUORATE_STORE", raising=False)
    scope: dict[str, object] = {}
    for language, block in blocks(DOCS / "selecting.md"):
        if language == "console":
            check_console(block)
        else:
            exec(compile(block, "selecting.md", "exec"), scope)
    for name in ("items.csv", "likely.csv", "picked.csv", "hour.csv", "third.csv", "documents.csv", "sources.csv"):
        assert (tmp_path / name).stat().st_size > 0


def test_judging_page_runs(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("QUORATE_STORE", raising=False)
    scope: dict[str, object] = {}
    for language, block in blocks(DOCS / "judging.md"):
        if language == "console":
            check_console(block)
        else:
            exec(compile(block, "judging.md", "exec"), scope)


def test_example_runs(tmp_path, monkeypatch, capsys):
    for name in ("outputs.jsonl", "first_study.py"):
        shutil.copy(ROOT / "examples" / name, tmp_path)
    monkeypatch.chdir(tmp_path)
    runpy.run_path("first_study.py")
    said = capsys.readouterr().out
    assert "terse loses to nobody by more than 5 points" in said
    assert f"quorate:{quorate.__version__}|study:signs|" in said
    assert (tmp_path / "report.html").read_text(encoding="utf-8").startswith("<!")


def test_readme_runs_from_top_to_bottom(tmp_path, monkeypatch, capsys):
    shutil.copy(ROOT / "examples" / "outputs.jsonl", tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("QUORATE_STORE", raising=False)
    scope: dict[str, object] = {}
    served: list[tuple[subprocess.Popen, str]] = []
    try:
        for language, block in blocks(ROOT / "README.md"):
            if language == "python":
                exec(compile(block, "README.md", "exec"), scope)
                scope["study"].store.close()
                continue
            asked, _, serving = block.partition("$ quorate serve")
            for _, address in served:
                asked = asked.replace("http://localhost:8000", address)
            check_console(asked)
            if serving:
                served.append(check_serving(f"quorate serve{serving}"))
        assert served, "the README serves a study"
        for _, address in served:
            assert b"Quorate" in urllib.request.urlopen(address, timeout=60).read()
    finally:
        for process, _ in served:
            process.terminate()
            process.communicate(timeout=60)
    assert f"quorate:{quorate.__version__}|" in capsys.readouterr().out
    for name in ("report.html", "fall.html"):
        assert (tmp_path / name).stat().st_size > 0


def check_serving(block: str) -> tuple[subprocess.Popen, str]:
    """Start a server on a free port; what it prints is what is shown, but for the port."""
    command, *expected = block.splitlines()
    process = subprocess.Popen(
        [sys.executable, "-c", "from quorate.cli import main; main()", *shlex.split(command)[1:], "--port", "0"],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    printed = []
    for line in process.stdout:
        printed.append(line.rstrip())
        if line.startswith("Serving at"):
            break
    found = re.fullmatch(r"Serving at (\S+)\. Stop with Ctrl-C\.", printed[-1] if printed else "")
    assert found, printed
    check_lines(command, [line.replace("http://localhost:8000", found[1]) for line in expected], printed)
    return process, found[1]


def test_what_the_readme_installs_is_there():
    (block,) = re.findall(
        r"^```\n(pip install.*?)^```", (ROOT / "README.md").read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
    )
    targets = re.findall(r"^(\w+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    for line in block.splitlines():
        words = line.split("#")[0].split()
        is_copied = words[0] == "cp" and (ROOT / words[1]).is_file()
        assert words == ["pip", "install", "."] or is_copied or (words[0] == "make" and words[1] in targets), line
