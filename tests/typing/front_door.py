"""What a type checker knows of `import quorate`; checked by mypy with the package (`make lint`), never run."""

from typing import assert_type

import quorate
from quorate import Study


def names_have_their_types(study: Study) -> None:
    assert_type(quorate.Study.open("fall", "quorate.db"), Study)
    assert_type(quorate.read_material("outputs.jsonl"), quorate.Material)
    assert_type(study.ask("ada"), quorate.Question | quorate.Rest)
    assert_type(study.tell(1, "left", annotator="ada"), quorate.Judgment)
    assert_type(study.findings(), quorate.Findings)
    assert_type(quorate.Design().level, float)


def other_names_are_errors() -> None:
    quorate.estimat("votes.csv")  # type: ignore[attr-defined]
