"""JSON out: compact, and whatever texts hold."""

import json
from typing import Any

from fastapi import Response


class Json(Response):
    """A JSON response from plain values. Half a surrogate pair, which UTF-8 cannot hold, is written as an escape."""

    media_type = "application/json"

    def render(self, content: Any) -> bytes:  # noqa: ANN401 - any JSON
        """The bytes."""
        try:
            return json.dumps(content, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode()
        except UnicodeEncodeError:
            return json.dumps(content, separators=(",", ":"), allow_nan=False).encode()
