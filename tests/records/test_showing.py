import pytest

from quorate.errors import InputError
from quorate.records.design import Design
from quorate.records.material import Items, Material, SystemOutputs
from quorate.records.showing import asks, shown_by_default, tells
from quorate.study import Study


def items(columns=None, **texts):
    return Items(names=("1",), texts={name: (text,) for name, text in texts.items()}, columns=columns or {})


def material(**texts):
    systems = tuple(SystemOutputs(name=name, texts=(f"by {name}",)) for name in ("a", "b"))
    return Material(items=items({"topic": ("art",)}, **texts), systems=systems)


@pytest.mark.parametrize(
    "name", ["prompt", "Question", "input", "instruction", "system prompt", "userQuery", "messages"]
)
def test_what_asks_is_known_by_its_name(name):
    assert asks(name)
    assert not tells(name)


@pytest.mark.parametrize(
    "name", ["prompt_id", "source_lang", "input_tokens", "question type", "topic", "context_recall"]
)
def test_what_only_says_something_about_a_text_does_not_ask(name):
    assert not asks(name)


@pytest.mark.parametrize("name", ["reference", "gold", "expected_output", "target", "answer_to_question"])
def test_what_tells_the_answer_does_not_ask(name):
    assert tells(name)
    assert not asks(name)


def test_all_that_asks_is_shown_and_where_nothing_does_all_that_does_not_tell():
    assert shown_by_default(items(prompt="p", notes="n", reference="r", context="c")) == ("prompt", "context")
    assert shown_by_default(items(notes="n", reference="r")) == ("notes",)
    assert shown_by_default(items(passages="p", source="s"), ["passages"]) == ("passages", "source")
    assert shown_by_default(items(reference="r")) == ()


def test_a_study_shows_the_prompt_unless_it_is_told_what_to_show():
    study = Study.define("plain", material(prompt="Write.", reference="Done."))
    assert study.design.show == ("prompt",)
    assert study.ask("me").item == {"prompt": "Write."}
    assert Study.define("none", material(prompt="Write."), design=Design(show=())).ask("me").item == {}
    assert Study.define("topic", material(prompt="W"), design=Design(show=("topic",))).ask("me").item == {
        "topic": "art"
    }


def test_what_the_items_do_not_have_cannot_be_shown():
    with pytest.raises(InputError, match=r"The items have no text 'sorce' to show\. They have: source, topic"):
        Study.define("typo", material(source="s"), design=Design(show=("sorce",)))
