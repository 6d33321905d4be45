"""Messages as services record them today are read as a conversation, on a desk and on a telephone."""

import json
from dataclasses import replace

import pytest
from studies_to_answer import PLAIN, material

pytestmark = [pytest.mark.browser]
SCREENS = {"desk": {"width": 1200, "height": 900}, "telephone": {"width": 390, "height": 800}}
LONG = "Every step of the climb was counted twice. " * 80

OPENAI = [
    {"role": "developer", "content": [{"type": "text", "text": "Speak of lighthouses only."}]},
    {
        "role": "user",
        "content": [
            {"type": "text", "text": "How high is it?"},
            {"type": "image_url", "image_url": {"url": "data:image/png;base64,AAAA"}},
        ],
    },
    {
        "role": "assistant",
        "content": None,
        "reasoning": "I had better measure.",
        "tool_calls": [
            {
                "id": "call_1",
                "type": "function",
                "function": {"name": "measure", "arguments": '{"tower": "north", "unit": "m"}'},
            }
        ],
    },
    {"role": "tool", "tool_call_id": "call_1", "content": LONG},
    {
        "role": "assistant",
        "content": "It is **41 metres** high.\n\n```\n" + "height = " * 60 + "41\n```",
        "model": "secret-model-9",
    },
]
ANTHROPIC = [
    {"role": "user", "content": "How high is it?"},
    {
        "role": "assistant",
        "content": [
            {"type": "thinking", "thinking": "A tower has a height.", "signature": "c2lnbmVk"},
            {"type": "tool_use", "id": "t1", "name": "measure", "input": {"tower": "north"}},
        ],
    },
    {
        "role": "user",
        "content": [{"type": "tool_result", "tool_use_id": "t1", "content": [{"type": "text", "text": "41 m"}]}],
    },
    {
        "role": "assistant",
        "content": [
            {"type": "text", "text": "About "},
            {
                "type": "text",
                "text": "41 metres.",
                "citations": [{"title": "Register of towers", "url": "https://example.org/towers"}],
            },
        ],
    },
]


@pytest.mark.parametrize("screen", SCREENS)
def test_content_parts_tools_and_reasoning_are_readable(visit, served, screen):
    outputs = tuple((json.dumps(chat),) * 6 for chat in (OPENAI, ANTHROPIC))
    guide = replace(PLAIN, format="chat")
    served.define(f"messages {screen}", material(outputs=outputs), show=(), guide=guide)
    person = visit(f"messages {screen}", viewport=SCREENS[screen])
    person.arrive()
    tab = person.tab
    with tab.expect_response("**/ask") as asked:
        tab.reload()
    sent = asked.value.text()
    assert "It is **41 metres** high." in sent
    person.begin()
    assert tab.evaluate("document.documentElement.scrollWidth") <= SCREENS[screen]["width"]
    said = tab.inner_text(".panes")
    assert "[object Object]" not in said
    assert "null" not in said
    assert all(text.strip() for text in tab.locator(".chat > li").all_inner_texts()), "no bubble is empty"
    for words in (
        "It is 41 metres high.",
        "About 41 metres.",
        "Speak of lighthouses only.",
        "Tool call: measure",
        "tower: north",
    ):
        assert words in said, words
    assert "File: image, image/png" in said
    assert said.count("User") == 2, "a result that goes back in the user's name is not the user's"
    long_result = tab.locator("details", has_text="Tool result: measure").filter(has_text="Every step").first
    assert not long_result.evaluate("node => node.open")
    assert not tab.locator("details", has_text="Reasoning").first.evaluate("node => node.open")
    tab.locator("summary", has_text="Reasoning").first.click()
    assert "I had better measure." in tab.inner_text(".panes") or "A tower has a height." in tab.inner_text(".panes")
    assert tab.locator("summary", has_text="Sources").count() == 1
    assert "secret-model-9" not in sent, "the name of a model never reaches the page"
    assert "c2lnbmVk" not in sent
    person.picture(f"chat-{screen}")
    person.press("d")
    tab.wait_for_selector("mark.differs")
    assert "[object Object]" not in tab.inner_text(".panes")


def test_a_chat_as_the_item_and_a_text_that_is_no_chat(visit, served):
    given = material(outputs=(("Just *text*.",) * 6, ("user: Hello\nassistant: Good evening",) * 6))
    conversation = json.dumps([{"role": "user", "content": [{"type": "input_text", "text": "Say hello"}]}])
    given = replace(given, items=replace(given.items, texts={"source": (conversation,) * 6}))
    served.define("asked", given, guide=replace(PLAIN, format="chat"))
    person = visit("asked")
    person.begin()
    assert "Say hello" in person.tab.inner_text(".field")
    assert "input_text" not in person.tab.inner_text(".field")
    assert person.tab.locator(".pane em", has_text="text").count() == 1
    assert person.tab.locator(".pane .chat .user", has_text="Hello").count() == 1


def test_a_text_that_looks_like_turns_but_is_none_breaks_nothing(visit, served):
    forged = json.dumps([{"role": "user", "parts": [{"kind": "text", "text": {"a": 1}, "name": None}]}])
    given = material(outputs=(("A claim.",) * 3, ("Another.",) * 3))
    texts = {"source": (forged,) * 3, "context": (forged,) * 3}
    given = replace(given, items=replace(given.items, texts=texts))
    served.define("forged", given, kind="check", show=("source", "context"), guide=replace(PLAIN, format="chat"))
    person = visit("forged")
    person.begin()
    assert person.stage == "questions"
    assert "[object Object]" not in person.tab.inner_text("main")
