"""A whole study in a few seconds, and what it would have taken without a policy."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from quorate.results import Result
from quorate.workflows.progress import Counting, quietly

if TYPE_CHECKING:
    from quorate.estimators.findings import Findings
    from quorate.records.design import Design
    from quorate.records.material import Material
    from quorate.study import Study, Verification

STUDY, PEOPLE, SEED = "demo", 20, 20
BEGIN = 1767603600.0  # 2026-01-05 09:00 UTC: the demo's own clock, so that its log is the same everywhere
AGAIN = 10  # how often the demo is played to say what its policy saves
MOST = 6000  # judgments after which asking every pair alike is given up


@dataclass(frozen=True, kw_only=True, repr=False)
class Demo(Result):
    """What the demo found.

    Attributes:
        findings: What the study believes.
        verification: Whether its log reproduces itself.
        judgments: How many judgments it took.
        alike: How many the same claim takes where every pair is asked alike; `None` where that is more than there are.
        again: The same two numbers of the demo played again with other seeds; `MOST` where there are not enough.
    """

    findings: "Findings"
    verification: "Verification"
    judgments: int
    alike: int | None
    again: tuple[tuple[int, int], ...]

    @property
    def headline(self) -> str:
        """The claim."""
        return self.findings.answer.words

    @property
    def saved(self) -> str:
        """What the policy saved."""
        from quorate.wording.phrases import counted

        taken = "more than there are" if self.alike is None else f"{self.alike:,}"
        words = f"It ended by itself after {counted(self.judgments, 'judgment')}."
        words += f" Asked about every pair alike, the same people take {taken} for the same claim"
        if not self.again:
            return f"{words}."
        own, other = (sum(column) / len(self.again) for column in zip(*self.again, strict=True))
        return (
            f"{words};\nplayed {len(self.again)} times with other seeds: {own:,.0f} against {other:,.0f} in the mean."
        )

    def to_rows(self) -> Iterator[dict[str, Any]]:
        """A row for each time it was played, the first one the study itself."""
        yield {"judgments": self.judgments, "alike": self.alike}
        yield from ({"judgments": own, "alike": other} for own, other in self.again)

    def to_json(self) -> Any:  # noqa: ANN401 - JSON is what it is
        """The claim and the numbers."""
        return {"answer": self.headline, "holds": self.verification.holds, "played": list(self.to_rows())}


def play_demo(folder: Path, *, counting: Counting = quietly, again: int = AGAIN) -> Demo:
    """Define, ask and tell, estimate, verify, report: everything in one folder.

    Args:
        folder: Where outputs, store and report go; it is there, and holds no study called `demo`.
        counting: How progress is shown.
        again: How often to play it again with other seeds.
    """
    from quorate.io import read_material, write_table
    from quorate.reports import write_report
    from quorate.simulation.notices import notices
    from quorate.study import verify

    outputs, store = folder / "outputs.jsonl", folder / "demo.db"
    write_table(notices(), outputs)
    material = read_material(outputs)
    study, judgments = _play(material, SEED, str(store))
    try:
        with counting("Verifying the log", study.history.position) as progress:
            verification = verify(study, progress=progress)
            progress(verification.events)
        reproduce = ("quorate demo", f"quorate verify {STUDY} --store {store}")
        findings = study.findings(slices=("domain",), reproduce=reproduce)
        write_report(findings, folder / "report.html")
        alike = _alike(study, material, SEED)
    finally:
        study.store.close()
    played = []
    with counting("Playing it again with other seeds", again) as progress:
        for seed in range(again):
            other, own = _play(material, seed, "memory:")
            played.append((own, _alike(other, material, seed) or MOST))
            progress(seed + 1)
    return Demo(findings=findings, verification=verification, judgments=judgments, alike=alike, again=tuple(played))


def _design(seed: int) -> "Design":
    """What `quorate define` takes where nothing is said; with a seed, so that the demo is the same everywhere."""
    from quorate.records.design import Design

    words = "Which notice says better what the record says?"
    return Design(question={"words": words}, frame="open crowd", seed=seed)


def _play(material: "Material", seed: int, store: str) -> "tuple[Study, int]":
    """The study, played until it ends by itself, and how many judgments that took."""
    from quorate.simulation import Strengths, VirtualClock, crowd, simulate
    from quorate.simulation.notices import STRENGTHS
    from quorate.study import Study

    clock = VirtualClock(BEGIN)
    study = Study.define(STUDY, material, design=_design(seed), store=store, clock=clock)
    people = crowd(PEOPLE, seed=seed, leaving=0.0)
    done = simulate(study, people, Strengths(STRENGTHS), seed=seed, judgments=MOST, clock=clock)
    return study, done.judgments


def _alike(study: "Study", material: "Material", seed: int) -> int | None:
    from quorate.simulation import Strengths, crowd, judgments_alike
    from quorate.simulation.notices import STRENGTHS

    people = crowd(PEOPLE, seed=seed, leaving=0.0)
    return judgments_alike(study, material, people, Strengths(STRENGTHS), most=MOST, seed=seed)
