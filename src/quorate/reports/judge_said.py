"""The page about what a judge said: verdicts, flips, what was not read, price, and agreement with people."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field

from quorate.estimators.fragility import Fragility
from quorate.estimators.trust.judges import JudgeTrust, Share
from quorate.estimators.trust.lengths import UNKNOWN, LengthControl
from quorate.estimators.trust.standings import JudgeStanding
from quorate.reports.judge_watch import injection_part, injection_words
from quorate.reports.numbers import NOTHING, count, counted, decimal, percent, span
from quorate.reports.trust_page import TrustPage, TrustSection, trust_json

MOST_ROWS = 150
UNCERTIFIED = "This is what a judge says, for one look: no certificate counts a verdict, and none is a judgment."


@dataclass(frozen=True, kw_only=True)
class Calls:
    """What asking took.

    Attributes:
        wanted: How many calls the pairs or outputs take in all.
        answered: How many have an answer.
        fresh: How many were answered in this run.
        again: Calls that were under way when an earlier run was killed, and were made again.
        failed: Calls that failed, and were made again or left.
        refused: Calls that the server refused for good.
        left: Calls left for another run.
        waited: How often the server asked to wait.
        same: Pairs that needed no judge because both outputs are the same.
        spent: What all calls cost; NaN where no price was given.
        currency: In what.
        tokens: Tokens sent and answered.
        versions: What the endpoint called the model, with how many answers.
        unread: Why answers are unread, with how often.
        why: Why asking ended early; empty where it did not.
        problems: What went wrong on the way, with how often.
    """

    wanted: int = 0
    answered: int = 0
    fresh: int = 0
    again: int = 0
    failed: int = 0
    refused: int = 0
    left: int = 0
    waited: int = 0
    same: int = 0
    spent: float = math.nan
    currency: str = ""
    tokens: tuple[int, int] = (0, 0)
    versions: Mapping[str, int] = field(default_factory=dict)
    unread: Mapping[str, int] = field(default_factory=dict)
    why: str = ""
    problems: Mapping[str, int] = field(default_factory=dict)


def said_page(
    found: Sequence[JudgeStanding],
    trusted: Sequence[JudgeTrust] = (),
    calls: Calls | None = None,
    notes: Sequence[str] = (),
    more: Sequence[TrustSection] = (),
) -> TrustPage:
    """The page about what judges said."""
    return TrustPage(
        title="What the judge said" if len(found) == 1 else "What the judges said",
        answer=" ".join(_answer(one, calls) for one in found),
        sentences=(
            *([] if calls is None else call_words(calls)),
            *notes,
            *(words for one in found for words in _habit_words(one)),
            *_trust_words(trusted),
            UNCERTIFIED,
        ),
        parts=(
            *(_systems(one) for one in found),
            *(_pairs(one) for one in found if one.by_pair),
            injection_part([(one.judge, injection) for one in found for injection in one.injections]),
            *more,
        ),
    )


def ratings_page(calls: Calls, judge: str, draws: int, path: str) -> TrustPage:
    """The page about scores that a judge gave to single outputs.

    Args:
        calls: What asking took.
        judge: Its name.
        draws: Answers to each output.
        path: Where the scores are.
    """
    scored = calls.answered - sum(calls.unread.values())
    answer = (
        f"{judge}: {count(scored)} of {counted(calls.answered, 'answer')} are scores."
        if scored
        else (f"{judge}: no answer is a score.")
    )
    words = call_words(calls)
    if scored and calls.answered and calls.spent > 0:
        each = f"{judge}={calls.spent / calls.answered * draws:.3g}"
        words.append(
            f"How much money to give it, and people, ratings by people tell: quorate plan scores --pilot RATINGS "
            f"--metrics {path} --judge {each} --money M --cost C."
        )
    return TrustPage(title="What the judge said", answer=answer, sentences=tuple(words), parts=())


def _answer(one: JudgeStanding, calls: Calls | None) -> str:
    if not one.systems:
        why = "" if calls is None or not calls.unread else f": {_unread_words(calls)}"
        return f"{one.judge}: no verdict could be read of {count(one.verdicts)}{why}."
    (best, share), *_ = one.systems.items()
    return f"{one.judge} prefers {best} most often: in {_long(share)} of the {counted(share.count, 'pair')} it is in."


def _habit_words(one: JudgeStanding) -> list[str]:
    words = []
    if one.unread:
        words.append(f"{one.judge}: {count(one.unread)} of {counted(one.verdicts, 'verdict')} are unread and left out.")
    if one.flips.count:
        words.append(
            f"{one.judge} contradicts itself in {_long(one.flips)} of the {counted(one.flips.count, 'pair')} asked in "
            "both orders: these flips count as ties."
        )
    if one.first.count:
        words.append(f"{one.judge} prefers what is shown first in {_long(one.first)} of its verdicts that decide.")
    if one.fragility is not None:
        words.append(_fragile(one, one.fragility))
    words += _refusals(one)
    return [*words, *injection_words(one.judge, one.injections)]


def _fragile(one: JudgeStanding, found: Fragility) -> str:
    share, few = percent(found.removed / found.total), counted(found.removed, "pair")
    return (
        f"Without {few} of {count(found.total)} ({share}), {found.rival} would stand level with {found.leader} or "
        f"ahead in what {one.judge} says."
    )


def _refusals(one: JudgeStanding) -> list[str]:
    """Why win rates are not controlled for length."""
    refused = [(pair, control) for pair, control in one.controlled.items() if control.why]
    if not refused or all(control.why == UNKNOWN for _, control in refused):
        return []
    (pair, control), *_ = refused
    more = f" (and {len(refused) - 1} more pairs)" if len(refused) > 1 else ""
    return [f"Not controlled for length: {' · '.join(pair)}, {control.why}{more}."]


def _trust_words(trusted: Sequence[JudgeTrust]) -> list[str]:
    if not trusted:
        return ["No judgments by people were given: how far to trust this is not known (quorate trust judge)."]
    return [
        f"{one.judge} is refused: where people decide it is right in {_long(one.right)}, and half is chance."
        if one.is_refused
        else f"{one.judge} agrees with people: right in {_long(one.right)} where they decide; people among themselves "
        f"{percent(one.people_decided.value)}."
        for one in trusted
    ]


def call_words(calls: Calls) -> list[str]:
    """What asking took, in sentences."""
    return [*_end_words(calls), *_failure_words(calls), *_answer_words(calls), _price_words(calls)]


def _end_words(calls: Calls) -> list[str]:
    words = []
    if calls.wanted:
        wanted = counted(calls.wanted, "call")
        words.append(f"{count(calls.answered)} of {wanted} are answered, {count(calls.fresh)} of them now.")
    if calls.why:
        rest = calls.wanted - calls.answered
        words.append(f"Asking ended early ({calls.why}); {counted(rest, 'call')} are left for another run.")
    elif calls.left:
        words.append(f"{counted(calls.left, 'call')} failed too often and are left for another run.")
    return words


def _failure_words(calls: Calls) -> list[str]:
    words = []
    if calls.again:
        words.append(
            f"{counted(calls.again, 'call was', 'calls were')} under way when an earlier run was killed: made again, "
            "and counted at the most they may have cost."
        )
    if calls.failed or calls.waited:
        worst = sorted(calls.problems.items(), key=lambda one: -one[1])[:3]
        shown = "; ".join(f"{problem} ({count(times)} ×)" for problem, times in worst)
        waited = f", and the server asked to wait {count(calls.waited)} times" if calls.waited else ""
        words.append(f"{counted(calls.failed, 'call')} failed on the way{waited}" + (f": {shown}." if shown else "."))
    if calls.refused:
        words.append(f"The server refused {counted(calls.refused, 'call')} for good: unread.")
    return words


def _answer_words(calls: Calls) -> list[str]:
    words = []
    if calls.unread:
        words.append(f"Unread: {_unread_words(calls)}.")
    if calls.same:
        words.append(f"{counted(calls.same, 'pair')} of equal outputs are ties nobody was asked about.")
    if len([name for name in calls.versions if name]) > 1:
        named = "; ".join(f"{name or 'unnamed'} ({count(times)})" for name, times in calls.versions.items())
        words.append(f"Several versions of the model answered: {named}. See quorate trust drift.")
    return words


def _unread_words(calls: Calls) -> str:
    return "; ".join(f"{why} ({count(times)})" for why, times in calls.unread.items())


def _price_words(calls: Calls) -> str:
    sent = f"{count(calls.tokens[0])} tokens sent, {count(calls.tokens[1])} answered"
    if not math.isfinite(calls.spent):
        return f"Price unknown (--price); {sent}."
    each = f", {decimal(calls.spent / calls.answered, 6)} an answer" if calls.answered else ""
    return f"Price: {decimal(calls.spent, 4)} {calls.currency}{each}; {sent}."


def _systems(one: JudgeStanding) -> TrustSection:
    rows = tuple((name, _long(share), count(share.count)) for name, share in one.systems.items())
    lead = "Share of its pairs that a system wins, ties counted one half."
    return TrustSection(title=f"By {one.judge}", lead=lead, columns=("system", "win share", "pairs"), rows=rows)


def _pairs(one: JudgeStanding) -> TrustSection:
    rows = tuple(
        (" · ".join(pair), _long(share), _controlled(one.controlled[pair]), count(share.count))
        for pair, share in one.by_pair.items()
    )
    cut = f" The first {MOST_ROWS} of {len(rows)}." if len(rows) > MOST_ROWS else ""
    return TrustSection(
        title=f"Pairs by {one.judge}",
        lead="How often the system named first wins, ties counted one half; and had both outputs been equally long, "
        f"for one look and no certificate.{cut}",
        columns=("pair", "win rate", "at equal lengths", "outputs"),
        rows=rows[:MOST_ROWS],
    )


def _controlled(control: LengthControl) -> str:
    if control.why:
        return "refused" if control.why != UNKNOWN else NOTHING
    return f"{percent(control.value)} ({span(percent(control.low), percent(control.high))})"


def _long(share: Share) -> str:
    return f"{percent(share.value)} ({span(percent(share.low), percent(share.high))})" if share.count else NOTHING


def said_json(found: Sequence[JudgeStanding], trusted: Sequence[JudgeTrust] = (), calls: Calls | None = None) -> str:
    """Everything the page is made of."""
    rows = [
        {
            **asdict(one),
            "by_pair": {" · ".join(pair): asdict(share) for pair, share in one.by_pair.items()},
            "controlled": {" · ".join(pair): asdict(control) for pair, control in one.controlled.items()},
        }
        for one in found
    ]
    agreement = {one.judge: {"right": asdict(one.right), "is_refused": one.is_refused} for one in trusted}
    return trust_json({"judges": rows, "people": agreement, "calls": None if calls is None else asdict(calls)})
