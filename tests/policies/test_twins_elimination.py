"""The six elimination policies against slow twins that follow the papers' pseudo-code, and what each must do."""

import math
from collections import Counter, deque
from itertools import pairwise

import numpy as np
import pytest

from quorate.kernels.rng import draw, draw_below, seed_rng
from quorate.policies.duels import duel_policy
from quorate.policies.duels.machine.state import draw_outcome

pytestmark = pytest.mark.slow

SEED = 11


class Chance:
    """A sequence of random numbers, as the compiled code draws them."""

    def __init__(self, run, question, purpose):
        self.state = seed_rng(SEED, run, question, purpose)

    def uniform(self):
        self.state, u = draw(np.uint64(self.state))
        return u

    def below(self, n):
        self.state, place = draw_below(np.uint64(self.state), n)
        return int(place)

    def one_of(self, items):
        """A random item of a list met one by one."""
        chosen = None
        for count, item in enumerate(items, 1):
            if self.uniform() * count < 1.0:
                chosen = item
        return chosen

    def most(self, items, value):
        """A random one of those with the highest value, met one by one."""
        best = equals = chosen = None
        for item in items:
            if best is None or value[item] > best:
                best, equals, chosen = value[item], 1, item
            elif value[item] == best:
                equals += 1
                if self.uniform() * equals < 1.0:
                    chosen = item
        return chosen

    def shuffled(self, items):
        items = list(items)
        for place in range(len(items) - 1, 0, -1):
            other = self.below(place + 1)
            items[place], items[other] = items[other], items[place]
        return items


class Duels:
    """A twin whose pseudo-code is a generator: it yields the duel it wants, and is sent (question, outcome)."""

    def __init__(self, systems, parameters, run):
        self.k, self.parameters, self.run = systems, parameters, run
        self.answer, self.pair = None, None
        self.steps = self.pseudo_code()
        self.pair = next(self.steps)

    def ask(self, question, open_):  # noqa: ARG002
        return self.pair

    def tell(self, i, j, outcome, question):
        if self.pair is None or {i, j} != set(self.pair):
            return
        try:
            self.pair = self.steps.send((question, outcome if i == self.pair[0] else 1 - outcome))
        except StopIteration:
            self.pair = None


class SequentialElimination(Duels):
    def pseudo_code(self):
        low, high, delta = self.parameters
        middle, limit = (low + high) / 2, int(2 * math.log(2 / delta) / (high - low) ** 2)
        chance, left = Chance(self.run, 0, 3), list(range(self.k))
        self.anchor = self.draw(chance, left)
        while left:
            challenger = self.draw(chance, left)
            lead, radius, t, wins = 0.0, 0.5, 0, 0.0
            while t < limit and abs(lead - middle) <= radius:
                question, outcome = yield challenger, self.anchor
                t, wins = t + 1, wins + outcome
                lead, radius = wins / t - 0.5, math.sqrt(math.log(4 * t**2 / delta) / (2 * t))
            chance = Chance(self.run, question, 4)
            if lead >= middle:
                self.anchor = challenger

    @staticmethod
    def draw(chance, left):
        if len(left) > 1:
            place = chance.below(len(left))
            left[place], left[-1] = left[-1], left[place]
        return left.pop()

    def recommend(self, told):  # noqa: ARG002
        return self.anchor


