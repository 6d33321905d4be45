"""How far an annotator has come: stage, counts and, at the end, the completion code."""

import time
from collections.abc import Mapping
from typing import Any

from starlette.concurrency import run_in_threadpool

from quorate.errors import ErasedError
from quorate.records.claims import RestReason
from quorate.stores.access import ERASED
from quorate.study import Study
from quorate.study.asking import AnnotatorTurn

FINAL = set(RestReason) - {RestReason.WAITING, RestReason.STANDBY, RestReason.PAUSED, RestReason.CONSENT}
NO_STANDING = {"told": 0, "of": 0, "right": 0}
CODES = {True: "completion_passed", False: "completion_failed"}
_BELIEF = 10.0  # seconds that settings are believed


class ProgressTracker:
    """Consent and completion codes, remembered so that not every judgment costs a look into the store."""

    def __init__(self) -> None:
        self._consented: set[tuple[str, int]] = set()
        self._settings: dict[str, tuple[float, dict[str, str]]] = {}

    def has_consented(self, study: Study, annotator: int) -> bool:
        """Whether an annotator may begin: they consented, or nothing is to be consented to."""
        if not study.design.guide.consent or (study.name, annotator) in self._consented:
            return True
        if study.store.consented(study.name, annotator) is None:
            return False
        self._consented.add((study.name, annotator))
        return True

    async def may_begin(self, study: Study, name: str, tokens: Mapping[str, str]) -> bool:
        """The same for somebody by name, without holding up others where the store must be asked."""
        if not study.design.guide.consent or (study.name, study.ledger.people.find(name)) in self._consented:
            return True
        return await run_in_threadpool(lambda: self.has_consented(study, self.number_of(study, name, tokens)))

    def consent(self, study: Study, name: str, tokens: Mapping[str, str], now: float) -> None:
        """Keep that an annotator consented."""
        study.store.consent(study.name, self.number_of(study, name, tokens), now)

    def number_of(self, study: Study, name: str, tokens: Mapping[str, str]) -> int:
        """The number of an annotator.

        Args:
            name: Name of the annotator.
            tokens: The same name → digest of the token they come with, where they do.

        Raises:
            ErasedError: They were erased.
        """
        number = study.ledger.people.introduce(name, tokens=tokens).get(name) or study.ledger.people.find(name)
        if number is None:
            raise ErasedError(ERASED)
        return number

    def settings(self, study: Study) -> dict[str, str]:
        """The study's settings, some seconds old at most."""
        until, known = self._settings.get(study.name, (0.0, {}))
        now = time.monotonic()
        if now > until:
            known = study.store.settings(study.name)
            self._settings[study.name] = (now + _BELIEF, known)
        return known

    def forget_all(self) -> None:
        """Look again for every study."""
        self._consented.clear()
        self._settings.clear()

    def forget_settings(self, study: Study) -> None:
        """Look again the next time."""
        self._settings.pop(study.name, None)

    def progress(self, study: Study, turn: AnnotatorTurn, last: int | None) -> dict[str, Any]:
        """Progress after a turn."""
        guide, standing = study.design.guide, turn.standing
        is_done = turn.rest is not None and turn.rest.reason in FINAL and not turn.open
        stage = "done" if is_done else "practice" if standing.has_passed is None else "questions"
        practice = {"told": standing.practice_told, "of": len(guide.practice), "right": standing.practice_right}
        return {
            "stage": stage,
            "told": turn.told,
            "cap": guide.cap,
            "last": last,
            "practice": practice,
            "completion": self._completion(study, turn) if is_done else None,
        }

    def before_consent(self, study: Study) -> dict[str, Any]:
        """Progress of somebody who has not consented yet."""
        guide = study.design.guide
        practice = NO_STANDING | {"of": len(guide.practice)}
        return {
            "stage": "consent",
            "told": 0,
            "cap": guide.cap,
            "last": None,
            "practice": practice,
            "completion": None,
        }

    def _completion(self, study: Study, turn: AnnotatorTurn) -> dict[str, Any] | None:
        """The code; nobody who came when it was all over gets one."""
        reason = "" if turn.rest is None else turn.rest.reason  # a rest is false
        passed = reason not in {"failed", "excluded"}
        if passed and not turn.told:
            return None
        return {"code": self.settings(study).get(CODES[passed], ""), "passed": passed}
