"""People who join through open links: as many as come at once are written in one transaction."""

from collections.abc import Sequence
from typing import TypeAlias

from quorate.errors import QuorateError
from quorate.stores import Token
from quorate.web.access import TokenCache
from quorate.web.gathering import Gathering
from quorate.web.studies import Studies

Join: TypeAlias = tuple[str, Token]  # study, and the token that somebody gets


class Joins:
    """Keeps the tokens of those who join.

    Args:
        studies: The studies, and the store where tokens live.
        token_cache: Believes what was written just now, and need not look for it.
    """

    def __init__(self, studies: Studies, token_cache: TokenCache) -> None:
        self._studies = studies
        self._token_cache = token_cache
        self._writes: Gathering[Join, QuorateError] = Gathering(self._write)

    async def add(self, study: str, token: Token) -> None:
        """Let somebody in, together with whoever else comes just now.

        Raises:
            ErasedError: Somebody of this name was erased.
            JoinError: The name is taken, or all places are.
            StoreError: The store failed.
        """
        heard = self._studies.withdrawals()
        refusal = await self._writes.find((study, token))
        if refusal is not None:
            raise refusal
        self._token_cache.believe(study, token, heard)

    def _write(self, joins: Sequence[Join]) -> dict[Join, QuorateError]:
        """Write a lot, a transaction for each study: where one fails, the people of others are in all the same."""
        refused: dict[Join, QuorateError] = {}
        store = self._studies.store
        for study in dict.fromkeys(study for study, _ in joins):
            given = [token for name, token in joins if name == study]
            try:
                most = int(store.settings(study).get("most_joins") or 0)  # as the owner has set it; 0 for no limit
                found = store.join(study, given, most=most)
            except QuorateError as error:
                refused |= {(study, token): error for token in given}
            else:
                refused |= {(study, token): found[token.digest] for token in given if token.digest in found}
        return refused
