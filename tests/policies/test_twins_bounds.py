"""Slow, obvious twins of the policies that work with confidence bounds or draws, and what all six must do."""

import math
from collections import deque
from functools import partial

import numpy as np
import pytest
from scipy import special, stats

from quorate.kernels.rng import draw, draw_beta, seed_rng
from quorate.policies.duels import duel_policy
from quorate.policies.duels.machine.state import PASS, copy_state
from quorate.policies.duels.published import draws as thompson

pytestmark = pytest.mark.slow

POLICIES = [duel_policy(name) for name in ("rucb", "rcs", "savage", "ccb", "dts", "dts++")]
relative_ucb, relative_confidence, savage, copeland_confidence, double_thompson, double_thompson_plus = POLICIES
LONGEST = 40.0


class Chance:
    """The same sequence of random numbers, one call at a time."""

    def __init__(self, seed, run, question):
        self.state = seed_rng(seed, run, question, 0)

    def uniform(self):
        self.state, u = draw(np.uint64(self.state))
        return u

    def below(self, n):
        return min(int(self.uniform() * n), n - 1)

    def beta(self, a, b):
        self.state, x = draw_beta(np.uint64(self.state), a, b)
        return x

    def largest(self, values):
        """Key of the largest value, in order, one of equals at random."""
        best, equals = None, 0
        for key, value in values.items():
            if best is None or value > values[best]:
                best, equals = key, 1
            elif value == values[best]:
                equals += 1
                if self.uniform() * equals < 1.0:
                    best = key
        return best


class Twin:
    """Counts and bounds; time is `t`, and `level` is α ln t or where time has jumped to."""

    def __init__(self, k, parameters):
        self.k, self.parameters = k, parameters
        self.wins, self.plays, self.open = np.zeros((k, k)), np.zeros((k, k)), np.zeros((k, k))
        self.t, self.level = 0, 0.0

    def tell(self, i, j, outcome):
        self.wins[i, j] += outcome
        self.wins[j, i] += 1.0 - outcome
        self.plays[i, j] += 1
        self.plays[j, i] += 1

    def others(self, i):
        return [j for j in range(self.k) if j != i]

    def step(self):
        self.t += 1
        self.stay()

    def stay(self):
        self.level = max(self.level, self.parameters[0] * math.log(self.t))

    def jump(self, level):
        self.t = max(self.t + 1, math.ceil(math.exp(level / self.parameters[0])))
        self.level = max(self.level, level, self.parameters[0] * math.log(self.t))

    def mean(self, i, j):
        return self.wins[i, j] / self.plays[i, j] if self.plays[i, j] else 0.5

    def margin(self, i, j):
        return (self.wins[i, j] - self.wins[j, i]) ** 2 / (4 * self.plays[i, j]) if self.plays[i, j] else 0.0

    def beats(self, i, j):
        """L_ij > ½, which is U_ji < ½."""
        return self.mean(i, j) > 0.5 and self.margin(i, j) > self.level

    def uncertain(self, i, j):
        return not self.beats(i, j) and not self.beats(j, i)

    def upper(self, i, j):
        n = self.plays[i, j] + self.open[i, j]
        return min(1.0, self.mean(i, j) + math.sqrt(self.level / n)) if n else 1.0

    def losses(self, i):
        return sum(self.beats(j, i) for j in self.others(i))

    def certain_wins(self, i):
        return sum(self.beats(i, j) for j in self.others(i))

    def next_level(self):
        return min(
            (self.margin(i, j) for i in range(self.k) for j in self.others(i) if self.beats(i, j)), default=math.inf
        )

    def losing(self, i, j):
        """P(θ_ij < ½)."""
        return special.betainc(self.wins[i, j] + 1, self.wins[j, i] + 1, 0.5)

    def log_keep(self, i):
        return sum(math.log1p(-self.losing(i, j)) for j in self.others(i))


