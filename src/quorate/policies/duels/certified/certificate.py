"""The default policy in a served study, and what it claims."""

import math
from dataclasses import replace
from importlib import import_module
from typing import Any

import numpy as np

from quorate.errors import InputError
from quorate.estimators.estimate import Certificate
from quorate.policies.duels.certified import pool, ranking, rivals, winner
from quorate.policies.duels.certified.closeness import are_even, differing_shares, loses_to_nobody
from quorate.policies.duels.certified.ranking import above
from quorate.policies.duels.machine.state import Parameters, State
from quorate.policies.duels.served import ServedPolicy
from quorate.records.claims import Claim
from quorate.records.design import Design
from quorate.records.history import History
from quorate.records.material import MaterialIndex
from quorate.wording.claims import (
    NOTHING_YET,
    VOID_WORDS,
    WHERE,
    beats_all,
    brief_of,
    if_any,
    near_best,
    unanswered_words,
    whose_words,
)
from quorate.wording.phrases import counted, listed

EVEN = 0.005  # systems this close in win rate are called even where the design has no margin
FEW_UNANSWERED = 50  # where more than one question in so many has no answer, the headline says so


class CertifiedPolicy(ServedPolicy):
    """Finds the winner, the top systems or the ranking, says when it is done, and words what it claims.

    A study of the winner ends when one system loses to nobody by more than the margin, or beats every other, as its
    design has it. Where that allows no more than *best if there is a winner* (studies defined before, and the scope
    `judgments`) it is also done where the difference does not matter: one system loses to nobody by more than the
    design's margin, or all that may still be best are even.

    Args:
        design: Target, scope, level and whether ties at the top are ruled out.
    """

    def __init__(self, design: Design) -> None:
        if design.target != "winner" and design.scope == "judgments":
            raise InputError("The scope 'judgments' certifies a winner; for the top or the ranking choose 'items'.")
        error = round(1 - design.level, 12)
        pool_or_winner = pool if design.scope == "judgments" else winner
        parameters: Parameters = pool_or_winner.Parameters(error=error if design.strict else error / 2)
        policy, by_arrival = pool_or_winner.POLICY, float(design.evidence == "arrived")
        if design.claim != Claim.IF_ANY:
            sides = 1 if design.strict else 2  # of two systems both may be claimed falsely only where they are equal
            margin = design.margin if design.claim == Claim.NEAR_BEST else 0.0
            policy = rivals.POLICY
            parameters = rivals.Parameters(error=error, margin=margin, enough=math.log(sides / error), order=by_arrival)
        if design.target != "winner":
            top = float(design.top) if design.target == "top" else 0.0
            policy, parameters = ranking.POLICY, ranking.Parameters(error=error, top=top, as_it_arrives=by_arrival)
        super().__init__(policy, parameters)
        self._module: Any = import_module(policy.home)
        self.name = "certified"
        self._error = error
        self.certifies = True

    def claim(self, design: Design, index: MaterialIndex, history: History) -> Certificate:
        """What holds now."""
        names = index.systems[: len(history.systems)]
        tail = f"error ≤ {100 * self._error:.3g} % at every look; {counted(history.assignments.judged, 'judgment')}."
        if history.interventions:
            return self._certificate(Claim.VOID, names, design, VOID_WORDS)
        if not history.assignments.judged:
            return self._certificate(Claim.NONE, names, design, NOTHING_YET)
        if design.target != "winner":
            return self._claim_order(design, index, history, tail)
        if design.claim != Claim.IF_ANY:
            return self._claim_directly(design, index, history, tail)
        return self._claim_winner(design, index, history, tail)

    def _claim_directly(self, design: Design, index: MaterialIndex, history: History, tail: str) -> Certificate:
        """The claim the design asks for; until it holds, what is known on the way."""
        names = index.systems[: len(history.systems)]
        state = self.state_at(history, index)
        where, alike = WHERE[design.scope], f"if annotators are alike; {tail}"
        who = max(int(state.marks[rivals.CLAIMED]), int(state.marks[rivals.ASSUMED]))
        if who >= 0:
            name, others = names[who], [other for other in names if other != names[who]]
            said = near_best(name, design.margin) if design.claim == Claim.NEAR_BEST else beats_all(name, others)
            lost = int(rivals.matrices(state)[rivals.LOST, who].sum())
            assumed = unanswered_words(lost, certain=int(state.marks[rivals.CLAIMED]) == who)
            whose = "everybody weighing as much as they were asked"
            if design.frame == "open crowd":
                seen = (history["role"] == 0) & ~history.is_unseen
                often = np.bincount(history["annotator"][seen])
                whose = whose_words(often[often > 0].tolist())
            words = f"{where} {said}, {whose}; {assumed}{tail}"
            certificate = self._certificate(Claim(design.claim), (name,), design, words, names)
            asked = history.assignments.judged + lost
            if assumed and lost * FEW_UNANSWERED > asked:
                assuming = f"assuming that {lost:,} of {asked:,} questions nobody answered are like the others"
                brief = f"{certificate.brief}, {assuming}"
                certificate = replace(certificate, brief=brief)
            return certificate
        alive = tuple(names[i] for i in self._alive(state))
        if not alive:
            words = f"{where} no system beats all others: each is shown to lose to another, {alike}"
            certificate = self._certificate(Claim.NO_WINNER, names, design, words)
            return replace(certificate, brief=f"{certificate.brief}, if annotators are alike")
        leader = names[state.marks[rivals.WINNER]]
        if len(alive) == 1:
            open_still = f"So far: {if_any(alive[0])}, {alike}"
        else:
            open_still = f"Still possible as the best: {listed(alive)}, {alike}"
        words = f"Not certain yet. {leader} leads. {open_still}"
        return replace(self._certificate(Claim.NONE, alive, design, words), leader=leader)

    def _claim_winner(self, design: Design, index: MaterialIndex, history: History, tail: str) -> Certificate:
        names = index.systems[: len(history.systems)]
        state = self.state_at(history, index)
        alive = tuple(names[i] for i in self._alive(state))
        where = WHERE[design.scope]
        if len(alive) == 1 and self._module.is_settled(state):
            words = f"{where.rstrip(',')}, {if_any(alive[0])}; {tail}"
            return self._certificate(Claim.IF_ANY, alive, design, words)
        if not alive:
            words = f"{where} no system beats all others: each is shown to lose to another; {tail}"
            return self._certificate(Claim.NO_WINNER, names, design, words)
        if (close := self._claim_closeness(design, index, history)) is not None:
            return self._certificate(close.claim, close.subject, design, f"{close.words}; {tail}")
        leader = names[state.marks[self._module.WINNER]]
        open_still = f"Still possible as the best: {listed(alive)}"
        if len(alive) == 1:
            open_still = "Every other system is shown to lose to somebody; whether it does too is open"
        words = f"No winner yet. {leader} leads. {open_still}; {tail}"
        return replace(self._certificate(Claim.NONE, alive, design, words), leader=leader)

    def _alive(self, state: State) -> list[int]:
        return [int(i) for i in np.flatnonzero(state.marks[self._module.ALIVE :] == 1)]

    def _claim_closeness(self, design: Design, index: MaterialIndex, history: History) -> Certificate | None:
        """What holds about systems too close to matter; `None` where nothing does."""
        if design.target != "winner" or design.scope == "judgments" or history.corrections:
            return None
        names = index.systems[: len(history.systems)]
        state = self.state_at(history, index)
        shares = differing_shares(index, len(names))
        leader, alive = int(state.marks[self._module.WINNER]), self._alive(state)
        where, by = WHERE[design.scope], f"{100 * (design.margin or EVEN):g} points of win rate"
        if design.margin and loses_to_nobody(state, shares, leader, design.margin, self._error):
            words = f"{where} {near_best(names[leader], design.margin)}"
            return self._certificate(Claim.NEAR_BEST, (names[leader],), design, words)
        if len(alive) > 1 and are_even(state, shares, np.array(alive), design.margin or EVEN, self._error):
            even = tuple(names[i] for i in alive)
            words = f"{where} {listed(even)} are within {by} of each other, and every other system loses to somebody"
            return self._certificate(Claim.EVEN, even, design, words)
        return None

    def _claim_order(self, design: Design, index: MaterialIndex, history: History, tail: str) -> Certificate:
        names = index.systems[: len(history.systems)]
        order = above(self.state_at(history, index))
        where = WHERE[design.scope]
        if design.target == "ranking":
            ranked = sorted(range(len(names)), key=lambda i: order[:, i].sum())
            if order.sum() == len(names) * (len(names) - 1) // 2:
                said = " > ".join(names[i] for i in ranked)
                return self._certificate(Claim.RANKING, names, design, f"{where} the ranking is {said}; {tail}")
            known = int(order.sum())
            words = (
                f"The ranking is not fixed yet: {known} of {len(names) * (len(names) - 1) // 2} relations hold; {tail}"
            )
            return self._certificate(Claim.NONE, names, design, words)
        inside = [i for i in range(len(names)) if order[i].sum() >= len(names) - design.top]
        top = tuple(names[i] for i in inside)
        if len(top) == design.top:
            return self._certificate(Claim.TOP, top, design, f"{where} the top {design.top} are {listed(top)}; {tail}")
        possible = tuple(names[i] for i in range(len(names)) if order[:, i].sum() < design.top)
        words = f"The top {design.top} are not fixed yet. Still possible: {listed(possible)}; {tail}"
        return self._certificate(Claim.NONE, possible, design, words)

    def _certificate(
        self, claim: Claim, subject: tuple[str, ...], design: Design, words: str, names: tuple[str, ...] = ()
    ) -> Certificate:
        brief = brief_of(claim, subject, names or subject, margin=design.margin, scores=False)
        return Certificate(
            claim=claim, subject=subject, error=self._error, scope=design.scope, words=words, brief=brief
        )
