"""Studies as a version of Quorate writes them, each with what it says about them. See README.md."""

import json
import sys
from pathlib import Path

import numpy as np

from quorate import __version__
from quorate.policies import Rest
from quorate.records.chosen import ChosenItems
from quorate.records.design import Design
from quorate.records.events import ItemAnswered
from quorate.records.guide import Exercise, Guide
from quorate.records.material import Items, Material, SystemOutputs
from quorate.records.scores import Scores
from quorate.reports import json_report
from quorate.study import Study, verify
from quorate.testing.material import make_material
from quorate.testing.walks import Clock, answer_of

HERE = Path(__file__).parent
DAY = 86_400.0


def said(path: Path) -> dict:
    """What this version says of a study."""
    study = Study.open("study", str(path))
    found = verify(study)
    verified = {"events": found.events, "questions": found.questions, "problems": list(found.problems)}
    report = json.loads(json_report(study.findings(slices=["domain"])))
    study.store.close()
    return {"verified": verified, "report": report}


def play(study: Study, clock: Clock, people: list[str], rounds: int, *, start: int = 0) -> None:
    """Everybody asks in turn and mostly answers: the second of three systems is liked best."""
    for turn in range(start, start + rounds):
        for place, person in enumerate(people):
            question = study.ask(person)
            clock.advance(7 + (turn * 5 + place * 3) % 11)
            if isinstance(question, Rest):
                continue
            if (turn + place) % 13 == 12:
                study.skip(question.number, annotator=person, reason="I cannot tell")
                continue
            answer = answer_of(study, turn * 3 + place)
            systems = study.history.systems_of(question.number)
            if len(systems) == 2 and 1 in systems and turn % 4:
                answer = "left" if systems[0] == 1 else "right"
            study.tell(question.number, answer, annotator=person, seconds=5 + turn % 4)
            if (turn + place) % 17 == 9:
                study.undo(person)


def comparison(study: Study, clock: Clock, people: list[str]) -> None:
    """A comparison in an open crowd: skips, answers taken back, a retraction, a late system, a pause."""
    play(study, clock, people, 22)
    study.owner.pause("weekend")
    clock.advance(2 * DAY)
    study.owner.resume()
    late = make_material(4, 16).systems[3]
    study.owner.add_system(late)
    play(study, clock, people, 22, start=22)
    study.owner.retract(next(number for number in range(1, 20) if study.history.is_live(number)), "a slip of the owner")
    play(study, clock, people, 4, start=44)


def arrived(study: Study, clock: Clock, people: list[str]) -> None:
    """Evidence as it arrived, two copies of each question, and somebody excluded."""
    play(study, clock, people, 20)
    study.owner.exclude(people[-1], "answers at random")
    play(study, clock, people[:-1], 6, start=20)


def plain(study: Study, clock: Clock, people: list[str]) -> None:
    """Asked, answered, skipped and taken back."""
    play(study, clock, people, 30)


def closed(study: Study, clock: Clock, people: list[str]) -> None:
    """Ended by its owner: the secret is revealed."""
    play(study, clock, people, 15)
    study.owner.close("enough money was spent")


def grown(study: Study, clock: Clock, people: list[str]) -> None:
    """Ratings by neyman: a metric, items, a system, outputs and predictions join; an answer is returned."""
    play(study, clock, people, 8)
    system, item = np.nonzero(study.index.fingerprints)
    none = np.full(len(item), -1)
    values = np.cos(item + 2.0 * system)
    study.owner.add_scores(
        Scores(name="late", about="outputs", signature="x", item=item, first=system, second=none, values=values)
    )
    play(study, clock, people, 8, start=8)
    names = ("new one", "new two")
    batch = tuple(SystemOutputs(name=name, texts=(f"{name} 1", None)) for name in study.index.systems)
    columns = dict.fromkeys(study.index.columns, (None, None))
    study.owner.add_items(Material(items=Items(names=names, columns=columns), systems=batch))
    late = SystemOutputs(name="late", texts=tuple(f"late {place}" for place in range(18)))
    study.owner.add_system(late)
    play(study, clock, people, 10, start=16)
    rest = SystemOutputs(name=study.index.systems[0], texts=(None,) * 17 + ("the second, too",))
    study.owner.add_outputs(rest)
    one = {"item": np.array([1, 3]), "first": np.array([0, 0]), "second": np.array([3, 3])}
    said = np.array([[0.5, 0.25, 0.1], [0.25, 0.0, 0.2]])
    study.owner.add_scores(Scores(name="judge", about="pairs", signature="m", values=said, **one))
    play(study, clock, people, 8, start=26)
    study.ledger.write(lambda: [ItemAnswered(time=clock(), item=2, values=(1.0,), seen=study.history.position)])


GUIDE = Guide(
    instructions="Which text says it better?",
    practice=(Exercise(outputs=("good", "bad"), answer="left"),),
    checks=(Exercise(outputs=("a text", "no text at all"), answer="left", item={"source": "water"}),),
    check_every=6,
    checks_allowed_wrong=9,
    pass_mark=0.0,
)
RATING = {"criteria": {"fluency": "likert5", "adequacy": "slider"}}
CHOSEN = ChosenItems(
    items=(0, 2, 3, 5, 8, 9, 11, 13),
    probabilities=(0.5,) * 8,
    method="variance",
    design="poisson",
    population=16,
)
STUDIES = {
    "comparison": (comparison, Design(frame="open crowd", draws="secret", ahead=1), "edcba"),
    "panel": (plain, Design(frame="panel", people=3, seed=5), "abc"),
    "rating": (plain, Design(kind="rating", question=RATING, chosen=CHOSEN, level=0.9, seed=3), "abc"),
    "arrived": (
        arrived,
        Design(evidence="arrived", claim="best if there is a winner", scope="judgments", copies=2, lease=60, seed=7),
        "abcd",
    ),
    "grown": (grown, Design(kind="rating", policy="uniform", selector="neyman", seed=11), "abcd"),
    "closed": (closed, Design(draws="secret", guide=GUIDE, copies=1, target="ranking", cluster="document"), "abc"),
}


def make(name: str, commit: str) -> None:
    """Write one study and what is said of it."""
    path = HERE / f"{name}.sqlite"
    path.unlink(missing_ok=True)
    act, design, letters = STUDIES[name]
    people, clock = [f"person {letter}" for letter in letters], Clock(1_700_000_000.0)
    named = people if design.frame == "panel" else []
    study = Study.define("study", make_material(3, 16), design=design, store=str(path), clock=clock, annotators=named)
    act(study, clock, people)
    study.store.close()
    provenance = f"Quorate {__version__}, commit {commit}"
    golden = {"description": act.__doc__, "made by": provenance, **said(path)}
    path.with_suffix(".json").write_text(json.dumps(golden, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    commit, *wanted = sys.argv[1:]
    for one in wanted or STUDIES:
        make(one, commit)