class RelativeUcb(Twin):
    champion = None

    def ask(self, chance):
        self.step()
        for i in range(self.k):
            if self.certain_wins(i) == self.k - 1:
                level = min(self.margin(i, j) for j in self.others(i))
                if level > LONGEST * self.parameters[0]:
                    return PASS
                self.champion = i
                self.jump(level)
                break
        candidates = [i for i in range(self.k) if self.losses(i) == 0]
        if self.champion not in candidates:
            self.champion = None
        if not candidates:
            first = chance.below(self.k)
        elif len(candidates) == 1 or self.champion is None:
            first = candidates[chance.below(len(candidates))]
            if len(candidates) == 1:
                self.champion = first
        elif chance.uniform() < 0.5:
            first = self.champion
        else:
            candidates.remove(self.champion)
            first = candidates[chance.below(len(candidates))]
        return first, chance.largest({j: self.upper(j, first) for j in self.others(first)})


class RelativeConfidence(Twin):
    def __init__(self, k, parameters):
        super().__init__(k, parameters)
        self.chosen = [0] * k

    def ask(self, chance):
        while True:
            self.step()
            start, lost = 0, None
            alone = [i for i in range(self.k) if self.certain_wins(i) == self.k - 1]
            if alone:
                c = alone[0]
                level = min(self.margin(c, j) for j in self.others(c))
                end = math.exp(level / self.parameters[0])
                steps = math.log1p(-chance.uniform()) / self.log_keep(c)
                before = self.t
                if min(self.t + steps, end) > math.exp(LONGEST):
                    return PASS
                if self.t + int(steps) >= end:
                    self.jump(level)
                else:
                    self.t += int(steps)
                    self.stay()
                    start, lost = c, lost_draw(self, c, 1, chance)
                self.chosen[c] += self.t - before
            first = self.tournament(start, lost, chance)
            if first is None:
                first = chance.largest({i: -n for i, n in enumerate(self.chosen)})
            self.chosen[first] += 1
            if self.certain_wins(first) < self.k - 1:
                return first, chance.largest({j: self.upper(j, first) for j in self.others(first)})

    def tournament(self, start, lost, chance):
        """Walk through the systems; whoever holds the field at the end must lead everybody it has not met."""
        holder, met = start, {start: set()}
        for place, j in enumerate(self.others(start)):
            known = lost is not None and place <= lost
            loses = place == lost if known else chance.uniform() < self.losing(holder, j)
            met.setdefault(holder, set()).add(j)
            if loses:
                met[j] = {holder}
                holder = j
        for j in self.others(holder):
            if j not in met[holder] and chance.uniform() < self.losing(holder, j):
                return None
        return holder


def lost_draw(twin, c, times, chance):
    """The first draw that c loses, of `times` matrices, given that it loses one."""
    losing = [twin.losing(c, j) for j in twin.others(c)] * times
    target = chance.uniform() * -math.expm1(times * twin.log_keep(c))
    lost, kept = 0.0, 1.0
    for place, p in enumerate(losing):
        lost += kept * p
        if lost > target:
            return place
        kept *= 1.0 - p
    return len(losing) - 1


class Savage(Twin):
    def __init__(self, k, parameters):
        super().__init__(k, parameters)
        self.left, self.done = [(i, j) for i in range(k) for j in range(i + 1, k)], []
        self.decided = {}

    def tell(self, i, j, outcome):
        super().tell(i, j, outcome)
        delta, horizon = self.parameters
        n, pairs = self.plays[i, j], self.k * (self.k - 1) / 2
        eta = 2 * pairs * horizon / delta if horizon else math.pi**2 * pairs * n**2 / (3 * delta)
        if abs(self.mean(i, j) - 0.5) > math.sqrt(math.log(eta) / (2 * n)):
            self.decided.setdefault((min(i, j), max(i, j)), i if self.mean(i, j) > 0.5 else j)

    def matters(self, i, j):
        wins = [sum(w == s for w in self.decided.values()) for s in range(self.k)]
        possible = [self.k - 1 - sum(s in pair and w != s for pair, w in self.decided.items()) for s in range(self.k)]
        return (i, j) not in self.decided and max(possible[i], possible[j]) > max(wins)

    def ask(self, chance):
        while self.left or self.done:
            if not self.left:
                self.left, self.done = self.done, []
            place = chance.below(len(self.left))
            pair = self.left[place]
            self.left[place] = self.left[-1]
            self.left.pop()
            if self.matters(*pair):
                self.done.insert(0, pair)
                return pair
            self.done = self.done[-1:] + self.done[:-1]
        return PASS


