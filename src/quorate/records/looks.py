"""What texts look like: which of them a database can hold, which are the same to whoever reads them."""

import hashlib
import unicodedata
from collections.abc import Iterable

from quorate.errors import InputError


def as_shown(text: str) -> str:
    """A text without what nobody sees: composed Unicode, one kind of line end, no outer space."""
    if not text.isascii():
        text = unicodedata.normalize("NFC", text)
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return text.strip()


def fingerprint(text: str | None) -> int:
    """Number what a text looks like: 0 for none; composed Unicode, outer space and line ends do not count.

    64 bits of BLAKE2: two different outputs of one item share a number with a probability of 5 in 10²⁰.
    """
    if text is None:
        return 0
    digest = hashlib.blake2b(as_shown(text).encode("utf-8", "surrogatepass"), digest_size=8).digest()
    return int.from_bytes(digest, "little") or 1


def is_storable(text: str) -> bool:
    """Whether every database can hold a text: without NUL characters and halves of surrogate pairs."""
    return "\x00" not in text and (text.isascii() or not any("\ud800" <= character <= "\udfff" for character in text))


def check_storable(texts: Iterable[str | None], whose: str) -> None:
    """Refuse what no database can hold as text."""
    for place, text in enumerate(texts):
        if text is not None and not is_storable(text):
            beginning = ascii(text[:40])
            raise InputError(f"{whose} has a text (number {place}, {beginning}) with a NUL or half a surrogate pair.")


def digest_of(values: Iterable[str | None]) -> str:
    """SHA-256 of texts in order, each with its length; `None` is no text."""
    hasher = hashlib.sha256()
    for value in values:
        data = b"" if value is None else value.encode("utf-8", "surrogatepass")
        hasher.update(len(data).to_bytes(8, "little") if value is not None else b"\xff" * 8)
        hasher.update(data)
    return hasher.hexdigest()
