"""A question is the same JSON in REST, on the command line, in the API's description and in its document."""

import json
from dataclasses import fields
from pathlib import Path

from quorate.study import Question

FIELDS = {field.name for field in fields(Question)}
SERVICE = Path(__file__).parents[2] / "docs" / "design" / "service.md"


def test_a_question_has_the_same_fields_everywhere(serve):
    bench = serve()
    (asked,) = bench.post("/ask")["questions"]
    question = bench.study.ask("ann")
    assert asked.keys() == question.to_json().keys() == FIELDS
    described = bench.client.get("/api/v1/openapi.json").json()["components"]["schemas"]["Question"]
    assert described["properties"].keys() == FIELDS
    example = SERVICE.read_text(encoding="utf-8").split("returns a *turn*:\n\n```json\n")[1].split("```")[0]
    assert json.loads(example)["questions"][0].keys() == FIELDS
