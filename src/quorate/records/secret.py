"""The secret of a study: what its questions are drawn from while nobody may be able to compute them.

Idea: 16 bytes from the operating system. The log holds their SHA-256 from the first event on and the bytes themselves
from the last, so they cannot be chosen afterwards, and whoever has a closed log can draw every question again.

Formula: the key of question n is the first 64 bits of BLAKE2b over n (8 bytes, little-endian), keyed with the secret,
as a signed number. n = 0 is for what belongs to no question.
"""

import hashlib
import secrets

import numpy as np
from numpy.typing import NDArray

from quorate.errors import StudyError

SIZE = 16  # bytes
NOT_HERE = (
    "The secret of this study is not here: a copy made before the close can be read and estimated, not asked or "
    "verified. Use the store it was defined in, or a backup of it."
)


def make_secret() -> bytes:
    """A new secret."""
    return secrets.token_bytes(SIZE)


def digest_of(secret: bytes) -> str:
    """What the log says about a secret while the study is open."""
    return hashlib.sha256(secret).hexdigest()


def key_of(secret: bytes, number: int) -> int:
    """What one question draws from."""
    hashed = hashlib.blake2b(number.to_bytes(8, "little"), digest_size=8, key=secret)
    return int.from_bytes(hashed.digest(), "little", signed=True)


def keys_of(secret: bytes, numbers: NDArray[np.int64]) -> NDArray[np.int64]:
    """The same for many questions."""
    start = hashlib.blake2b(digest_size=8, key=secret)
    found = bytearray()
    for number in np.asarray(numbers, dtype="<u8"):
        hashed = start.copy()
        hashed.update(number.tobytes())
        found += hashed.digest()
    return np.frombuffer(found, dtype="<i8").astype(np.int64)


class SecretKeys:
    """What the questions of a study are drawn from where that is a secret.

    Args:
        secret: The secret, where it is known: the store of an open study knows it, a copy does not.
        seed: What stands in for it where states follow the log and it is not known.
    """

    def __init__(self, secret: bytes | None, seed: int) -> None:
        self._secret = secret
        self._seed = seed
        self._keys = np.empty(0, dtype=np.int64)  # by number; each is made once, states follow the log again and again

    def key(self, number: int) -> int:
        """What one question draws from; number 0 for what belongs to no question.

        Raises:
            StudyError: The secret is not known here.
        """
        if self._secret is None:
            raise StudyError(NOT_HERE)
        return key_of(self._secret, number)

    def keys(self, numbers: NDArray[np.int64]) -> NDArray[np.int64]:
        """What these questions drew from, for states that follow the log; the seed stands in for an unknown secret.

        Nothing that is claimed or estimated depends on it: only what would be asked next, and that needs `key`.
        """
        if self._secret is None:
            return np.full(len(numbers), self._seed, dtype=np.int64)
        known, most = len(self._keys), int(numbers.max(initial=-1))
        if most >= known:
            size = max(most + 1, known + known // 4, 1024)
            self._keys = np.concatenate([self._keys, keys_of(self._secret, np.arange(known, size))])
        found: NDArray[np.int64] = self._keys[numbers]
        return found