class Knockout(Duels):
    def pseudo_code(self):
        chance, self.left, self.wins, number = Chance(self.run, 0, 3), list(range(self.k)), Counter(), 1
        while len(self.left) > 1:
            order = self.left = chance.shuffled(self.left)
            winners = []
            for a, b in zip(order[::2], order[1::2], strict=False):
                wins, n = 0.0, 0
                while not self.is_over(n, wins, number):
                    question, outcome = yield a, b
                    n, wins = n + 1, wins + outcome
                chance = Chance(self.run, question, 4)
                if wins != n / 2:
                    winner = a if wins > n / 2 else b
                elif chance.uniform() < 0.5:
                    winner = b
                else:
                    winner = a
                winners.append(winner)
                self.left = winners + order[2 * len(winners) :]
            number += 1

    def is_over(self, n, wins, number):
        epsilon, delta, gamma = self.parameters
        epsilon = (2 ** (1 / 3) - 1) * epsilon / (gamma * 2 ** (number / 3))
        delta /= 2**number
        if n == 0:
            return False
        radius = math.sqrt(math.log(4 * n**2 / delta) / (2 * n))
        return abs(wins / n - 0.5) > radius - epsilon or n > math.log(2 / delta) / (2 * epsilon**2)

    def tell(self, i, j, outcome, question):
        self.wins[i, j] += outcome
        self.wins[j, i] += 1 - outcome
        super().tell(i, j, outcome, question)

    def recommend(self, told):
        ahead = {i: sum(self.wins[i, j] > self.wins[j, i] for j in range(self.k)) for i in self.left}
        return Chance(self.run, told, 1).most(self.left, ahead)


class SingleElimination(Knockout):
    def is_over(self, n, wins, number):  # noqa: ARG002
        return n >= self.parameters[0]


class InterleavedFiltering:
    """With the estimates reset for each champion, as the paper writes it."""

    def __init__(self, systems, parameters, run):
        self.radius = 4 * math.log(parameters[0] * systems**2)
        self.prune, self.run = parameters[1] == 1.0, run
        self.champion = Chance(run, 0, 3).below(systems)
        self.rivals = [i for i in range(systems) if i != self.champion]
        self.wins, self.n, self.place, self.heard = Counter(), Counter(), 0, 0

    def ask(self, question, open_):  # noqa: ARG002
        if not self.rivals:
            return None
        rival = self.rivals[self.place]
        self.place = (self.place + 1) % len(self.rivals)
        return self.champion, rival

    def tell(self, i, j, outcome, question):
        if self.champion not in (i, j):
            return
        rival, outcome = (j, outcome) if i == self.champion else (i, 1 - outcome)
        self.n[rival] += 1
        self.wins[rival] += outcome
        if rival not in self.rivals:
            return
        self.heard += 1
        if self.heard < len(self.rivals):
            return
        self.heard, before = 0, len(self.rivals)
        share = {b: self.wins[b] / self.n[b] if self.n[b] else 0.5 for b in self.rivals}
        clear = {b: abs(share[b] - 0.5) * math.sqrt(self.n[b] / self.radius) > 1 for b in self.rivals}
        winner = Chance(self.run, question, 4).one_of([b for b in self.rivals if clear[b] and share[b] < 0.5])
        self.rivals = [b for b in self.rivals if not (clear[b] and share[b] > 0.5)]
        if winner is not None:
            self.rivals = [b for b in self.rivals if b != winner and not (self.prune and share[b] > 0.5)]
            self.champion, self.wins, self.n = winner, Counter(), Counter()
        if len(self.rivals) < before:
            self.place = 0

    def recommend(self, told):  # noqa: ARG002
        return self.champion


class BeatTheMean:
    """With the list of all comparisons kept, and gone through anew every time."""

    def __init__(self, systems, parameters, run):
        self.k, self.parameters, self.run = systems, parameters, run
        self.left, self.asked, self.told = list(range(systems)), [], []

    def ask(self, question, open_):  # noqa: ARG002
        if len(self.left) == 1:
            return None
        chance = Chance(self.run, question, 0)
        counts = {b: -sum(first == b for first, _ in self.asked) for b in self.left}
        first = chance.most(self.left, counts)
        second = [b for b in self.left if b != first][chance.below(len(self.left) - 1)]
        self.asked.append((first, second))
        return first, second

    def tell(self, i, j, outcome, question):
        if len(self.left) == 1 or i not in self.left or j not in self.left:
            return
        self.told.append((i, j, outcome))
        n, share = self.shares()
        if min(n.values()) == 0:
            return
        delta = 1 / (2 * self.parameters[0] * self.k)
        radius = 3 * self.parameters[1] ** 2 * math.sqrt(math.log(1 / delta) / min(n.values()))
        worst = min(share.values())
        if worst + radius <= max(share.values()) - radius:
            gone = Chance(self.run, question, 4).one_of([b for b in self.left if share[b] == worst])
            self.left.remove(gone)
            self.told = [entry for entry in self.told if gone not in entry[:2]]
            self.asked = [entry for entry in self.asked if gone not in entry]

    def shares(self):
        n = {b: sum(first == b for first, _, _ in self.told) for b in self.left}
        wins = {b: sum(outcome for first, _, outcome in self.told if first == b) for b in self.left}
        return n, {b: wins[b] / n[b] if n[b] else 0.5 for b in self.left}

    def recommend(self, told):
        _, share = self.shares()
        best = [b for b in self.left if share[b] == max(share.values())]
        return Chance(self.run, told, 1).one_of(best)


