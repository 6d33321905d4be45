"""Write the documentation pages of the benchmarks from the committed result files."""

import json
from collections import Counter
from pathlib import Path

from charts import dots
from pages import PAGES, Chart, Page, Row

ROOT = Path(__file__).parent.parent
TARGET = ROOT / "docs" / "benchmarks"
LONGEST = 90  # letters of a case


def written(name: str, result: dict, page: Page) -> str:
    """One benchmark as a page; its picture is written beside it."""
    figures = result["figures"]
    picture = page.picture
    title = name
    if isinstance(picture, Chart):
        title = picture.title
        drawn = dots(picture.title, picture.unit, picture.values(figures), picture.bar)
        picture = f"{name}.svg"
        (TARGET / picture).write_text(drawn, encoding="utf-8")
    lines = [
        f"# Benchmark: {name}",
        "",
        page.about,
        "",
        f"![{title}]({picture})",
        "",
        "| what | value | worst | bar | holds | measured on |",
        "|---|---:|---:|---:|---|---|",
        *(line(row, row.figures(figures)) for row in page.rows),
        "",
        *ends(name, result),
    ]
    return "\n".join(lines) + "\n"


def line(row: Row, figures: list[dict]) -> str:
    """A row of the table; several figures are shown by their median, and the worst one with its case.

    Beside figures that have a bar, those that have none are left out: they are there to compare with.
    """
    if not figures:
        raise ValueError(f"no figure is called {row.name!r} with a case {row.of!r}")
    held = [one for one in figures if one["bar"] is not None]
    figures = held or figures
    ordered = sorted(figures, key=lambda one: one["value"])
    shown, unit = ordered[len(ordered) // 2], figures[0]["unit"].partition(" (")[0].partition(";")[0]
    worst = row.worst(figures, key=lambda one: one["value"])
    bars = sorted({one["bar"] for one in held})
    bar = "" if not bars else f"{bars[0]:.4g}" if len(bars) == 1 else f"{bars[0]:.4g} to {bars[-1]:.4g}"
    missed = sum(not one["holds"] for one in held)
    holds = (
        "" if not held else "yes" if not missed else f"**{'no' if len(held) == 1 else f'{missed} of {len(held)} not'}**"
    )
    cases = worst["case"] if len(figures) == 1 else f"{len(figures)} cases; worst: {worst['case']}"
    cases = cases if len(cases) <= LONGEST else f"{cases[: LONGEST - 1].rstrip()}…"
    value = f"{shown['value']:,.4g} {unit}".rstrip()
    least = "" if len(figures) == 1 else f"{worst['value']:,.4g}"
    return f"| {row.words or row.name} | {value} | {least} | {bar} | {holds} | {cases.replace('|', '/')} |"


def ends(name: str, result: dict) -> list[str]:
    """Where the rest is, which bars do not hold, and how everything was made."""
    figures = result["figures"]
    bars = [one for one in figures if one["bar"] is not None]
    missed = Counter(one["name"] for one in bars if not one["holds"])
    rest = f"All {len(figures):,} figures are in [{name}.json](../../benchmarks/results/{name}.json)"
    notes = ROOT / "benchmarks" / "notes" / f"{name}.md"
    if notes.is_file():
        rest += f"; what to know when reading them is in the [notes](../../benchmarks/notes/{name}.md)"
    said = [f"{rest}. Where a line has several figures, its value is their median.", ""]
    if missed:
        which = "; ".join(f"{one} ({count})" if count > 1 else one for one, count in missed.items())
        said += [f"{len(bars) - missed.total():,} of {len(bars):,} bars hold. Not: {which}.", ""]
    else:
        said += [f"All {len(bars):,} bars hold.", ""]
    machine = result["machine"]
    versions = ", ".join(f"{package} {number}" for package, number in result["versions"].items())
    runs = ", ".join(f"{kind} {number:,}" for kind, number in result["runs"].items())
    made = f"Made by `benchmarks/{name}.py` on {machine['cores']} cores, {machine['processor']}, {machine['system']};"
    return [*said, f"{made} seeds {', '.join(map(str, result['seeds'])) or 'none'}; {runs}; {versions}."]


def main() -> None:
    """Write every page."""
    TARGET.mkdir(parents=True, exist_ok=True)
    for path in sorted((ROOT / "benchmarks" / "results").glob("*.json")):
        result = json.loads(path.read_text(encoding="utf-8"))
        (TARGET / f"{path.stem}.md").write_text(written(path.stem, result, PAGES[path.stem]), encoding="utf-8")


if __name__ == "__main__":
    main()
