"""Conversations in the forms that services record are read as turns, and nothing anybody sends breaks it."""

import json
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quorate.study.chats import as_text, to_plain, turns_of

MEASURE = {"tower": "north", "floors": 9}


def kinds(messages) -> list[tuple[str, list[str]]]:
    turns = turns_of(json.dumps(messages))
    return [(turn.role, [f"{part.kind} {part.name}".strip() for part in turn.parts]) for turn in turns]


def texts(messages) -> list[str]:
    return [part.text for turn in turns_of(json.dumps(messages)) for part in turn.parts]


USER = {"role": "user", "content": "How high?"}
ANSWERS = {
    "chat completions": [
        {
            "role": "assistant",
            "content": None,
            "reasoning_content": "Measure first.",
            "tool_calls": [{"id": "c1", "function": {"name": "measure", "arguments": json.dumps(MEASURE)}}],
        },
        {"role": "tool", "tool_call_id": "c1", "content": "41 m"},
        {"role": "assistant", "content": [{"type": "text", "text": "41 metres."}]},
    ],
    "anthropic": [
        {
            "role": "assistant",
            "content": [
                {"type": "thinking", "thinking": "Measure first.", "signature": "xx"},
                {"type": "tool_use", "id": "c1", "name": "measure", "input": MEASURE},
            ],
        },
        {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "c1", "content": "41 m"}]},
        {"role": "assistant", "content": [{"type": "text", "text": "41 metres."}]},
    ],
    "responses": [
        {
            "type": "reasoning",
            "id": "r1",
            "encrypted_content": "xx",
            "summary": [{"type": "summary_text", "text": "Measure first."}],
        },
        {"type": "function_call", "call_id": "c1", "name": "measure", "arguments": json.dumps(MEASURE)},
        {"type": "function_call_output", "call_id": "c1", "output": "41 m"},
        {
            "type": "message",
            "role": "assistant",
            "content": [{"type": "output_text", "text": "41 metres.", "annotations": [], "logprobs": []}],
        },
    ],
    "gemini": [
        {
            "role": "model",
            "parts": [
                {"text": "Measure first.", "thought": True},
                {"functionCall": {"name": "measure", "args": MEASURE}, "thoughtSignature": "xx"},
            ],
        },
        {"role": "user", "parts": [{"function_response": {"name": "measure", "response": {"result": "41 m"}}}]},
        {"role": "model", "parts": [{"text": "41 metres."}]},
    ],
    "inspect": [
        {
            "role": "assistant",
            "model": "xx",
            "content": "<think>Measure first.</think>",
            "tool_calls": [{"id": "c1", "function": "measure", "arguments": MEASURE}],
        },
        {"role": "tool", "tool_call_id": "c1", "function": "measure", "content": "41 m"},
        {"role": "assistant", "model": "xx", "content": "41 metres."},
    ],
}


@pytest.mark.parametrize("form", ANSWERS)
def test_every_form_is_read_alike(form):
    messages = [USER, *ANSWERS[form]]
    said = ["reasoning", "call measure", "result measure", "text"]
    assert kinds(messages) == [("user", ["text"]), ("assistant", said)]
    question, thought, call, result, answer = texts(messages)
    assert (question, thought, answer) == ("How high?", "Measure first.", "41 metres.")
    assert call == "tower: north\nfloors: 9"
    assert result.endswith("41 m")
    assert "xx" not in json.dumps(to_plain(turns_of(json.dumps(messages))))
    assert "Measure first." in as_text(turns_of(json.dumps(messages)))


def test_answers_alone_in_what_a_service_gives_back():
    said = {"role": "assistant", "content": "41 metres."}
    for given_back in (
        said,
        {"choices": [{"message": said}]},
        {"id": "m", "type": "message", "role": "assistant", "content": [{"type": "text", "text": "41 metres."}]},
        {"candidates": [{"content": {"role": "model", "parts": [{"text": "41 metres."}]}}]},
        {"id": "r", "output": ANSWERS["responses"][-1:]},
        {"messages": [said]},
    ):
        assert kinds(given_back) == [("assistant", ["text"])], given_back


def test_files_sources_and_what_nobody_knows():
    (turn,) = turns_of(
        json.dumps(
            [
                {
                    "role": "user",
                    "content": [
                        {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "AAAA"}},
                        {"type": "input_file", "filename": "plan.pdf", "file_data": "data:application/pdf;base64,AAAA"},
                        {"type": "image_url", "image_url": {"url": "https://example.org/tower.png"}},
                        {"type": "hologram", "shape": {"sides": [1, 2]}},
                        {"text": "Here.", "annotations": [{"type": "url_citation", "url": "https://example.org"}]},
                    ],
                }
            ]
        )
    )
    assert [(part.kind, part.name) for part in turn.parts] == [
        ("file", "image, image/png"),
        ("file", "file, plan.pdf, application/pdf"),
        ("file", "image"),
        ("data", ""),
        ("text", ""),
        ("sources", ""),
    ]
    assert "AAAA" not in json.dumps(to_plain((turn,)))
    assert turn.parts[2].text == "https://example.org/tower.png"
    assert '"sides"' in turn.parts[3].text or "1" in turn.parts[3].text


def test_what_is_no_chat():
    for text in ("", "Hello", "[1, 2]", '["a"]', "[]", "{}", '{"a": 1}', "[oops", "3", "null", '[{"x": 1}]'):
        assert turns_of(text) is None, text
    assert [turn.role for turn in turns_of("User: Hi\nAssistant: Hello\nthere")] == ["user", "assistant"]


def test_text_too_deep_to_read_is_left_alone():
    deep = '[{"role": "user", "content": ' + "[" * sys.getrecursionlimit() + "]" * sys.getrecursionlimit() + "}]"
    assert turns_of(deep) is None


words = st.sampled_from(
    [
        "role",
        "content",
        "parts",
        "type",
        "text",
        "tool_calls",
        "function",
        "name",
        "arguments",
        "citations",
        "output",
        "thinking",
        "summary",
        "reasoning_details",
        "executed_tools",
        "annotations",
        "functionCall",
        "inlineData",
        "id",
    ]
)
values = st.sampled_from(
    ["user", "assistant", "tool", "text", "tool_use", "tool_result", "reasoning", "image", "", "{}"]
)
anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | values | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(words, inner, max_size=4),
    max_leaves=12,
)


@given(st.lists(st.dictionaries(words, anything, max_size=5), max_size=3))
def test_nothing_anybody_sends_breaks_it(messages):
    turns = turns_of(json.dumps(messages))
    for turn in turns or ():
        assert turn.parts
        assert all(isinstance(part.text, str) and isinstance(part.name, str) for part in turn.parts)
    json.dumps(to_plain(turns or ()))
    as_text(turns or ())