class PlackettLuce:
    """Quicksort as everybody writes it, one partition a generator step."""

    def __init__(self, systems, parameters, run):
        self.k, self.parameters, self.run = systems, parameters, run
        self.left, self.before, self.winner, self.sorts = list(range(systems)), Counter(), None, 0
        self.chance = Chance(run, 0, 3)
        self.steps = self.pseudo_code()
        self.pivot, self.items = next(self.steps)
        self.verdict = {}

    def pseudo_code(self):
        epsilon = self.parameters[0]
        while self.winner is None:
            buckets = yield from self.sort(self.left)
            self.sorts += 1
            for place, bucket in enumerate(buckets):
                for behind in buckets[place + 1 :]:
                    self.before.update((i, j) for i in bucket for j in behind)
            self.left = [i for bucket in buckets for i in bucket]
            for i in reversed(self.left.copy()):
                if any(self.bound(j, i) > 0.5 for j in self.left if j != i):
                    self.left.remove(i)
            sure = [i for i in self.left if all(self.bound(i, j) > 0.5 - epsilon for j in self.left if j != i)]
            self.winner = self.chance.one_of(sure)

    def sort(self, part):
        if len(part) < 2:
            return [[i] for i in part]
        place = self.chance.below(len(part))
        pivot, items = part[place], part[:place] + part[place + 1 :]
        verdict = yield pivot, items
        first = [i for i in items if verdict[i]]
        last = [i for i in items if not verdict[i]]
        if self.parameters[2] == 0.0:
            return [bucket for bucket in (first, [pivot], last) if bucket]
        return [*(yield from self.sort(first)), [pivot], *(yield from self.sort(last))]

    def bound(self, i, j):
        n = self.before[i, j] + self.before[j, i]
        if n == 0:
            return 0.0
        return self.before[i, j] / n - math.sqrt(math.log(4 * self.k**2 * n**2 / self.parameters[1]) / (2 * n))

    def ask(self, question, open_):  # noqa: ARG002
        if self.winner is not None:
            return None
        return self.pivot, min((i for i in self.items if i not in self.verdict), key=lambda i: open_[self.pivot, i])

    def tell(self, i, j, outcome, question):
        if self.winner is not None or self.pivot not in (i, j):
            return
        item, outcome = (j, outcome) if i == self.pivot else (i, 1 - outcome)
        chance = Chance(self.run, question, 4)
        if outcome == 0.5:
            outcome = chance.uniform()
        if item in self.items and item not in self.verdict:
            self.verdict[item] = outcome <= 0.5
        if len(self.verdict) == len(self.items):
            self.chance = chance
            try:
                self.pivot, self.items = self.steps.send(self.verdict)
                self.verdict = {}
            except StopIteration:
                assert self.winner is not None

    def recommend(self, told):  # noqa: ARG002
        if self.winner is not None or self.sorts == 0:
            return self.winner
        ahead = {i: sum(self.before[i, j] > self.before[j, i] for j in range(self.k)) for i in self.left}
        best = [i for i in self.left if ahead[i] == max(ahead.values())]
        return best[0] if len(best) == 1 else None