class CopelandConfidence(Twin):
    def __init__(self, k, parameters):
        super().__init__(k, parameters)
        self.reset()

    def reset(self):
        self.likely, self.short, self.limit = set(range(self.k)), [set() for _ in range(self.k)], self.k

    def ask(self, chance):
        self.t += 1
        while True:
            self.stay()
            wins = [self.certain_wins(i) for i in range(self.k)]
            losses = [self.losses(i) for i in range(self.k)]
            self.update(wins, losses, chance)
            pairs = [(i, j) for i in range(self.k) for j in sorted(self.short[i]) if self.uncertain(i, j)]
            candidates = [i for i in range(self.k) if losses[i] == min(losses)]
            first, second = self.choose(pairs, candidates, chance)
            if first != second:
                return first, second
            if pairs or any(wins[i] + losses[i] < self.k - 1 for i in candidates):
                self.t += 1
                continue
            level = self.next_level()
            if level > LONGEST * self.parameters[0]:
                return PASS
            self.jump(level)

    def update(self, wins, losses, chance):
        if any(self.beats(i, j) for i in range(self.k) for j in self.short[i]):
            self.reset()
        for i in sorted(self.likely):
            if self.k - 1 - losses[i] < max(wins):
                self.likely.remove(i)
                if len(self.short[i]) != self.limit + 1:
                    self.short[i] = {j for j in range(self.k) if self.beats(j, i)}
        if not self.likely:
            self.reset()
        for i in range(self.k):
            if losses[i] == min(losses) and wins[i] + losses[i] == self.k - 1:
                self.likely.add(i)
                self.short[i] = set()
                self.limit = losses[i]
                for j in self.others(i):
                    self.cut(j, self.limit + 1, chance)

    def cut(self, j, length, chance):
        if len(self.short[j]) < length:
            self.short[j] = set()
        if len(self.short[j]) > length:
            kept, size = set(), len(self.short[j])
            for other in sorted(self.short[j]):
                if chance.uniform() * size < length - len(kept):
                    kept.add(other)
                size -= 1
            self.short[j] = kept

    def choose(self, pairs, candidates, chance):
        if chance.uniform() < 0.25 and pairs:
            return pairs[chance.below(len(pairs))]
        both = [i for i in candidates if i in self.likely]
        if both and chance.uniform() < 2 / 3:
            candidates = both
        first = candidates[chance.below(len(candidates))]
        everybody = [j for j in self.others(first) if self.uncertain(first, j)]
        if chance.uniform() < 0.5:
            everybody = [j for j in everybody if j in self.short[first]] or everybody
        return first, chance.largest({j: self.upper(j, first) for j in everybody} or {first: 0.5})


