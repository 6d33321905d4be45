"""An endpoint that speaks the chat protocol: one call, and what came of it.

The key comes from the environment. It is sent in a header and stands nowhere else: whatever comes back from the server
is searched for it before anybody sees or keeps it.
"""

import json
import math
import re
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from email.utils import parsedate_to_datetime
from functools import cached_property
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from quorate.errors import InputError

if TYPE_CHECKING:
    from httpx2 import Response

MOST_BYTES = 1_000_000
SHOWN = 200  # letters of a server's words that an error shows
AGAIN = (408, 409, 425, 429, 500, 502, 503, 504, 529)
DENIED = (401, 402, 403, 404, 405)
HIDDEN = "[key]"
SHORTEST_KEY = 8  # a shorter one would be found in ordinary words


@dataclass(frozen=True, kw_only=True)
class Reply:
    """What came of one call.

    Attributes:
        text: What the model said; `None` where there is no answer.
        raw: What came back.
        version: What the endpoint calls the model.
        asked: Tokens sent, where it says so.
        said: Tokens answered.
        is_refused: The server refused this very call, and would again.
        is_denied: The server refuses any call: the key, the address or the model is wrong.
        may_cost: Whether it may have been charged although no answer came.
        wait: Seconds that the server asks to wait; NaN where it asks nothing.
        problem: What went wrong, in words.
    """

    text: str | None = None
    raw: str = ""
    version: str = ""
    asked: int | None = None
    said: int | None = None
    is_refused: bool = False
    is_denied: bool = False
    may_cost: bool = False
    wait: float = math.nan
    problem: str = ""


