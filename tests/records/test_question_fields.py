"""A field of a question is declared once, in `QuestionAsked`; columns, rows and events follow.

Adding one touches five files: `records/events.py` (declared), `stores/schema.py` (a migration), `policies/decision.py`
and `policies/composition.py` (a policy says it), `study/verification.py` (it is decided again).
"""

from pathlib import Path

from hypothesis import given

import quorate
from quorate.records.events import QuestionAsked
from quorate.records.history import History
from quorate.records.log import ASKED_COLUMNS, QUESTION_COLUMNS, question_of, question_row
from quorate.stores.schema import events
from quorate.testing.strategies import asked

SOURCE = Path(quorate.__file__).parent
SAY_IT = {"records/events.py", "study/exercises.py", "study/verification.py"}  # an exercise says it as a policy does


def test_every_field_has_its_columns_everywhere():
    own = {"systems": {"first", "second"}}
    expected = set().union(*(own.get(name, {name}) for name in QuestionAsked.__dataclass_fields__))
    assert set(QUESTION_COLUMNS) == expected
    assert expected <= set(events.c.keys())
    numbers = {name for name, kind in QUESTION_COLUMNS.items() if kind is not str}
    assert set(ASKED_COLUMNS) == numbers | {"position"}
    assert all(History()[name].dtype == kind for name, kind in ASKED_COLUMNS.items())


@given(asked())
def test_a_row_becomes_the_question_again(question):
    assert question_of(question_row(question)) == question


def test_what_stands_between_a_policy_and_the_log_names_no_field():
    files = [path for folder in ("records", "stores", "study") for path in (SOURCE / folder).rglob("*.py")]
    naming = {str(path.relative_to(SOURCE)) for path in files if "item_choices" in path.read_text(encoding="utf-8")}
    assert naming <= SAY_IT