# Parameters that let a run come to its end within some hundred comparisons; no guarantee is left.
TWINS = {
    "if": (InterleavedFiltering, [(0.26, 1.0), (0.26, 0.0)]),
    "btm": (BeatTheMean, [(2.0, 0.4), (2.0, 0.6)]),
    "seq-elim": (SequentialElimination, [(0.0, 0.3, 0.1), (0.05, 0.2, 0.05)]),
    "pl": (PlackettLuce, [(0.2, 0.5, 1.0), (0.2, 0.5, 0.0)]),
    "knockout": (Knockout, [(0.6, 0.2, 0.6), (0.8, 0.1, 1.0)]),
    "single-elim": (SingleElimination, [(1.0,), (12.0,)]),
}
POLICIES = {name: duel_policy(name) for name in TWINS}
CASES = {
    name: (POLICIES[name], twin, [POLICIES[name].parameters._make(values) for values in variants])
    for name, (twin, variants) in TWINS.items()
}
EASY = {  # otherwise the usual parameters
    name: POLICIES[name].parameters._make(values)
    for name, values in {"if": (1e5, 1.0), "btm": (1e5, 0.7), "knockout": (0.2, 0.01, 1.0)}.items()
}


def pool_of(systems, margin, ties, seed):
    """Judgments under a total order 0 > 1 > …: the better wins by `margin` on average, `ties` of a hundred are ties."""
    pool = np.zeros((systems, systems, 3), dtype=np.int64)
    rng = np.random.default_rng(seed)
    for i in range(systems):
        for j in range(i + 1, systems):
            lead = round(100 * margin * (1 + rng.random() * 0.4 if margin else 0))
            wins = (100 - ties) // 2 + lead
            pool[i, j] = wins, ties, 100 - ties - wins
            pool[j, i] = pool[i, j][::-1]
    return pool


def steps_of(policy, parameters, pool, run, horizon, delay):  # noqa: PLR0917
    """Step ask and tell by hand, as the simulator's loop does; yields after every event what happened."""
    k = len(pool)
    state = policy.new_state(np.ones((k, k)))
    policy.begin(state, parameters, SEED, run)
    waiting, asked, told, is_done = deque(), 0, 0, False
    while told < horizon:
        while not is_done and asked < horizon and asked - told <= delay:
            before = state.open.copy()
            i, j = policy.ask(state, parameters, SEED, run, asked + 1)
            yield "ask", state, asked + 1, (int(i), int(j)), before
            is_done = i < 0
            if not is_done:
                outcome = draw_outcome(pool, i, j, True, np.uint64(seed_rng(SEED, run, asked + 1, 2)))
                waiting.append((int(i), int(j), float(outcome)))
                state.open[i, j] += 1
                state.open[j, i] += 1
                asked += 1
        if not waiting:
            return
        i, j, outcome = waiting.popleft()
        state.open[i, j] -= 1
        state.open[j, i] -= 1
        told += 1
        policy.tell(state, parameters, i, j, outcome, SEED, run, told)
        yield "tell", state, told, (i, j), outcome


@pytest.mark.parametrize("delay", [0, 3])
@pytest.mark.parametrize("name", CASES)
def test_each_step_is_the_twins(name, delay):
    policy, twin_class, variants = CASES[name]
    is_done = 0
    for run, systems in enumerate([2, 3, 4, 5, 6, 7, 7]):
        for variant, parameters in enumerate(variants):
            pool = pool_of(systems, margin=(0.25, 0.1, 0.0)[run % 3], ties=(0, 30)[run % 2], seed=run)
            number = 10 * run + variant
            twin = twin_class(systems, parameters, number)
            for kind, state, question, pair, detail in steps_of(policy, parameters, pool, number, 800, delay):
                if kind == "ask":
                    assert pair == (twin.ask(question, detail) or (-1, -1)), (systems, question)
                    is_done += pair[0] < 0
                else:
                    twin.tell(*pair, detail, question)
                    advised = twin.recommend(question)
                    if advised is not None:
                        assert policy.recommend(state, parameters, SEED, number) == advised
    assert is_done >= 3  # some of the runs come to their end


