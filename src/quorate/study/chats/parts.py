"""What one message holds: text, reasoning, calls of tools and their results, files.

Each service names these in its own way; the functions below know the ways of the messages and responses of OpenAI,
Anthropic and Gemini, and of what is written like them. What nobody knows is kept as data.
"""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

Kind: TypeAlias = Literal["text", "reasoning", "call", "result", "file", "sources", "data"]

LONGEST = 20_000  # characters of arguments, results or data that anybody would read
_THOUGHT = re.compile(r"\s*<think(?:ing)?>(.*?)</think(?:ing)?>\s*", re.DOTALL)
_FILES = ("image", "document", "file", "audio", "video", "container_upload")
# What is there for machines: it tells a reader nothing, or tells them whose output it is.
_UNREAD = {
    *("id", "call_id", "tool_use_id", "tool_call_id", "status", "index", "type", "model", "provider", "caller"),
    *("signature", "thoughtSignature", "thought_signature", "encrypted_content", "encrypted_index", "logprobs", "data"),
    *("format", "cache_control"),
}


@dataclass(frozen=True, kw_only=True)
class Part:
    """A piece of a turn.

    Attributes:
        kind: What it is; `sources` are what a text refers to, `data` what nobody knows how to read.
        text: What it says.
        name: Of the tool that is called or answers, of the file.
    """

    kind: Kind
    text: str = ""
    name: str = ""


def parts_of(content: object) -> Iterator[Part]:
    """The parts of a message's content: a text, a list of parts, or one part."""
    if isinstance(content, str):
        yield from _texts(content)
    elif isinstance(content, list):
        for one in _joined(content):
            yield from parts_of(one)
    elif isinstance(content, Mapping):
        yield from _part(content)
    elif content is not None:
        yield Part(kind="text", text=str(content))


def _joined(content: list[Any]) -> Iterator[Any]:
    """Texts that citations cut into pieces, whole again."""
    if not any(isinstance(one, Mapping) and _cited(one) for one in content):
        yield from content
        return
    pieces: list[Mapping[str, Any]] = []
    for one in [*content, None]:
        if isinstance(one, Mapping) and one.get("type") == "text" and isinstance(one.get("text"), str):
            pieces.append(one)
            continue
        if pieces:
            cited = [citation for piece in pieces for citation in _cited(piece)]
            yield {"type": "text", "text": "".join(piece["text"] for piece in pieces), "citations": cited}
            pieces = []
        if one is not None:
            yield one


def _cited(part: Mapping[str, Any]) -> list[Any]:
    cited = part.get("citations")
    return cited if isinstance(cited, list) else []


def _part(part: Mapping[str, Any]) -> Iterator[Part]:
    kind = str(part.get("type") or "")
    if kind.startswith(("reasoning", "thinking", "redacted_thinking")) or part.get("thought") is True:
        yield from reasoning_of(part)
    elif kind.endswith("tool_use") or kind in {"tool_call", "function_call", "custom_tool_call"}:
        yield call_of(part)
    elif kind.endswith(("tool_result", "_call_output")) or kind == "function_response":
        given = part.get("content", part.get("output"))
        yield Part(kind="result", text=readable(given), name=str(part.get("name") or ""))
    elif kind.endswith("_call"):  # what a service does by itself: web_search_call, code_interpreter_call, …
        yield Part(kind="call", text=readable(_read(part)), name=kind.removesuffix("_call"))
    elif any(word in kind for word in _FILES):
        yield file_of(part, kind)
    elif kind == "refusal":
        yield from _texts(str(part.get("refusal") or ""))
    elif kind == "compaction":
        return
    elif isinstance(part.get("text"), str):
        yield from _texts(part["text"])
        yield from sources_of(part.get("citations"))
        yield from sources_of(part.get("annotations"))
    elif isinstance(part.get("content"), str | list):
        yield from parts_of(part["content"])
    else:
        yield from _gemini_part(part)


def _gemini_part(part: Mapping[str, Any]) -> Iterator[Part]:
    known = {re.sub(r"_(\w)", lambda found: found[1].upper(), name): value for name, value in part.items()}
    if isinstance(call := known.get("functionCall"), Mapping):
        yield call_of(call)
    elif isinstance(result := known.get("functionResponse"), Mapping):
        yield Part(kind="result", text=readable(result.get("response")), name=str(result.get("name") or ""))
        yield from parts_of(result.get("parts"))
    elif isinstance(code := known.get("executableCode"), Mapping):
        yield Part(kind="call", text=str(code.get("code") or ""), name=str(code.get("language") or "code").lower())
    elif isinstance(ran := known.get("codeExecutionResult"), Mapping):
        yield Part(kind="result", text=str(ran.get("output") or ran.get("outcome") or ""))
    elif isinstance(file := known.get("inlineData") or known.get("fileData"), Mapping):
        yield file_of(file, "file")
    elif _read(part):
        yield Part(kind="data", text=readable(_read(part)))


