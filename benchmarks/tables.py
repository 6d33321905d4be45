"""Write the documentation pages of the benchmarks from the committed result files."""

import json
from pathlib import Path

ROOT = Path(__file__).parent.parent
MOST_ROWS = 70  # of a section: beyond, figures without a bar stay in the result file
ALWAYS = "data efficiency of the default"  # set by set: what a user gets, of a score and of a difference
FEW = 2  # figures of a kind that a section's table shows one by one: of more it shows their range


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
        figures = result["figures"][begin : begin + count]
        lines += [f"## {section}", "", words, "", *set_by_set(figures), *summary(figures), ""]
        begin += count
    return "\n".join(lines).rstrip() + "\n"


def set_by_set(figures: list[dict]) -> list[str]:
    """What a user gets on each set, of a score and of a difference, side by side."""
    found: dict[str, dict[str, str]] = {}
    for figure in figures:
        what, _, kind = figure["name"].partition(f"{ALWAYS}, ")
        if not what and kind and "; standard error" in figure["case"] and ", n = " in figure["case"]:
            name, _, rest = figure["case"].partition(";")
            error = rest.partition("standard error ")[2].partition(";")[0]
            chosen = " (chosen on)" if "chosen on" in rest else ""
            found.setdefault(name + chosen, {})[kind] = f"{figure['value']:.2f} ± {float(error):.2f}"
    if not found:
        return []
    kinds = list(dict.fromkeys(kind for row in found.values() for kind in row))
    lines = [f"| set | {' | '.join(kinds)} |", "|---|" + "---:|" * len(kinds)]
    lines += [f"| {name} | {' | '.join(row.get(kind, '') for kind in kinds)} |" for name, row in found.items()]
    return [*lines, ""]


def summary(figures: list[dict]) -> list[str]:
    """A section's figures: one row for each kind of which there are many, then the few and all that miss their bar."""
    kinds: dict[str, list[dict]] = {}
    for figure in figures:
        kinds.setdefault(figure["name"], []).append(figure)
    many = {name: kind for name, kind in kinds.items() if len(kind) > FEW}
    few = [
        figure
        for figure in figures
        if figure["name"] not in many or figure["holds"] is False or figure["case"].startswith("mean of ")
    ]
    lines = []
    if many:
        columns = ("figure", "how many", "least", "median", "greatest", "unit", "bars that hold")
        lines += [f"| {' | '.join(columns)} |", "|---|---:|---:|---:|---:|---|---|"]
    for name, kind in many.items():
        values, bars = (
            sorted(figure["value"] for figure in kind),
            [one["holds"] for one in kind if one["bar"] is not None],
        )
        ends = (f"{value:.3g}" for value in (values[0], values[len(values) // 2], values[-1]))
        held = f"{sum(bars)} of {len(bars)}" if bars else ""
        lines.append("| " + " | ".join((name, str(len(kind)), *ends, kind[0]["unit"], held)) + " |")
    return [*lines, *([""] if many and few else []), *(rows(few) if few else [])]


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
    shown = figures if len(figures) <= MOST_ROWS else [figure for figure in figures if figure["bar"] is not None]
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
