"""The default policy in a served study, and what it claims."""

import math
from dataclasses import replace
from typing import Any

import numpy as np

from quorate.errors import InputError
from quorate.policies.duels.certified import pool, ranking, rivals, winner
from quorate.policies.duels.certified.closeness import are_even, differing_shares, loses_to_nobody
from quorate.policies.duels.certified.ranking import above
from quorate.policies.duels.machine.state import Parameters, State
from quorate.policies.duels.served import ServedPolicy
from quorate.records.claims import Claim, Progress
from quorate.records.design import Design
from quorate.records.history import History
from quorate.records.material import MaterialIndex
from quorate.wording.certificates import Certificate

EVEN = 0.005  # systems this close in win rate are called even where the design has no margin


class CertifiedPolicy(ServedPolicy):
    """Finds the winner, the top systems or the ranking, says when it is done, and what it claims.

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
        engine = pool if design.scope == "judgments" else winner
        parameters: Parameters = engine.POLICY.changed(error=error if design.strict else error / 2)
        policy, by_arrival = engine.POLICY, float(design.evidence == "arrived")
        if design.claim != Claim.IF_ANY:
            sides = 1 if design.strict else 2  # of two systems both may be claimed falsely only where they are equal
            margin = design.margin if design.claim == Claim.NEAR_BEST else 0.0
            policy = rivals.POLICY
            parameters = rivals.POLICY.changed(
                error=error, margin=margin, enough=math.log(sides / error), order=by_arrival
            )
        if design.target != "winner":
            top = float(design.top) if design.target == "top" else 0.0
            policy, parameters = ranking.POLICY, ranking.POLICY.changed(error=error, top=top, as_it_arrives=by_arrival)
        super().__init__(policy, parameters)
        self._is_settled = engine.is_settled
        self.name = "certified"
        self._error = error
        self.certifies = True

    def claim(self, design: Design, index: MaterialIndex, history: History) -> Certificate:
        """What holds now."""
        names = index.systems[: len(history.systems)]
        if history.interventions:
            found = self._said(design, Claim.VOID, names)
        elif not history.assignments.judged:
            found = self._said(design, Claim.NONE, names, progress=Progress.NOTHING)
        elif design.target != "winner":
            found = self._claim_order(design, names, self.state_at(history, index))
        elif design.claim != Claim.IF_ANY:
            found = self._claim_directly(design, names, self.state_at(history, index), history)
        else:
            found = self._claim_winner(design, index, history)
        return replace(found, judgments=history.assignments.judged)

    def _claim_directly(
        self, design: Design, names: tuple[str, ...], state: State[Any], history: History
    ) -> Certificate:
        """The claim the design asks for; until it holds, what is known on the way."""
        who = max(int(state.memory.marks.claimed), int(state.memory.marks.assumed))
        if who >= 0:
            crowd: dict[str, Any] = {}
            if design.frame == "open crowd":
                often = np.bincount(history["annotator"][history.is_question & ~history.is_unseen])
                often = often[often > 0]
                crowd = {"people": len(often), "asked": (int(often.min()), int(often.max()))}
            return self._said(
                design,
                Claim(design.claim),
                (names[who],),
                others=tuple(other for other in names if other != names[who]),
                margin=design.margin,
                frame=design.frame,
                **crowd,
                unanswered=int(state.memory.lost[who].sum()),
                is_firm=int(state.memory.marks.claimed) == who,
            )
        alive = tuple(names[i] for i in self._alive(state))
        if not alive:
            return self._said(design, Claim.NO_WINNER, names, frame=design.frame)
        progress = Progress.LAST_IF_ALIKE if len(alive) == 1 else Progress.POSSIBLE_IF_ALIKE
        return self._said(design, Claim.NONE, alive, progress=progress, leader=names[state.memory.marks.winner])

    def _claim_winner(self, design: Design, index: MaterialIndex, history: History) -> Certificate:
        names = index.systems[: len(history.systems)]
        state = self.state_at(history, index)
        alive = tuple(names[i] for i in self._alive(state))
        if len(alive) == 1 and self._is_settled(state):
            return self._said(design, Claim.IF_ANY, alive)
        if not alive:
            return self._said(design, Claim.NO_WINNER, names)
        if (close := self._claim_closeness(design, index, history)) is not None:
            return close
        progress = Progress.LAST if len(alive) == 1 else Progress.POSSIBLE
        leader = names[state.memory.marks.winner]
        return self._said(design, Claim.NONE, alive, progress=progress, leader=leader)

    def _alive(self, state: State[Any]) -> list[int]:
        return [int(i) for i in np.flatnonzero(state.memory.alive == 1)]

    def _claim_closeness(self, design: Design, index: MaterialIndex, history: History) -> Certificate | None:
        """What holds about systems too close to matter; `None` where nothing does."""
        if design.target != "winner" or design.scope == "judgments" or history.corrections:
            return None
        names = index.systems[: len(history.systems)]
        state = self.state_at(history, index)
        shares = differing_shares(index, len(names))
        leader, alive = int(state.memory.marks.winner), self._alive(state)
        margin = design.margin or EVEN
        if design.margin and loses_to_nobody(state, shares, leader, margin, self._error):
            return self._said(design, Claim.NEAR_BEST, (names[leader],), margin=margin)
        if len(alive) > 1 and are_even(state, shares, np.array(alive), margin, self._error):
            return self._said(design, Claim.EVEN, tuple(names[i] for i in alive), margin=margin)
        return None

    def _claim_order(self, design: Design, names: tuple[str, ...], state: State[Any]) -> Certificate:
        order = above(state)
        if design.target == "ranking":
            known, relations = int(order.sum()), len(names) * (len(names) - 1) // 2
            if known == relations:
                best_first = sorted(range(len(names)), key=lambda i: order[:, i].sum())
                return self._said(design, Claim.RANKING, tuple(names[i] for i in best_first))
            amounts = {"known": known, "relations": relations}
            return self._said(design, Claim.NONE, names, progress=Progress.RANKING, amounts=amounts)
        top = tuple(name for i, name in enumerate(names) if order[i].sum() >= len(names) - design.top)
        if len(top) == design.top:
            return self._said(design, Claim.TOP, top)
        possible = tuple(name for i, name in enumerate(names) if order[:, i].sum() < design.top)
        return self._said(design, Claim.NONE, possible, progress=Progress.TOP, amounts={"top": design.top})

    def _said(self, design: Design, claim: Claim, subject: tuple[str, ...], **data: Any) -> Certificate:  # noqa: ANN401
        return Certificate(claim=claim, subject=subject, error=self._error, scope=design.scope, **data)
