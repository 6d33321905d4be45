"""Write the documentation pages of the benchmarks from the committed result files."""

import json
from pathlib import Path

ROOT = Path(__file__).parent.parent
MOST_ROWS = 70  # of a section: beyond, figures without a bar stay in the result file
ALWAYS = "data efficiency of the default"  # set by set: what a user gets, of a score and of a difference


def page(result: dict) -> str:
    """One benchmark as a page."""
    machine = result["machine"]
    versions = ", ".join(f"{name} {number}" for name, number in result["versions"].items())
    runs = ", ".join(f"{name} {number:,}" for name, number in result["runs"].items())
    made = f"{machine['cores']} cores, {machine['processor']}, {machine['system']}. {versions}."
    name = result["benchmark"]
    lines = [
        f"# Benchmark: {name}",
        "",
        f"Made by `benchmarks/{name}.py`; written from `benchmarks/results/{name}.json`.",
        f"Seeds {', '.join(map(str, result['seeds']))}; {runs}. {made}",
        "",
    ]
    notes = ROOT / "benchmarks" / "notes" / f"{name}.md"
    if notes.is_file():
        lines += [notes.read_text(encoding="utf-8").rstrip(), ""]
    if "headline" in result:
        return "\n".join([*lines, *headline(result["figures"], result["headline"])]) + "\n"
    if "words" not in result:
        return "\n".join([*lines, *table(result["figures"])]) + "\n"
    begin = 0
    for section, count in result["sections"].items():
        words = result["words"].get(section, "")
        lines += [f"## {section}", "", words, "", *table(result["figures"][begin : begin + count]), ""]
        begin += count
    return "\n".join(lines).rstrip() + "\n"


def headline(figures: list[dict], names: list[str]) -> list[str]:
    """The figures a benchmark puts first, in its order, and all that miss their bar."""
    first = [figure for name in names for figure in figures if figure["name"] == name]
    missed = [figure for figure in figures if figure["holds"] is False and figure["name"] not in names]
    bars = [figure["holds"] for figure in figures if figure["bar"] is not None]
    left = len(figures) - len(first) - len(missed)
    end = f"{left:,} more figures are in the result file; {sum(bars):,} of {len(bars):,} bars hold."
    return [*rows(first + missed), "", end]


def table(figures: list[dict]) -> list[str]:
    """Figures as the lines of a table."""
    shown = (
        figures
        if len(figures) <= MOST_ROWS
        else [figure for figure in figures if figure["bar"] is not None or figure["name"].startswith(ALWAYS)]
    )
    if len(shown) > 2 * MOST_ROWS:  # too many to read: those that miss their bar, and how many do not
        shown = [figure for figure in shown if figure["holds"] is False]
    held = sum(bool(figure["holds"]) for figure in figures)
    lines = rows(shown)
    left = len(figures) - len(shown)
    return (
        [*lines, "", f"{left:,} more figures are in the result file; {held:,} in all hold their bar."]
        if left
        else lines
    )


def rows(figures: list[dict]) -> list[str]:
    """The lines of a table."""
    lines = ["| figure | case | value | unit | bar | holds |", "|---|---|---:|---|---:|---|"]
    for figure in figures:
        bar = "" if figure["bar"] is None else f"{figure['bar']:g}"
        holds = {None: "", True: "yes", False: "**no**"}[figure["holds"]]
        cells = (figure["name"], figure["case"], f"{figure['value']:.3g}", figure["unit"], bar, holds)
        lines.append("| " + " | ".join(cells) + " |")
    return lines


def main() -> None:
    """Write every page."""
    target = ROOT / "docs" / "benchmarks"
    target.mkdir(parents=True, exist_ok=True)
    for path in sorted((ROOT / "benchmarks" / "results").glob("*.json")):
        result = json.loads(path.read_text(encoding="utf-8"))
        (target / f"{path.stem}.md").write_text(page(result), encoding="utf-8")


if __name__ == "__main__":
    main()
