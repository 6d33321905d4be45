"""Scripts, styles and pictures of the pages, from memory: without comments and indentation, and compressed.

Annotators sit at telephones and slow lines. What a browser has already is not sent again: every file has a tag that
changes with its content, and browsers ask with it.
"""

import gzip
import hashlib
import re
from dataclasses import dataclass
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

KINDS = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}


@dataclass(frozen=True, kw_only=True)
class Asset:
    """One file.

    Attributes:
        body: What is sent.
        zipped: The same, compressed.
        kind: Its media type.
        tag: Changes with the content.
    """

    body: bytes
    zipped: bytes
    kind: str
    tag: str


class Assets:
    """An application that serves the files of a folder; it reads them once.

    Args:
        folder: Where they are.
    """

    def __init__(self, folder: Path) -> None:
        self._assets = {
            path.relative_to(folder).as_posix(): _read(path)
            for path in sorted(folder.rglob("*"))
            if path.suffix in KINDS and path.is_file()
        }

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        request = Request(scope)
        path = scope["path"].removeprefix(scope.get("root_path", "")).lstrip("/")
        asset = self._assets.get(path)
        if asset is None:
            raise HTTPException(404)
        if request.method not in ("GET", "HEAD"):
            raise HTTPException(405)
        headers = {"ETag": asset.tag, "Cache-Control": "no-cache", "Vary": "Accept-Encoding"}
        if request.headers.get("if-none-match") == asset.tag:
            response = Response(status_code=304, headers=headers)
        else:
            is_zipped = "gzip" in request.headers.get("accept-encoding", "")
            headers |= {"Content-Encoding": "gzip"} if is_zipped else {}
            body = asset.zipped if is_zipped else asset.body
            response = Response(body, headers=headers, media_type=asset.kind)
        await response(scope, receive, send)


def compact(text: str, suffix: str) -> str:
    """A script without indentation, empty lines and comments; a style without comments and needless space.

    A script with a text over several lines stays as it is: its space may mean something.
    """
    if suffix == ".css":
        pieces = re.split(r"(\"[^\"]*\")", re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL))  # every other one is quoted
        return "".join(piece if place % 2 else _squeeze(piece) for place, piece in enumerate(pieces)).strip()
    if any(line.count("`") % 2 for line in text.splitlines()):
        return text
    lines = (_closer(_BESIDE.sub("", line.strip())) for line in text.splitlines())
    return "\n".join(line for line in lines if line and not line.startswith("//"))


def _closer(line: str) -> str:
    """A line of a script without the space beside its signs; one that may hold a pattern or such a text, as it is."""
    if any(sign in line for sign in "`'/\\"):
        return line
    pieces = re.split(r"(\"[^\"]*\")", line)  # every other one is quoted
    return "".join(piece if place % 2 else _BY_SIGNS.sub(r"\1", piece) for place, piece in enumerate(pieces))


_BY_SIGNS = re.compile(r" *([=<>*?:;,&|!(){}\[\]]) *")  # not + and -, which are other signs where two of them meet

# A comment behind a line: no quote follows, so that it does not stand in a text.
_BESIDE = re.compile(r"(?<=[;,{})]) +// [^\"'`]*$")


def _squeeze(style: str) -> str:
    short = re.sub(r"\s+", " ", re.sub(r"\s*([{};,])\s*", r"\1", style)).replace(": ", ":").replace(";}", "}")
    return re.sub(r"(?<![\w.])0\.(?=\d)", ".", short)


def _read(path: Path) -> Asset:
    body = path.read_bytes()
    if path.suffix in (".js", ".css"):
        body = compact(body.decode(), path.suffix).encode()
    tag = f'"{hashlib.sha256(body).hexdigest()[:16]}"'
    return Asset(body=body, zipped=gzip.compress(body, 9, mtime=0), kind=KINDS[path.suffix], tag=tag)