class DoubleThompson(Twin):
    by_regret = False

    def ask(self, chance):
        alone = 0
        self.t += 1
        while True:
            lost, leader = -1, None
            for i in range(self.k):
                if all(self.mean(i, j) > 0.5 for j in self.others(i)):
                    leader = i
            if leader is not None:
                steps = math.log1p(-chance.uniform()) / (2 * self.log_keep(leader))
                if self.t + steps > math.exp(LONGEST):
                    return PASS
                self.t += int(steps)
                lost = lost_draw(self, leader, 2, chance)
            self.stay()
            first = leader if lost >= self.k - 1 else self.first(leader, lost, chance)
            second = self.second(first, lost - self.k + 1, chance)
            if first != second:
                return first, second
            alone += 1
            if alone % 256 > 0:
                self.t += 1
                continue
            level = self.next_level()
            if level > LONGEST * self.parameters[0]:
                return PASS
            self.jump(level)

    def first(self, leader, lost, chance):
        losses = [self.losses(i) for i in range(self.k)]
        candidates = [i for i in range(self.k) if losses[i] == min(losses)]
        known = {}
        if leader is not None:
            known = {frozenset((leader, j)): leader for j in self.others(leader)[:lost]}
            known[frozenset((leader, self.others(leader)[lost]))] = self.others(leader)[lost]
        winner = {}
        pairs = [(i, j) for i in range(self.k) for j in range(i + 1, self.k)]
        for i, j in pairs:
            if i in candidates or j in candidates:
                winner[i, j] = known.get(frozenset((i, j)))
                if winner[i, j] is None:
                    winner[i, j] = j if chance.uniform() < self.losing(i, j) else i
        score = {i: list(winner.values()).count(i) for i in candidates}
        first = chance.largest(score)
        tied = [i for i in candidates if score[i] == score[first]]
        if not self.by_regret or len(tied) == 1:
            return first
        for i, j in pairs:
            if i not in candidates and j not in candidates:
                winner[i, j] = j if chance.uniform() < self.losing(i, j) else i
        return chance.largest(self.regret(winner, tied, chance))

    def regret(self, winner, tied, chance):
        """Minus what comparing each of the tied systems with all others costs in this draw."""
        scores = [list(winner.values()).count(i) for i in range(self.k)]
        regret = dict.fromkeys(tied, 0.0)
        for i in range(self.k):
            for j in range(i + 1, self.k):
                gap = max(scores) - (scores[i] + scores[j]) / 2
                if gap and (i in tied or j in tied):
                    p = self.value(winner[i, j], i + j - winner[i, j], chance)
                    cost = gap / (p * math.log(2 * p) + (1 - p) * math.log(2 * (1 - p)))
                    for tie in {i, j} & set(tied):
                        regret[tie] -= cost
        return regret

    def second(self, first, lost, chance):
        leads = []
        for place, j in enumerate(self.others(first)):
            if place >= lost and not self.beats(j, first):
                u = chance.uniform()
                if place == lost or u < self.losing(first, j):
                    leads.append(j)
        if len(leads) < 2:
            return leads[0] if leads else first
        return chance.largest({j: self.value(j, first, chance) for j in leads})

    def value(self, winner, loser, chance):
        """The entry of the winner against the loser, given that it is above ½."""
        a, b = self.wins[loser, winner] + 1, self.wins[winner, loser] + 1
        if self.losing(loser, winner) <= 0.1:
            state, below = thompson._far_below_half(a, b, np.uint64(chance.state))
            chance.state = state
            return 1 - below
        while (below := chance.beta(a, b)) > 0.5:
            pass
        return 1 - below


class DoubleThompsonPlus(DoubleThompson):
    by_regret = True


TWINS = dict(
    zip(
        POLICIES,
        [RelativeUcb, RelativeConfidence, Savage, CopelandConfidence, DoubleThompson, DoubleThompsonPlus],
        strict=True,
    )
)


def order(k, p, ties=0.0):
    """Win, tie and loss probabilities of a total order in which the better wins with probability p of the rest."""
    better = np.triu(np.ones((k, k)), 1)
    win = (1 - ties) * (better * p + better.T * (1 - p))
    return np.stack([win, np.full((k, k), ties), win.T], axis=2)


def strengths(k, spread, ties):
    s = np.linspace(spread, -spread, k)
    win = (1 - ties) / (1 + np.exp(s[None] - s[:, None]))
    return np.stack([win, np.full((k, k), ties), win.T], axis=2)


