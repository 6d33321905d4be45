"""The page about judges: may I rely on them?"""

import math
from collections.abc import Sequence
from dataclasses import asdict

from quorate.estimators.trust.judges import MOST_SAVED, JudgeTrust, Share
from quorate.reports.judge_watch import follower_part, injection_part, injection_words
from quorate.reports.numbers import NOTHING, count, counted, decimal, percent, span
from quorate.reports.trust_page import TrustPage, TrustSection, trust_json
from quorate.wording.phrases import listed

MOST_ROWS = 150
EFFECTS = {
    "position": "what is shown first",
    "length": "the longer output, for each e-fold of length",
    "self": "its own output",
    "people": "what people prefer (all against none)",
}


def judges_page(found: Sequence[JudgeTrust], notes: Sequence[str] = ()) -> TrustPage:
    """The page about judges."""
    return TrustPage(
        title="May I rely on this judge?" if len(found) == 1 else "May I rely on these judges?",
        answer=_judges_answer(found),
        sentences=(*notes, *(words for one in found for words in _judge_words(one))),
        parts=(
            _judge_part(found),
            _habit_part(found),
            _kind_part(found),
            *_slice_parts(found),
            follower_part(found),
            injection_part([(one.judge, injection) for one in found for injection in one.injections]),
        ),
    )


def _judges_answer(found: Sequence[JudgeTrust]) -> str:
    best, refused = found[0], [one for one in found if one.is_refused]
    if len(refused) == len(found):
        names = f"{best.judge} is" if len(found) == 1 else "none of them is"
        return f"No: {names} better than chance where people decide."
    right = f"{best.judge} is right in {_short(best.right)} where people decide (its ties count one half)"
    also = f"; {counted(len(refused), 'judge is', 'judges are')} no better than chance and refused" if refused else ""
    return f"With care: {right}{also}."


def _judge_words(one: JudgeTrust) -> list[str]:
    words = []
    if one.unread:
        words.append(f"{one.judge}: {count(one.unread)} of {count(one.verdicts)} verdicts are unread and left out.")
    words += _watch_words(one)
    if one.is_refused:
        return [*words, f"{one.judge} is refused: it is right in {_short(one.right)}, and half is chance."]
    if one.people.count:
        people = f"people among themselves {_short(one.people)} and {_short(one.people_decided)}"
        both = f"{_short(one.agreement)} with ties and {_short(one.decided)} without"
        words.append(f"{one.judge} agrees with people in {both}; {people}.")
    if math.isfinite(one.replacement.winning):
        may = "may stand in for a person" if one.replacement.passes else "may not stand in for a person"
        share = (
            f"winning rate {percent(one.replacement.winning, 0)} of {counted(one.replacement.annotators, 'annotator')}"
        )
        words.append(f"{one.judge} {may} by the alternative annotator test ({share}; it passes at 50 %).")
    else:
        words.append(
            f"{one.judge}: whether it may stand in for a person cannot be said: that takes three annotators who judged "
            "thirty pairs that others judged as well."
        )
    least = min(one.saving, MOST_SAVED)
    capped = (
        " (capped: a judge no better than what it judges saves at most a factor 2)" if one.saving > MOST_SAVED else ""
    )
    own = " It judges itself, too." if one.is_among else ""
    words.append(f"At most, {one.judge} saves a factor {decimal(least)} of judgments{capped}.{own}")
    if math.isfinite(one.calibration):
        words.append(f"Its probabilities are off by {percent(one.calibration)} on average.")
    return words


def _watch_words(one: JudgeTrust) -> list[str]:
    """Who and what the owner should look at."""
    flagged = [follower.annotator for follower in one.followers if follower.is_flagged]
    words = []
    if flagged:
        words.append(
            f"Look at {listed(flagged)}: {counted(len(flagged), 'annotator answers', 'annotators answer')} like "
            f"{one.judge} more than like people, beyond what chance explains. Nothing was left out for it."
        )
    return [*words, *injection_words(one.judge, one.injections)]


def _judge_part(found: Sequence[JudgeTrust]) -> TrustSection:
    return TrustSection(
        title="Agreement with people",
        lead="Right: where people decide, its ties count one half. Agreement with ties and without. Flips: pairs where "
        "it contradicts itself when the order changes; they count as ties.",
        columns=("judge", "right", "with ties", "without", "flips", "saves at most", "rely on it?"),
        rows=tuple(
            (
                one.judge,
                _long(one.right),
                _short(one.agreement),
                _short(one.decided),
                _long(one.flips) if one.flips.count else NOTHING,
                decimal(min(one.saving, MOST_SAVED)),
                "no" if one.is_refused else "with care",
            )
            for one in found
        ),
    )


def _habit_part(found: Sequence[JudgeTrust]) -> TrustSection:
    return TrustSection(
        title="What moves its verdicts, in logits",
        lead="Beside what people prefer. An interval that holds 0: not seen.",
        columns=("judge", "towards", "logits", "interval"),
        rows=tuple(
            (one.judge, EFFECTS[habit.name], decimal(habit.value), span(decimal(habit.low), decimal(habit.high)))
            for one in found
            for habit in one.habits
        ),
    )


def _kind_part(found: Sequence[JudgeTrust]) -> TrustSection:
    return TrustSection(
        title="What a verdict means",
        lead="Where it prefers one output, people …",
        columns=("judge", "prefer it too", "call it a tie", "prefer the other"),
        rows=tuple((one.judge, *(percent(share) for share in one.kinds)) for one in found),
    )


def _slice_parts(found: Sequence[JudgeTrust]) -> list[TrustSection]:
    pairs = [
        (one.judge, " · ".join(pair), _long(share), count(share.count))
        for one in found
        if len(one.by_pair) > 1
        for pair, share in one.by_pair.items()
    ]
    groups = [
        (one.judge, name, _long(share), count(share.count)) for one in found for name, share in one.by_group.items()
    ]
    lead = "Where people decide, its ties count one half."
    parts = []
    for title, column, rows in (("By pair of systems", "pair", pairs), ("By group of items", "group", groups)):
        if rows:
            cut = f" The first {MOST_ROWS} of {len(rows)}." if len(rows) > MOST_ROWS else ""
            columns = ("judge", column, "right", "judgments")
            parts.append(TrustSection(title=title, lead=lead + cut, columns=columns, rows=tuple(rows[:MOST_ROWS])))
    return parts


def _short(share: Share) -> str:
    return percent(share.value)


def _long(share: Share) -> str:
    return f"{percent(share.value)} ({span(percent(share.low), percent(share.high))})" if share.count else NOTHING


def judges_json(found: Sequence[JudgeTrust], notes: Sequence[str] = ()) -> str:
    """Everything the page about judges is made of."""
    rows = [
        {
            **asdict(one),
            "is_refused": one.is_refused,
            "by_pair": {" · ".join(pair): asdict(share) for pair, share in one.by_pair.items()},
        }
        for one in found
    ]
    return trust_json({"judges": rows, "notes": notes})