@dataclass(frozen=True, kw_only=True)
class Endpoint:
    """Where a judge is asked, and how.

    Attributes:
        url: Address of the service, with or without `/chat/completions`.
        model: Name of the model there.
        settings: What is sent beside the prompt: temperature, most tokens, and so on.
        seconds: How long one call may take.
        key: What the service knows us by; shown nowhere.
    """

    url: str
    model: str
    settings: Mapping[str, Any] = field(default_factory=dict)
    seconds: float = 120.0
    key: str = field(default="", repr=False)

    def __post_init__(self) -> None:
        parts = urlsplit(self.url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise InputError("--url is an address such as https://api.example.com/v1; this one is not.")
        if parts.username or parts.password or parts.query:
            raise InputError("--url holds a password or a query. Keys come from the environment: see --key-from.")
        if not (self.key.isascii() and self.key.isprintable()) or " " in self.key:
            raise InputError("The key in the environment has blanks, line ends or letters that no key has.")
        if 0 < len(self.key) < SHORTEST_KEY:
            raise InputError(
                f"The key in the environment has {len(self.key)} letters. One of fewer than {SHORTEST_KEY} cannot be "
                "told from ordinary words, to be hidden in answers: unset it where the server needs none."
            )

    @property
    def address(self) -> str:
        """Where calls go."""
        base = self.url.rstrip("/")
        return base if base.endswith("/chat/completions") else f"{base}/chat/completions"

    def hide(self, words: str) -> str:
        """Words without the key, however it is written there."""
        return self._spellings.sub(HIDDEN, words) if self.key else words

    @cached_property
    def _spellings(self) -> re.Pattern[str]:
        """The key as it may stand in what a server says, letters escaped as in JSON, addresses or pages."""
        return re.compile("".join(_spellings_of(letter) for letter in self.key))


class EndpointClient:
    """Connections to an endpoint, for several threads.

    Args:
        endpoint: Whom to ask.
        most: How many calls at once.
    """

    def __init__(self, endpoint: Endpoint, most: int) -> None:
        import httpx2

        self.endpoint = endpoint
        self._client = httpx2.Client(
            headers={"authorization": f"Bearer {endpoint.key}"} if endpoint.key else {},
            timeout=httpx2.Timeout(endpoint.seconds, connect=min(endpoint.seconds, 20.0)),
            limits=httpx2.Limits(max_connections=most, max_keepalive_connections=most),
        )

    def close(self) -> None:
        """Close the connections."""
        self._client.close()

    def ask(self, prompt: str, clock: Callable[[], float] = time.monotonic) -> Reply:
        """Make one call; whatever happens becomes a reply."""
        import httpx2

        endpoint = self.endpoint
        body = {"model": endpoint.model, "messages": [{"role": "user", "content": prompt}], **endpoint.settings}
        until = clock() + endpoint.seconds
        try:
            with self._client.stream("POST", endpoint.address, json=body) as response:
                received, cut = _receive(response, lambda: clock() > until)
                return _understand(response, endpoint.hide(received.decode("utf-8", "replace")), cut)
        except (httpx2.ConnectError, httpx2.ConnectTimeout, httpx2.ProxyError) as error:
            return Reply(problem=endpoint.hide(f"no connection ({error})"[:SHOWN]))
        except httpx2.HTTPError as error:
            words = f"the connection broke ({type(error).__name__})"
            return Reply(problem=words, may_cost=True)


def _spellings_of(letter: str) -> str:
    """One letter as it is, or escaped."""
    code = ord(letter)
    ways = (f"\\\\?{re.escape(letter)}", f"\\\\u{code:04x}", f"%{code:02x}", f"&#x0*{code:x};", f"&#0*{code};")
    named = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"}.get(letter)
    escapes = "|".join((*ways[1:], *filter(None, [named])))
    return f"(?:{ways[0]}|(?i:{escapes}))"


def _receive(response: "Response", is_late: Callable[[], bool]) -> tuple[bytes, str]:
    """What comes back, up to a megabyte, and why it was cut off: `long`, `late` or not at all."""
    parts, size = [], 0
    for part in response.iter_bytes():
        parts.append(part)
        size += len(part)
        if size > MOST_BYTES:
            return b"".join(parts)[:MOST_BYTES], "long"
        if is_late():
            return b"".join(parts), "late"
    return b"".join(parts), ""


def _understand(response: "Response", raw: str, cut: str) -> Reply:
    status = response.status_code
    if status == 200:
        if cut == "late":
            return Reply(raw=raw, may_cost=True, problem="the answer took too long")
        return Reply(text=raw, raw=raw) if cut else _answer(raw)  # one that never ends is an answer, if no verdict
    words = _said_by_server(raw)
    problem = f"the server answers {status}" + (f": {words}" if words else "")
    if status in AGAIN:
        return Reply(raw=raw, wait=_seconds(response.headers.get("retry-after", "")), problem=problem)
    is_denied = status in DENIED or status < 400
    return Reply(raw=raw, is_denied=is_denied, is_refused=not is_denied and status < 500, problem=problem)


def _answer(raw: str) -> Reply:
    """What an answer says."""
    try:
        found = json.loads(raw)
        choice = found["choices"][0]
        message = choice["message"]
        content = message.get("content")
    except (ValueError, RecursionError, KeyError, IndexError, TypeError, AttributeError):
        return Reply(raw=raw, may_cost=True, problem="what came back is no answer of the chat protocol")
    if isinstance(content, list):
        content = "".join(part.get("text") or "" for part in content if isinstance(part, dict))
    used = found.get("usage")
    counts = [used.get(name) if isinstance(used, dict) else None for name in ("prompt_tokens", "completion_tokens")]
    asked, said = (value if isinstance(value, int) and value >= 0 else None for value in counts)
    names = [str(found[name]) for name in ("model", "system_fingerprint") if isinstance(found.get(name), str)]
    return Reply(
        text=content if isinstance(content, str) else "", raw=raw, version=" ".join(names), asked=asked, said=said
    )


def tokens_of(raw: str) -> list[Any]:
    """Tokens of a kept answer with their log-probabilities; none where the endpoint gave none."""
    try:
        tokens = json.loads(raw)["choices"][0]["logprobs"]["content"]
    except (ValueError, RecursionError, KeyError, IndexError, TypeError):
        return []
    return tokens if isinstance(tokens, list) else []


def _said_by_server(raw: str) -> str:
    """What a server says about an error."""
    try:
        error = json.loads(raw)["error"]
        words = error["message"] if isinstance(error, dict) else error
    except (ValueError, RecursionError, KeyError, TypeError):
        return ""
    return " ".join(str(words).split())[:SHOWN]


def _seconds(words: str) -> float:
    """Seconds of a Retry-After header: a number, or a date."""
    try:
        return max(float(words), 0.0)
    except ValueError:
        pass
    try:
        return max(parsedate_to_datetime(words).timestamp() - time.time(), 0.0)
    except (ValueError, TypeError):
        return math.nan
