"""A look at a study that nobody's answers wait for.

A watch holds a study object of its own, folded from the same log: numbers are computed on it while annotators are
served by another. What is dear is kept: findings until the log grows; the forecast, made in a thread of its own, until
there is enough new to change it, and never for more than a small share of the time.
"""

import time
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from threading import RLock
from weakref import WeakKeyDictionary

from quorate.annotators.profiles import Profile, passed_checks, profiles
from quorate.estimators.findings import Findings
from quorate.planning.forecast import Forecast, forecast
from quorate.records.claims import RestReason
from quorate.records.growth import Extent
from quorate.study import Study
from quorate.study.exercises import Standing

GROWTH = 0.02  # a forecast is made again when the judgments have grown by this share
SHARE = 20  # and takes at most one part in so many of the time

_forecasters = ThreadPoolExecutor(1, thread_name_prefix="forecast")


@dataclass(frozen=True, kw_only=True)
class Snapshot:
    """What was seen of a study at one log position.

    Attributes:
        position: Log position at which.
        findings: What we believe.
        forecast: How many more judgments; `None` where there is nothing to go by, or not yet.
    """

    position: int
    findings: Findings
    forecast: Forecast | None


class Watch:
    """One study, watched.

    Args:
        study: The study that is served.
    """

    def __init__(self, study: Study) -> None:
        self.study = Study.open(study.name, study.store)
        self.lock = RLock()
        self._findings: Findings | None = None
        self._position = -1
        self._forecast: Forecast | None = None
        self._forecasts = 0
        self._key: tuple[int, int, Extent, int] | None = None
        self._due = 0.0
        self._pending: Future[None] | None = None

    @property
    def version(self) -> tuple[int, int]:
        """Changes when there is something new to see: the log has grown, or a forecast is ready."""
        with self.lock:
            position = self.study.history.position
            if self._findings is not None and position == self._position:
                self._look_ahead(self._findings)  # one may have become due since the last answer
            return position, self._forecasts

    def look(self) -> Snapshot:
        """How the study stands at the end of its log."""
        with self.lock:
            history = self.study.history
            if self._findings is None or self._position != history.position:
                self._findings = self.study.findings()
                self._position = history.position
            self._look_ahead(self._findings)
            return Snapshot(position=self._position, findings=self._findings, forecast=self._forecast)

    def profiles(self) -> tuple[Profile, ...]:
        """What is known about each annotator."""
        with self.lock:
            history, design = self.study.history, self.study.design
            passed = passed_checks(design, history)
            return profiles(history, self.study.kind.criteria, level=design.level, passed=passed)

    def failed(self) -> dict[int, Standing]:
        """Who failed practice or checks and is asked no more, with how they did."""
        with self.lock:
            people = set(self.study.history["annotator"].tolist())
            rests = {who: self.study.exercises.resting(self.study.ledger.history, who) for who in people}
            return {
                who: self.study.exercises.standing(self.study.ledger.history, who)
                for who, rest in rests.items()
                if rest is not None and rest.reason is RestReason.FAILED
            }

    def wait(self) -> None:
        """Wait for the forecast that is being made."""
        if self._pending is not None:
            self._pending.result()

    def _look_ahead(self, findings: Findings) -> None:
        """Have a forecast made where one is due; drop it where nothing is left to forecast."""
        history = self.study.ledger.history
        if not findings.answer.claim.is_undecided or history.closed is not None:
            self._forecast, self._key = None, None
            return
        is_short = self._forecast is not None and self._forecast.is_short  # then who is invited changes it
        invited = _invited(self.study) if is_short else 0
        key = (findings.asked.judgments, history.corrections, history.extent, invited)
        if self._key is not None and key[1:] == self._key[1:] and abs(key[0] - self._key[0]) <= GROWTH * self._key[0]:
            return
        if (self._pending is None or self._pending.done()) and time.monotonic() >= self._due:
            self._key = key
            self._pending = _forecasters.submit(self._make_forecast)

    def _make_forecast(self) -> None:
        with self.lock:
            begin = time.process_time()
            study = self.study
            history = study.ledger.history
            newcomers = _invited(study) - len(set(history["annotator"].tolist()))
            self._forecast = forecast(study.design, study.index, history, study.policy, newcomers=max(newcomers, 0))
            self._forecasts += 1
            self._due = time.monotonic() + SHARE * (time.process_time() - begin)


def _invited(study: Study) -> int:
    """How many people have a link of their own that is good."""
    now = study.store.now()
    tokens = study.store.tokens(study.name)
    return len({token.annotator for token in tokens if token.role == "annotator" and token.holds(now)} - {None})


_watches: "WeakKeyDictionary[Study, Watch]" = WeakKeyDictionary()
_lock = RLock()


def watch_of(study: Study) -> Watch:
    """The watch over a served study; made when it is first asked for, gone with the study."""
    with _lock:
        if study not in _watches:
            _watches[study] = Watch(study)
        return _watches[study]
