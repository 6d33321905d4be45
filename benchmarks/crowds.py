"""An open crowd at work, compiled: people who are slow, keen, of two minds or gone, and a study that draws among them.

The policy's own functions decide and weigh, as they do when a study is served; what `study.drawing` does with people is
done here for thousands of studies. People ask as soon as they have answered, and again as soon as anything changes.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from quorate.kernels.compiling import compiled
from quorate.kernels.rng import draw, draw_below, seed_rng
from quorate.policies.duels.certified.rivals import ask, begin, cancel, find, lose, settle, stake
from quorate.policies.duels.machine.state import Parameters, State

Numbers = NDArray[np.float64]
Places = NDArray[np.int64]
Marks = NDArray[np.bool_]
NOT_SHOWN, SHOWN, LOST = range(3)
ANSWER, AWAY, GIVEN_UP = range(3)
NOBODY = -1


class People(NamedTuple):
    """Those who come; one row each, all there from the start.

    Attributes:
        chances: Person × system × system: that the first is preferred to the second.
        seconds: Mean time of an answer; times are exponential.
        slow: System → how many times as long an answer takes that is for it.
        skips: System → share of the questions never answered, though their annotator goes on, where the answer would be
            for it.
        leaves: System → share of the answers for it after which somebody leaves for good.
        walks_off: System → share of the questions at which somebody leaves for good, where the answer would be for it.
    """

    chances: Numbers
    seconds: Numbers
    slow: Numbers
    skips: Numbers
    leaves: Numbers
    walks_off: Numbers


class Rules(NamedTuple):
    """How the study treats them (`study.drawing`, `study.asking`).

    Attributes:
        lead: Open questions for each of those who are there, at the most, and one.
        lease: After so long without a word somebody is away.
        quiet: After so long they hold nobody up.
        patience: Leases after which a question is given up.
        most: Questions in all.
    """

    lead: float
    lease: float
    quiet: float
    patience: float
    most: int


class _Book(NamedTuple):
    """Questions, in the order they were drawn; each knows the next of its person."""

    pair: Places
    quotes: Numbers
    opened: Numbers
    worth: Numbers
    stage: Places
    following: Places


class _Crowd(NamedTuple):
    """People, as they stand: first and last question, how many, whether they are there, and when they answer."""

    head: Places
    tail: Places
    waiting: Places
    is_there: Marks
    is_gone: Marks
    ends: Numbers
    heard: Numbers
    result: Numbers


@compiled
def convene(  # noqa: C901 - one event after the other
    state: State, parameters: Parameters, people: People, rules: Rules, seed: int, run: int, leads: Numbers
) -> tuple[int, int, float, bool]:
    """One study of an open crowd; returns questions shown, answers, the time it took and whether it came to an end.

    `leads` is set to two sums over the questions that count: by how much those who were there, and those who were
    asked, prefer the first system to the second.
    """
    begin(state, parameters, seed, run)
    size, crowd = rules.most + 1, people.seconds.size
    book = _Book(
        np.zeros((size, 2), dtype=np.int64),
        np.zeros((size, 2)),
        np.zeros(size),
        np.zeros((size, 2)),
        np.zeros(size, dtype=np.int64),
        np.full(size, NOBODY),
    )
    those = _Crowd(
        np.full(crowd, NOBODY),
        np.full(crowd, NOBODY),
        np.zeros(crowd, dtype=np.int64),
        np.zeros(crowd, dtype=np.bool_),
        np.zeros(crowd, dtype=np.bool_),
        np.full(crowd, np.inf),
        np.zeros(crowd),
        np.zeros(crowd),
    )
    drawn = shown = told = 0
    now = 0.0
    while True:
        for step in range(crowd):
            a = (step + shown) % crowd
            if those.is_gone[a] or those.ends[a] < np.inf:
                continue
            while those.head[a] == NOBODY and drawn < rules.most and not _is_ahead(those, book, rules, a, now):
                i, j = ask(state, parameters, seed, run, drawn + 1)
                if i == -1:
                    return shown, told, now, True
                if i < 0:
                    break
                whom = _draw_person(those, a, seed_rng(seed, run, drawn + 1, 3))
                book.pair[drawn, 0], book.pair[drawn, 1] = i, j
                book.quotes[drawn, 0], book.quotes[drawn, 1] = stake(state, parameters, i, j)
                _put(people, those, book, drawn, a, whom, now)
                leads += book.worth[drawn]
                drawn += 1
            if those.head[a] != NOBODY and book.stage[those.head[a]] == NOT_SHOWN:
                shown += 1
                _show(people, those, book, a, now, seed_rng(seed, run, those.head[a] + 1, 2))
        when, who, what = _next(rules, those, book)
        if who == NOBODY:
            return shown, told, now, False
        now = max(when, now)
        if what == AWAY:
            _leave(state, parameters, those, book, who, leads)
        elif what == GIVEN_UP:
            number = those.head[who]
            lose(state, parameters, book.pair[number, 0], book.pair[number, 1])
            book.stage[number] = LOST
            those.waiting[who] -= 1
        else:
            told += _answer(state, parameters, people, those, book, who, now, seed, run)


@compiled
def _is_ahead(those: _Crowd, book: _Book, rules: Rules, a: int, now: float) -> bool:
    """Whether as much is open as may be; whoever is not there yet is asked all the same."""
    if not those.is_there[a]:
        return False
    counted, present = 0, 0
    for b in range(those.is_there.size):
        if those.is_there[b]:
            first = those.head[b]
            if first == NOBODY or now - max(those.heard[b], book.opened[first]) <= rules.quiet:
                counted += those.waiting[b]
                present += 1
    return counted >= (np.ceil(rules.lead * present) + 1 if present > 1 else 1)


@compiled
def _draw_person(those: _Crowd, a: int, rng: np.uint64) -> int:
    """One of those who are there, all alike; whoever asks, where they are not there yet."""
    if not those.is_there[a]:
        return a
    present = np.flatnonzero(those.is_there)
    _, place = draw_below(rng, present.size)
    whom: int = present[place]
    return whom


@compiled
def _put(people: People, those: _Crowd, book: _Book, number: int, a: int, whom: int, now: float) -> None:
    """A question is put to somebody, behind those they have."""
    own = people.chances[whom, 0, 1] - 0.5
    book.worth[number, 0] = book.worth[number, 1] = own
    if those.is_there[a]:
        total, present = 0.0, 0
        for b in range(those.is_there.size):
            if those.is_there[b] and not those.is_gone[b]:
                total += people.chances[b, 0, 1] - 0.5
                present += 1
        book.worth[number, 0] = total / max(present, 1)
    if not those.is_there[whom]:
        those.heard[whom] = now
        those.is_there[whom] = True
    book.opened[number] = now
    if those.head[whom] == NOBODY:
        those.head[whom] = number
    else:
        book.following[those.tail[whom]] = number
    those.tail[whom] = number
    those.waiting[whom] += 1


@compiled
def _show(people: People, those: _Crowd, book: _Book, a: int, now: float, rng: np.uint64) -> None:
    """Somebody sees their first question: what they will say, and when, or that they never will."""
    number = those.head[a]
    book.stage[number] = SHOWN
    rng, u = draw(rng)
    rng, v = draw(rng)
    rng, w = draw(rng)
    i, j = book.pair[number, 0], book.pair[number, 1]
    preferred = i if u < people.chances[a, i, j] else j
    those.result[a] = 1.0 if preferred == i else 0.0
    those.ends[a] = now - people.seconds[a] * people.slow[preferred] * np.log(1.0 - v)
    if w < people.walks_off[preferred]:
        those.is_gone[a], those.ends[a] = True, np.inf
    elif w < people.walks_off[preferred] + people.skips[preferred]:
        those.result[a] = -1.0


@compiled
def _leave(state: State, parameters: Parameters, those: _Crowd, book: _Book, who: int, leads: Numbers) -> None:
    """Somebody is away: what was never shown to them is taken back."""
    those.is_there[who] = False
    first = those.head[who]
    later = book.following[first] if book.stage[first] == SHOWN else first
    while later != NOBODY:
        i, j = book.pair[later, 0], book.pair[later, 1]
        cancel(state, parameters, i, j, book.quotes[later, 0], book.quotes[later, 1])
        leads -= book.worth[later]
        those.waiting[who] -= 1
        later = book.following[later]
    if book.stage[first] == SHOWN:
        book.following[first], those.tail[who] = NOBODY, first
    else:
        those.head[who] = those.tail[who] = NOBODY


@compiled
def _answer(
    state: State,
    parameters: Parameters,
    people: People,
    those: _Crowd,
    book: _Book,
    who: int,
    now: float,
    seed: int,
    run: int,
) -> int:
    """Somebody answers, or skips; how many answers that is."""
    number = those.head[who]
    i, j = book.pair[number, 0], book.pair[number, 1]
    those.ends[who], those.heard[who] = np.inf, now
    those.head[who] = book.following[number]
    was_lost = book.stage[number] == LOST
    if not was_lost:
        those.waiting[who] -= 1
    if those.result[who] < 0.0:
        if not was_lost:
            lose(state, parameters, i, j)
        return 0
    if was_lost:
        find(state, i, j)
    settle(state, parameters, i, j, those.result[who], book.quotes[number, 0], book.quotes[number, 1])
    _, u = draw(seed_rng(seed, run, number + 1, 4))
    those.is_gone[who] = u < people.leaves[i if those.result[who] == 1.0 else j]
    return 1


@compiled
def _next(rules: Rules, those: _Crowd, book: _Book) -> tuple[float, int, int]:
    """When something happens next, to whom, and what."""
    when, who, what = np.inf, NOBODY, ANSWER
    for a in range(those.ends.size):
        if those.ends[a] < when:
            when, who, what = those.ends[a], a, ANSWER
        first = those.head[a]
        if first != NOBODY and book.stage[first] != LOST:
            since = max(those.heard[a], book.opened[first])
            if those.is_there[a] and since + rules.lease < when:
                when, who, what = since + rules.lease, a, AWAY
            if book.stage[first] == SHOWN and book.opened[first] + rules.lease * rules.patience < when:
                when, who, what = book.opened[first] + rules.lease * rules.patience, a, GIVEN_UP
    return when, who, what