def reasoning_of(part: Mapping[str, Any]) -> Iterator[Part]:
    """What somebody thought before they answered; nothing where it is encrypted."""
    for name in ("thinking", "reasoning", "text", "summary", "content"):
        said = readable(part.get(name)).strip()
        if said:
            yield Part(kind="reasoning", text=said)
            return


def call_of(call: Mapping[str, Any]) -> Part:
    """A call of a tool, with its arguments."""
    function = call.get("function")
    inner: Mapping[str, Any] = function if isinstance(function, Mapping) else call
    name = function if isinstance(function, str) else inner.get("name")
    given = next((inner[key] for key in ("arguments", "input", "args") if inner.get(key) is not None), "")
    if isinstance(given, str):
        try:
            given = json.loads(given)
        except ValueError:
            return Part(kind="call", text=given, name=str(name or ""))
    return Part(kind="call", text=readable(given), name=str(name or ""))


def file_of(part: Mapping[str, Any], kind: str) -> Part:
    """A file, by its name and kind; what is in it is not shown."""
    words = [word for word in _FILES if word in kind][:1]
    address = ""
    for inner in (part, *(value for value in part.values() if isinstance(value, Mapping))):
        for name in ("filename", "name", "title", "file_name", "display_name"):
            words += [str(inner[name])] if isinstance(inner.get(name), str) else []
        for name in ("media_type", "mimeType", "mime_type"):
            words += [str(inner[name])] if isinstance(inner.get(name), str) else []
        for name in ("url", "image_url", "document_url", "image", "fileUri", "file_uri", "file_data"):
            address = address or (inner[name] if isinstance(inner.get(name), str) else "")
    if address.startswith("data:"):
        words.append(address[5:80].partition(";")[0].partition(",")[0])
        address = ""
    return Part(kind="file", name=", ".join(dict.fromkeys(words)), text=address[:500] if "://" in address else "")


def sources_of(given: object) -> Iterator[Part]:
    """What a text refers to: one line for each."""
    lines: list[str] = []
    for one in given if isinstance(given, list) else []:
        if isinstance(one, Mapping):
            cited = one.get("url_citation")
            inner = cited if isinstance(cited, Mapping) else one
            said = [str(inner.get(name) or "") for name in ("title", "document_title", "url")]
            lines += [" · ".join(dict.fromkeys(word for word in said if word))]
    if any(lines):
        yield Part(kind="sources", text="\n".join(dict.fromkeys(line for line in lines if line)))


def readable(value: object) -> str:
    """Anything as text: texts as they are, lists of parts one below the other, the rest as JSON that can be read."""
    if isinstance(value, str):
        return value[:LONGEST]
    if value in (None, [], {}):
        return ""
    if isinstance(value, list) and value and all(isinstance(one, Mapping) for one in value):
        said = [part for one in value for part in parts_of(one)]
        return "\n".join(part.text or part.name for part in said)[:LONGEST]
    plain = _read(value)
    while isinstance(plain, Mapping) and len(plain) == 1 and isinstance(one := next(iter(plain.values())), Mapping):
        plain = one
    if isinstance(plain, Mapping) and all(isinstance(one, str | int | float) for one in plain.values()):
        return "\n".join(f"{name}: {one}" for name, one in plain.items())[:LONGEST]
    return json.dumps(plain, ensure_ascii=False, indent=2)[:LONGEST]


def _read(value: object) -> Any:  # noqa: ANN401 - JSON is what it is
    """Without what only machines read."""
    if isinstance(value, Mapping):
        found = {str(name): _read(inner) for name, inner in value.items() if name not in _UNREAD}
        return {name: inner for name, inner in found.items() if inner not in (None, "", [], {})}
    if isinstance(value, list):
        return [_read(inner) for inner in value]
    return value


def _texts(text: str) -> Iterator[Part]:
    """A text; where it begins with what was thought, that apart."""
    if thought := _THOUGHT.match(text):
        if thought[1].strip():
            yield Part(kind="reasoning", text=thought[1].strip())
        text = text[thought.end() :]
    if text.strip():
        yield Part(kind="text", text=text)