def cycle(k, p):
    """Each beats the next; the others are even."""
    matrix = order(k, 0.5)
    for i in range(k):
        j = (i + 1) % k
        matrix[i, j], matrix[j, i] = (p, 0, 1 - p), (1 - p, 0, p)
    return matrix


MATRICES = {
    "two": order(2, 0.7),
    "two, far apart": order(2, 0.95),
    "cycle of three": cycle(3, 0.7),
    "only ties": order(4, 0.5, ties=1.0),
    "order of four, far apart": order(4, 0.9, ties=0.1),
    "order of five": order(5, 0.7),
    "strengths of six": strengths(6, 0.8, 0.3),
    "strengths of seven": strengths(7, 1.5, 0.1),
}


def play_both(policy, matrix, steps, delay, seed):
    """Step compiled policy and twin through the same judgments; yields what each asks."""
    k = len(matrix)
    rng = np.random.default_rng(seed)
    state, twin = policy.new_state(np.ones((k, k))), TWINS[policy](k, policy.parameters)
    policy.begin(state, policy.parameters, seed, 0)
    waiting, asked, told = deque(), 0, 0
    while told < steps:
        while asked - told <= delay:
            pair = policy.ask(state, policy.parameters, seed, 0, asked + 1)
            yield pair, twin.ask(Chance(seed, 0, asked + 1))
            if pair == PASS:
                break
            i, j = pair
            for counts in (state.open, twin.open):
                counts[i, j] += 1
                counts[j, i] += 1
            waiting.append((i, j, rng.choice([1.0, 0.5, 0.0], p=matrix[i, j])))
            asked += 1
        if not waiting:
            return
        i, j, outcome = waiting.popleft()
        for counts in (state.open, twin.open):
            counts[i, j] -= 1
            counts[j, i] -= 1
        told += 1
        policy.tell(state, policy.parameters, i, j, outcome, seed, 0, told)
        twin.tell(i, j, outcome)


@pytest.mark.parametrize("delay", [0, 3])
@pytest.mark.parametrize("name", MATRICES)
@pytest.mark.parametrize("policy", POLICIES, ids=lambda policy: policy.name)
def test_asks_what_its_twin_asks(policy, name, delay):
    for question, (pair, expected) in enumerate(play_both(policy, MATRICES[name], 300, delay, seed=11 + delay), 1):
        assert pair == expected, f"question {question}"
        assert pair == PASS or pair[0] != pair[1]


def pool_of(matrix, size=10_000):
    return np.round(matrix * size).astype(np.int64)


def run(policy, pool, horizon, *, seed=5, number=0, delay=0, trace=0):
    k = len(pool)
    state, asked = policy.new_state(np.ones((k, k))), np.zeros((trace, 2), dtype=np.int64)
    none = np.empty(0, dtype=np.int64)
    told, end, winner = policy.play(
        state, policy.parameters, pool.copy(), True, seed, number, horizon, delay, none, none, asked
    )
    return told, end, winner, asked, state


@pytest.mark.parametrize("delay", [0, 3])
@pytest.mark.parametrize("policy", POLICIES, ids=lambda policy: policy.name)
def test_finds_the_condorcet_winner_of_an_easy_matrix(policy, delay):
    place = [3, 1, 4, 0, 2]
    matrix = order(5, 0.75, ties=0.2)[np.ix_(place, place)]
    winners = [run(policy, pool_of(matrix), 2000, number=number, delay=delay)[2] for number in range(50)]
    assert winners == [place.index(0)] * 50


@pytest.mark.parametrize("policy", POLICIES, ids=lambda policy: policy.name)
def test_two_systems_and_only_ties(policy):
    assert run(policy, pool_of(order(2, 0.8)), 500)[2] == 0
    told, end, *_ = run(policy, pool_of(order(6, 0.5, ties=1.0)), 2000)
    assert (told, end) == (2000, 0)