@pytest.mark.parametrize("name", CASES)
def test_easy_winners_are_found_in_every_run(name):
    policy = POLICIES[name]
    parameters = EASY.get(name, policy.parameters)
    order = np.random.default_rng(0).permutation(5)
    pool = pool_of(5, margin=0.2, ties=10, seed=1)[np.ix_(order, order)]
    best = int(np.flatnonzero(order == 0)[0])
    for run in range(50):
        told, end, last, _, _ = played(policy, parameters, pool, run, horizon=200_000)
        assert (end, last) == (1, best), (run, told)


@pytest.mark.parametrize("name", CASES)
def test_two_systems_and_nothing_but_ties_do_not_hang(name):
    policy = POLICIES[name]
    told, end, last, _, _ = played(policy, EASY.get(name, policy.parameters), pool_of(2, 0.3, 0, seed=2), 1, 100_000)
    assert (end, last) == (1, 0)
    ties = np.zeros((4, 4, 3), dtype=np.int64)
    ties[:, :, 1] = 1 - np.eye(4, dtype=np.int64)
    told, end, last, _, _ = played(policy, policy.parameters, ties, 1, 20_000)
    assert end == 1 or told == 20_000
    assert 0 <= last < 4


@pytest.mark.parametrize("delay", [0, 3])
@pytest.mark.parametrize("name", CASES)
def test_the_loop_is_the_same_as_stepping_by_hand(name, delay):
    policy, _, variants = CASES[name]
    pool = pool_of(5, 0.1, 20, seed=3)
    first = played(policy, variants[0], pool, 4, 300, delay)
    again = played(policy, variants[0], pool, 4, 300, delay)
    pairs, advised = [], []
    for kind, state, _, pair, _ in steps_of(policy, variants[0], pool, 4, 300, delay):
        if kind == "ask" and pair[0] >= 0:
            pairs.append(pair)
        if kind == "tell":
            advised.append(policy.recommend(state, variants[0], SEED, 4))
    assert all(np.array_equal(a, b) for a, b in zip(first, again, strict=True))
    assert [tuple(pair) for pair in first[4][: len(pairs)]] == pairs
    assert first[3][: len(advised)].tolist() == advised
    assert first[2] == advised[-1]
    other = played(policy, variants[0], pool, 5, 300, delay)
    assert not np.array_equal(first[4], other[4])


def test_beat_the_mean_counts_swapped_sides_for_the_one_it_asked_for():
    beat_the_mean = POLICIES["btm"]
    parameters, pool = beat_the_mean.parameters._make((2.0, 0.6)), pool_of(4, 0.2, 0, seed=4)
    state = beat_the_mean.new_state(np.ones((4, 4)))
    beat_the_mean.begin(state, parameters, SEED, 0)
    for kind, other, question, (i, j), outcome in steps_of(beat_the_mean, parameters, pool, 0, 60, 0):
        if kind == "ask":
            beat_the_mean.ask(state, parameters, SEED, 0, question)
        else:
            beat_the_mean.tell(state, parameters, j, i, 1 - outcome, SEED, 0, question)
            assert all(np.array_equal(one, two) for one, two in zip(state.memory, other.memory, strict=True))


def test_single_elimination_takes_m_comparisons_for_each_system_but_one():
    single_elimination = POLICIES["single-elim"]
    twenty = single_elimination.parameters._make((20.0,))
    for systems, after in pairwise([2, 5, 7, 12, 13]):
        told, end, _, _, _ = played(single_elimination, twenty, pool_of(after, 0.1, 10, seed=systems), 0, 10_000)
        assert (told, end) == (20 * (after - 1), 1)


def played(policy, parameters, pool, run, horizon, delay=0):  # noqa: PLR0917
    """How many, why it ended, the answer, the answers on the way, the pairs."""
    k = len(pool)
    state = policy.new_state(np.ones((k, k)))
    checkpoints = np.arange(1, min(horizon, 300) + 1)
    recommended, trace = np.empty(len(checkpoints), dtype=np.int64), np.zeros((300, 2), dtype=np.int64)
    told, end, last = policy.play(
        state, parameters, pool.copy(), True, SEED, run, horizon, delay, checkpoints, recommended, trace
    )
    return told, end, last, recommended, trace
