"""Conversations as texts: messages of OpenAI, Anthropic and Gemini, and what is written like them."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from quorate.io.fields import as_text

_ROLES = {"human": "user", "gpt": "assistant", "model": "assistant", "ai": "assistant", "bot": "assistant"}


def is_messages(value: object) -> bool:
    """Whether a value is a list of messages."""
    return isinstance(value, list) and bool(value) and all(isinstance(one, Mapping) and role_of(one) for one in value)


def role_of(message: Mapping[str, Any]) -> str:
    """Who speaks, in OpenAI's words; nothing where it is no message."""
    said = message.get("role") or message.get("from")
    if not isinstance(said, str) and isinstance(message.get("type"), str) and "content" in message:
        said = message["type"]  # LangChain
    return _ROLES.get(said, said) if isinstance(said, str) else ""


def text_of(value: object) -> str | None:
    """Anything somebody said as one text: texts, parts, a message, messages, or JSON of these; nothing for none."""
    value = parsed(value)
    if value is None or isinstance(value, str):
        return value
    if is_messages(value):
        return transcript(value)  # type: ignore[arg-type]
    if isinstance(value, Mapping):
        return _inside(value)
    if isinstance(value, list) and all(isinstance(one, Mapping | str) for one in value):
        return _joined(value)
    return as_text(value)


def _inside(value: Mapping[str, Any]) -> str | None:
    """What an object says that holds a text among other things."""
    for name in ("messages", "content", "parts", "text", "value", "output", "prompt", "input", "question"):
        if value.get(name) not in (None, "", []) and (len(value) <= 3 or role_of(value)):
            system = value.get("system")
            said = text_of(value[name])
            return f"system: {system}\n\nuser: {said}" if isinstance(system, str) and name == "prompt" else said
    choices = value.get("choices")
    if isinstance(choices, list):
        return text_of(choices[0].get("message") or choices[0]) if choices and isinstance(choices[0], Mapping) else None
    if is_messages(value.get("messages")):
        return transcript(value["messages"])
    return text_of(next(iter(value.values()))) if len(value) == 1 else as_text(value)


def _joined(content: Sequence[Any]) -> str:
    """Parts of a message as one text; where none is a text, what the others are."""
    from quorate.study.chats.parts import parts_of

    parts = [part for part in parts_of(list(content)) if part.kind != "reasoning"]
    texts = [part.text or part.name for part in parts if part.kind == "text"]
    return "\n".join(texts or [f"[{part.kind}] {part.name} {part.text}".strip() for part in parts])


def parsed(value: object) -> Any:  # noqa: ANN401 - JSON is what it is
    """A value that was written as JSON into a text, perhaps twice, as it was."""
    while isinstance(value, str) and value.lstrip()[:1] in tuple('[{"') and value.rstrip()[-1:] in tuple(']}"'):
        try:
            inner = json.loads(value)
        except (ValueError, RecursionError):
            return value
        if isinstance(inner, str) or is_messages(inner) or (isinstance(inner, Mapping) and _says(inner)):
            value = inner
        else:
            return value
    return value


def _says(value: Mapping[str, Any]) -> bool:
    return bool(role_of(value)) or any(name in value for name in ("messages", "content", "prompt", "choices", "parts"))


def transcript(messages: Sequence[Mapping[str, Any]]) -> str:
    """Messages one below the other, each with who speaks; a single one as it is."""
    said = [(role_of(message), said_in(message)) for message in messages]
    return said[0][1] if len(said) == 1 else "\n\n".join(f"{role}: {text}" for role, text in said if text)


def said_in(message: Mapping[str, Any]) -> str:
    """What a message says; where it says nothing, which tools it calls."""
    content = next((message[name] for name in ("content", "parts", "value", "text") if message.get(name)), None)
    text = text_of(content) or ""
    calls = message.get("tool_calls")
    if not text and isinstance(calls, list):
        named = [call.get("function", call) if isinstance(call, Mapping) else call for call in calls]
        text = "\n".join(f"[call] {as_text(call)}" for call in named)
    return text


def split(messages: Sequence[Mapping[str, Any]]) -> tuple[str | None, str | None]:
    """What was asked, and the last answer of the assistant; no answer where somebody else speaks last."""
    last = messages[-1]
    if role_of(last) != "assistant":
        return transcript(messages), None
    return (transcript(messages[:-1]) if len(messages) > 1 else None), said_in(last) or None
