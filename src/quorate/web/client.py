"""A thin client of the API, with the standard library alone.

client = Client("http://localhost:8000", "fall", token)
while turn := client.ask():
    question = turn["questions"][0]
    turn = client.tell(question["number"], "left")
"""

import json
import time
import urllib.error
import urllib.parse
import urllib.request
from http.client import HTTPException
from typing import Any

from quorate.errors import QuorateError, StoreError

PATIENCE = 60.0


class ServiceError(QuorateError):
    """The service refused a request.

    Args:
        status: HTTP status.
        kind: One word for what went wrong.
        words: What went wrong.
    """

    def __init__(self, status: int, kind: str, words: str) -> None:
        super().__init__(words)
        self.status = status
        self.kind = kind


class Client:
    """One study, seen with one token. What is lost on the way is sent again: asking and telling are idempotent.

    Args:
        address: Where it is served, such as `http://localhost:8000`.
        study: The study as it stands in addresses.
        token: The token, or a link that holds it.
        annotator: For whom to ask and tell, where the token is the owner's.
        patience: Seconds to go on trying while the service does not answer.
    """

    def __init__(
        self, address: str, study: str, token: str, *, annotator: str | None = None, patience: float = PATIENCE
    ) -> None:
        self._base = f"{address.rstrip('/')}/api/v1/studies/{urllib.parse.quote(study, safe='~')}"
        self._token = token.rpartition("#")[2].rpartition("/")[2]
        self._annotator = annotator
        self._patience = patience

    def ask(self, *, after: int | None = None) -> dict[str, Any]:
        """The annotator's open questions, and new ones: see docs/design/service.md for what a turn holds."""
        return self._act("ask", after=after)

    def tell(
        self, number: int, answer: object, *, seconds: float | None = None, after: int | None = None
    ) -> dict[str, Any]:
        """Tell an answer and get what is next."""
        return self._act("tell", number=number, answer=answer, seconds=seconds, after=after)

    def retract(self, number: int) -> dict[str, Any]:
        """Take back the last answer."""
        return self._act("retract", number=number)

    def skip(self, number: int, reason: str = "", *, after: int | None = None) -> dict[str, Any]:
        """Give up a question."""
        return self._act("skip", number=number, reason=reason, after=after)

    def get(self, path: str) -> Any:  # noqa: ANN401 - whatever JSON the service has there
        """Anything that can be read, such as `overview`, `guide` or `questions?limit=10`."""
        return self._send("GET", path, None)

    def post(self, path: str, body: dict[str, Any] | None = None) -> Any:  # noqa: ANN401
        """Anything that can be done, such as `pause` or `invitations`."""
        return self._send("POST", path, body or {})

    def _act(self, verb: str, **body: Any) -> dict[str, Any]:  # noqa: ANN401
        given = {name: value for name, value in body.items() if value is not None}
        if self._annotator is not None:
            given["annotator"] = self._annotator
        turn: dict[str, Any] = self._send("POST", verb, given)
        return turn

    def _send(self, method: str, path: str, body: dict[str, Any] | None) -> Any:  # noqa: ANN401
        data = None if body is None else json.dumps(body).encode()
        headers = {"Authorization": f"Bearer {self._token}", "Content-Type": "application/json"}
        end, pause = time.monotonic() + self._patience, 0.1
        while True:
            request = urllib.request.Request(f"{self._base}/{path}", data, headers, method=method)  # noqa: S310 - the caller's own address
            try:
                with urllib.request.urlopen(request, timeout=30) as response:  # noqa: S310
                    return json.loads(response.read() or b"null")
            except urllib.error.HTTPError as error:
                if error.code not in (429, 503) or time.monotonic() + pause > end:
                    raise _of_response(error) from error
            except (OSError, HTTPException) as error:  # the second where it dies within an answer
                if time.monotonic() + pause > end:
                    raise StoreError(f"The service at {self._base} does not answer: {error}") from error
            time.sleep(pause)
            pause = min(2 * pause, 2.0)


def _of_response(error: urllib.error.HTTPError) -> ServiceError:
    try:
        found = json.loads(error.read())["error"]
        return ServiceError(error.code, found["kind"], found["words"])
    except (ValueError, KeyError, TypeError):
        return ServiceError(error.code, "address", f"The service answered with status {error.code}.")