@pytest.mark.parametrize("policy", POLICIES, ids=lambda policy: policy.name)
def test_ends_or_goes_on_when_everything_is_clear(policy):
    for matrix in (order(5, 1.0), cycle(3, 1.0), cycle(5, 1.0)):
        told, end, *_ = run(policy, pool_of(matrix), 3000)
        assert end == 1 or told == 3000


@pytest.mark.parametrize("policy", POLICIES, ids=lambda policy: policy.name)
def test_same_seed_same_questions_another_seed_others(policy):
    pool = pool_of(strengths(6, 0.8, 0.3))
    first, again, other = (run(policy, pool, 400, seed=seed, trace=400) for seed in (1, 1, 2))
    np.testing.assert_array_equal(first[3], again[3])
    assert first[2] == again[2]
    assert (first[3] != other[3]).any()


@pytest.mark.parametrize("policy", POLICIES, ids=lambda policy: policy.name)
def test_the_loop_asks_what_stepping_by_hand_asks(policy):
    pool, k = pool_of(strengths(6, 0.8, 0.3)), 6
    _, _, winner, asked, played = run(policy, pool, 200, trace=200)
    state = policy.new_state(np.ones((k, k)))
    policy.begin(state, policy.parameters, 5, 0)
    for question in range(1, 201):
        i, j = policy.ask(state, policy.parameters, 5, 0, question)
        assert (i, j) == tuple(asked[question - 1])
        _, u = draw(np.uint64(seed_rng(5, 0, question, 2)))
        place = int(u * pool[i, j].sum())
        outcome = 1.0 - 0.5 * int(np.searchsorted(np.cumsum(pool[i, j]), place, side="right"))
        policy.tell(state, policy.parameters, i, j, outcome, 5, 0, question)
    for mine, theirs in zip(arrays_of(state), arrays_of(played), strict=True):
        np.testing.assert_array_equal(mine, theirs)
    assert policy.recommend(state, policy.parameters, 5, 0) == winner


def arrays_of(state):
    """The arrays of a state, those of its memory too."""
    return [array for part in state for array in (arrays_of(part) if isinstance(part, tuple) else [part])]


def literal_confidence(wins, t, alpha, chosen, rng):
    """Relative confidence sampling as published: whole matrices, one step at a time."""
    k = len(wins)
    plays = wins + wins.T
    while True:
        t += 1
        draws = np.triu(rng.beta(wins + 1, wins.T + 1), 1)
        leads = (draws > 0.5) | np.tril(draws.T < 0.5, -1)
        winners = np.flatnonzero(leads.sum(1) == k - 1)
        first = winners[0] if winners.size else rng.choice(np.flatnonzero(chosen == chosen.min()))
        chosen[first] += 1
        bound = wins[:, first] / np.maximum(plays[:, first], 1) + np.sqrt(
            alpha * math.log(t) / np.maximum(plays[:, first], 1)
        )
        bound = np.minimum(bound, 1.0)
        bound[first] = 0.5
        second = int(rng.choice(np.flatnonzero(bound == bound.max())))
        if second != first:
            return first, second


