"""Numbers of annotators, remembered until somebody is erased anywhere."""

from collections.abc import Mapping, Sequence

from quorate.errors import InputError, StrangerError
from quorate.records.material import is_storable
from quorate.stores.store import NOBODY
from quorate.study.ledger import Ledger


class Pseudonyms:
    """The numbers of those a study knows by name.

    Every hold of the log says how many people were erased so far. Where that has grown, all numbers are forgotten: who
    asks then is a stranger until they are introduced again, and who was erased cannot be.

    Args:
        ledger: The log of the study.
    """

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._known: dict[str, int] = {}
        self._at = ledger.withdrawals

    def find(self, name: str) -> int | None:
        """The number of an annotator; `None` where it is not remembered."""
        if self._at != self._ledger.withdrawals:
            self.forget()
        return self._known.get(name)

    def of(self, name: str) -> int:
        """The number of an annotator, looked up or given where it is not remembered.

        Raises:
            StrangerError: It would have to be looked up, but the log is held.
        """
        found = self.find(name)
        if found is None:
            if self._ledger.is_held:
                raise StrangerError("An annotator must be introduced before the log is held.")
            found = self.learn([name])[name]
        return found

    def learn(self, names: Sequence[str], tokens: Mapping[str, str] = NOBODY) -> dict[str, int]:
        """Look up, or give, the numbers of those who are not remembered, and return them.

        Args:
            names: Names of annotators.
            tokens: Name → digest of the token they come with. Who was erased is left out.

        Raises:
            InputError: A name is none.
        """
        new = [name for name in dict.fromkeys(names) if self.find(name) is None]
        for name in new:
            check_name(name)
        at = self._ledger.withdrawals
        theirs = {name: tokens[name] for name in new if name in tokens}
        found = self._ledger.store.introduce(self._ledger.study, new, tokens=theirs) if new else {}
        if at == self._at:  # else somebody was erased meanwhile, and these may be of before
            self._known.update(found)
        return found

    def forget(self) -> None:
        """Look all of them up again."""
        self._known = {}
        self._at = self._ledger.withdrawals


def check_name(name: str) -> None:
    """Raise where this is no annotator's name."""
    if not name or len(name) > 200 or not is_storable(name):
        raise InputError("An annotator's name is a text of 1 to 200 characters.")
