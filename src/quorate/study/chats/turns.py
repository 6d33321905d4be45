"""Who said what: a conversation as turns."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from quorate.study.chats.parts import Part, call_of, parts_of, readable, reasoning_of, sources_of

_ROLES = {
    **dict.fromkeys(("user", "human"), "user"),
    **dict.fromkeys(("system", "developer"), "system"),
    **dict.fromkeys(("assistant", "ai", "bot", "model", "gpt"), "assistant"),
    **dict.fromkeys(("tool", "function", "observation"), "tool"),
}
_LINES = re.compile(r"^(user|human|assistant|ai|bot|system)[ \t]*:[ \t]*", re.IGNORECASE | re.MULTILINE)
_MESSAGE = {"role", "from", "type", "content", "parts", "text", "value", "tool_calls", "function_call"}


@dataclass(frozen=True, kw_only=True)
class Turn:
    """What somebody said until somebody else spoke.

    Attributes:
        role: `user`, `assistant`, `system`, `tool`, or what the chat calls them.
        parts: What they said.
    """

    role: str
    parts: tuple[Part, ...]


def turns_of(text: str) -> tuple[Turn, ...] | None:
    """The turns of a chat; `None` where a text is no chat.

    A chat is JSON (a list of messages, an object that holds one, or a single message) or lines that begin with
    "User:", "Assistant:" and the like.
    """
    if text.lstrip()[:1] in {"[", "{"}:
        try:
            messages = _messages(json.loads(text))
            if messages is not None:
                called = _called(messages)
                return _merged(_turn(message, called) for message in messages)
        except (ValueError, RecursionError):  # no JSON, or too deep to be read by anybody
            return None
    pieces = _LINES.split(text)
    if len(pieces) < 3 or pieces[0].strip():
        return None
    said = zip(pieces[1::2], pieces[2::2], strict=True)
    return tuple(Turn(role=_role(role), parts=tuple(parts_of(words.strip()))) for role, words in said)


def _messages(data: Any) -> list[Mapping[str, Any]] | None:  # noqa: ANN401 - JSON is what it is
    """The messages in what a service took or gave."""
    if isinstance(data, Mapping):
        for name in ("messages", "contents", "input", "output"):
            if isinstance(data.get(name), list) and "role" not in data:
                return _messages(data[name])
        for name, inner in (("choices", "message"), ("candidates", "content")):
            if isinstance(data.get(name), list):
                return _messages([one.get(inner) for one in data[name] if isinstance(one, Mapping)][:1])
        data = [data] if "role" in data or data.get("type") == "message" else None
    if not isinstance(data, list) or not data:
        return None
    if not all(isinstance(one, Mapping) and _MESSAGE & set(one) for one in data):
        return None
    return data


def _called(messages: list[Mapping[str, Any]]) -> dict[str, str]:
    """Which tool an id of a call belongs to."""
    found: dict[str, str] = {}
    for message in messages:
        content = message.get("content")
        for call in [message, *_listed(content), *_listed(message.get("tool_calls"))]:
            if isinstance(call, Mapping):
                key = call.get("call_id") or call.get("id")
                name = call_of(call).name if isinstance(key, str) else ""
                found |= {str(key): name} if name else {}
    return found


def _turn(message: Mapping[str, Any], called: Mapping[str, str]) -> Turn:
    kind = str(message.get("type") or "message")
    if kind != "message" and "role" not in message:  # what an answer went through, one entry each
        return Turn(role="assistant", parts=_named(parts_of(message), [message], called))
    role = _role(str(message.get("role") or message.get("from") or "assistant"))
    content = next((message[name] for name in ("content", "parts", "text", "value") if message.get(name)), None)
    if role == "tool":
        name = message.get("name") or message.get("function") or called.get(str(message.get("tool_call_id"))) or ""
        error = message.get("error")
        said = readable(content) or readable(error)
        return Turn(role="assistant", parts=(Part(kind="result", text=said, name=str(name)),))
    parts = list(_named(parts_of(content), _listed(content), called))
    thought = any(part.kind == "reasoning" for part in parts)
    parts = [*(() if thought else _reasoned(message)), *_ran(message), *parts]
    parts += parts_of(message.get("refusal")) if isinstance(message.get("refusal"), str) else ()
    parts += _calls(message)
    parts += sources_of(message.get("annotations"))
    kinds = {part.kind for part in parts}
    if "result" in kinds and kinds <= {"result", "file"}:
        role = "assistant"  # results go back in the user's name, but no user wrote them
    return Turn(role=role, parts=tuple(parts))


def _reasoned(message: Mapping[str, Any]) -> Iterator[Part]:
    for name in ("reasoning", "reasoning_content", "thinking"):
        if isinstance(message.get(name), str | Mapping) and message[name]:
            yield from reasoning_of({"reasoning": message[name]})
            return
    yield from parts_of(message.get("reasoning_details"))


def _calls(message: Mapping[str, Any]) -> Iterator[Part]:
    """Tools that a message calls."""
    for call in [*_listed(message.get("tool_calls")), message.get("function_call")]:
        if isinstance(call, Mapping) and (called := call_of(call)).name:
            yield called


def _ran(message: Mapping[str, Any]) -> Iterator[Part]:
    """Tools that ran while it was written."""
    for tool in _listed(message.get("executed_tools")):
        if isinstance(tool, Mapping):
            name = str(tool.get("name") or tool.get("type") or "")
            yield replace(call_of(tool), name=name)
            yield Part(kind="result", text=readable(tool.get("output")), name=name)


def _named(parts: Iterator[Part], entries: list[Any], called: Mapping[str, str]) -> tuple[Part, ...]:
    """Results with the name of the tool that gave them."""
    keys = ("tool_use_id", "call_id", "tool_call_id")
    answered = [entry.get(key) for entry in entries if isinstance(entry, Mapping) for key in keys if entry.get(key)]
    names = iter([called.get(str(key), "") for key in answered])
    return tuple(
        replace(part, name=next(names, "")) if part.kind == "result" and not part.name else part for part in parts
    )


def _merged(turns: Iterator[Turn]) -> tuple[Turn, ...]:
    """Turns of one role after each other are one; those that say nothing are left out."""
    merged: list[Turn] = []
    for turn in turns:
        if not turn.parts:
            continue
        if merged and merged[-1].role == turn.role == "assistant":
            merged[-1] = Turn(role=turn.role, parts=(*merged[-1].parts, *turn.parts))
        else:
            merged.append(turn)
    return tuple(replace(turn, parts=_gathered(turn.parts)) for turn in merged)


def _gathered(parts: tuple[Part, ...]) -> tuple[Part, ...]:
    """Sources behind everything else, each once."""
    lines = dict.fromkeys(line for part in parts if part.kind == "sources" for line in part.text.splitlines())
    others = tuple(part for part in parts if part.kind != "sources")
    return (*others, Part(kind="sources", text="\n".join(lines))) if lines else others


def _listed(value: object) -> list[Any]:
    return value if isinstance(value, list) else []


def _role(name: str) -> str:
    return _ROLES.get(name.strip().lower(), name.strip()[:100])


def to_plain(turns: tuple[Turn, ...]) -> list[dict[str, Any]]:
    """Turns as JSON values."""
    return [
        {"role": turn.role, "parts": [{"kind": part.kind, "text": part.text, "name": part.name} for part in turn.parts]}
        for turn in turns
    ]


def as_text(turns: tuple[Turn, ...]) -> str:
    """Turns as plain text, for terminals."""
    said = []
    for turn in turns:
        lines = []
        for part in turn.parts:
            name = f" {part.name}" if part.name else ""
            lines.append(part.text if part.kind == "text" else f"[{part.kind}{name}]\n{part.text}".strip())
        said.append(f"{turn.role.capitalize()}: " + "\n\n".join(lines))
    return "\n\n".join(said)