def literal_thompson(wins, t, alpha, by_regret, rng):
    """Double Thompson sampling as published: whole matrices, one step at a time."""
    k = len(wins)
    plays = np.maximum(wins + wins.T, 1)
    while True:
        t += 1
        radius = np.sqrt(alpha * math.log(t) / plays)
        mean = wins / plays
        np.fill_diagonal(mean, 0.5)
        possible = ((mean + radius >= 0.5) & ~np.eye(k, dtype=bool)).sum(1)
        draws = np.triu(rng.beta(wins + 1, wins.T + 1), 1)
        draws += np.tril(1 - draws.T, -1) + 0.5 * np.eye(k)
        score = (draws > 0.5).sum(1)
        candidates = np.flatnonzero(possible == possible.max())
        tied = candidates[score[candidates] == score[candidates].max()]
        first = rng.choice(tied)
        if by_regret and tied.size > 1:
            with np.errstate(divide="ignore", invalid="ignore"):
                kl = special.rel_entr(draws, 0.5) + special.rel_entr(1 - draws, 0.5)
                cost = (score.max() - (score[:, None] + score[None]) / 2) / kl
            np.fill_diagonal(cost, 0.0)
            first = tied[np.argmin(cost.sum(1)[tied])]
        column = rng.beta(wins[:, first] + 1, wins[first] + 1)
        column[first] = 0.5
        column[mean[:, first] - radius[:, first] > 0.5] = -1.0
        column[first] = 0.5
        second = int(np.argmax(column))
        if second != first:
            return first, second


WINS = {  # counts, and the time they were reached at
    "leader": (np.array([[0, 12, 13.5, 14], [7, 0, 9.5, 8], [5.5, 6.5, 0, 11], [5, 7, 8, 0]]), 40),
    "no leader": (np.array([[0, 12, 4, 8], [6, 0, 11.5, 9], [9, 5.5, 0, 12], [4, 5, 4, 0]]), 40),
    "certain winner": (np.array([[0, 12, 13, 12.5], [3, 0, 9.5, 8], [3, 6.5, 0, 11], [2.5, 7, 8, 0]]), 8),
}


@pytest.mark.parametrize("name", WINS)
@pytest.mark.parametrize("policy", [relative_confidence, double_thompson, double_thompson_plus], ids=lambda p: p.name)
def test_time_jumps_keep_the_distribution_of_the_next_question(policy, name):
    """Against the published steps on whole matrices; a correct policy fails with probability 1e-6."""
    (wins, t), runs = WINS[name], 800 if policy is relative_confidence else 500
    k = len(wins)
    state = policy.new_state(np.ones((k, k)))
    policy.begin(state, policy.parameters, 1, 0)
    question = 0
    for i in range(k):
        for j in range(i + 1, k):
            for outcome, times in ((1.0, int(wins[i, j])), (0.0, int(wins[j, i])), (0.5, int(2 * (wins[i, j] % 1)))):
                for _ in range(times):
                    question += 1
                    policy.tell(state, policy.parameters, i, j, outcome, 1, 0, question)
    np.testing.assert_array_equal(state.wins, wins)
    state.clock[0] = t
    literal = (
        (lambda rng: literal_confidence(wins, t, policy.parameters[0], np.zeros(k), rng))
        if policy is relative_confidence
        else partial(literal_thompson, wins, t, policy.parameters[0], policy is double_thompson_plus)
    )
    rng = np.random.default_rng(3)
    counts = np.zeros((2, k * k))
    for n in range(runs):
        i, j = policy.ask(copy_state(state), policy.parameters, 1, 0, 1000 + n)
        counts[0, i * k + j] += 1
        i, j = literal(rng)
        counts[1, i * k + j] += 1
    rare = counts.sum(0) < 20
    table = np.column_stack([counts[:, ~rare], counts[:, rare].sum(1)])
    table = table[:, table.sum(0) > 0]
    assert stats.chi2_contingency(table).pvalue > 1e-6


@pytest.mark.parametrize(("a", "b"), [(1.5, 1.0), (5.0, 1.0), (12.0, 6.5), (300.0, 200.5), (8000.0, 7700.5)])
def test_chance_and_value_below_one_half(a, b):
    expected = special.betainc(a, b, 0.5)
    assert thompson.below_half(a, b) == pytest.approx(expected, rel=1e-9)
    chance, values = seed_rng(1, 0, 0, 0), []
    for _ in range(2000):
        chance, value = thompson._far_below_half(a, b, np.uint64(chance))
        values.append(value)
    assert stats.kstest(values, lambda x: special.betainc(a, b, x) / expected).pvalue > 1e-6
