"""What can be claimed, in what state a study is, and why nothing is asked: as data, which `wording` says in words.

Three claims name one system. Each is true as it stands, whatever the preferences are:

- `near best`: X loses to nobody by more than a margin. Holds for every matrix of preferences, cycles too.
- `beats every other`: every other system loses to X more often than it wins, each shown directly. No condition.
- `best if there is a winner`: if one system beats all others, it is X. Early and cheap, since others may have been
  refuted by anybody; where nobody beats all others it says nothing. So it is never shortened to "best", a study that
  has nothing else is never "done", and no badge goes with it.
"""

from enum import StrEnum


class Claim(StrEnum):
    """What a certificate claims. `none` and `void` claim nothing: nothing is certain yet, nothing can be any more."""

    NEAR_BEST = "near best"
    BEATS_ALL = "beats every other"
    IF_ANY = "best if there is a winner"
    NO_WINNER = "no winner"
    EVEN = "even"
    TOP = "top"
    RANKING = "ranking"
    BEATS = "beats"
    BEATS_BY_MARGIN = "beats by margin"
    COPELAND = "copeland"
    BORDA = "borda"
    NONE = "none"
    VOID = "void"

    @property
    def is_decided(self) -> bool:
        """Whether the question of the study is answered without a condition."""
        return self in _DECIDED

    @property
    def is_undecided(self) -> bool:
        """Whether nothing is claimed."""
        return self in UNDECIDED


UNDECIDED = frozenset({Claim.NONE, Claim.VOID})
_DECIDED = (Claim.NEAR_BEST, Claim.BEATS_ALL, Claim.NO_WINNER, Claim.EVEN, Claim.TOP, Claim.RANKING)


class StateName(StrEnum):
    """Whether a study asks questions. An open one may wait for answers; one at rest has enough."""

    OPEN = "open"
    PAUSED = "paused"
    AT_REST = "at rest"
    CLOSED = "closed"


class RestReason(StrEnum):
    """Why somebody is asked nothing now.

    `enough` (a stopping rule holds), `exhausted` (nothing left for this annotator), `waiting` (open questions must be
    answered first), `standby` (nothing to do yet, but the next question may come at any moment), `paused`, `closed`,
    `excluded`; and by the guide `consent` (not given yet), `cap` (this annotator
    has answered as many as they may), `failed` (practice or checks went wrong).
    """

    ENOUGH = "enough"
    EXHAUSTED = "exhausted"
    WAITING = "waiting"
    STANDBY = "standby"
    PAUSED = "paused"
    CLOSED = "closed"
    EXCLUDED = "excluded"
    CONSENT = "consent"
    CAP = "cap"
    FAILED = "failed"


class Progress(StrEnum):
    """What is known on the way, where nothing can be claimed yet."""

    NOTHING = "nothing judged"
    ALONE = "no other system"
    INDIRECT = "above all, not directly"
    CHANCE = "may be chance"
    POSSIBLE = "still possible"
    POSSIBLE_IF_ALIKE = "still possible, if alike"
    LAST = "last one left"
    LAST_IF_ALIKE = "last one left, if alike"
    RANKING = "ranking"
    TOP = "top"
    CENSUS = "census"
    MEASURED = "measured"
    LISTED = "listed"


OF_SETS = frozenset({Progress.MEASURED, Progress.LISTED})
