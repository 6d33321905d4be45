"""A duel policy as a value: its name and revision, what it takes and uses, and its compiled functions."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from quorate.errors import InputError
from quorate.policies.duels.machine.loops import compile_loops
from quorate.policies.duels.machine.state import Parameters, State, new_state


class Known(NamedTuple):
    """What is known of k systems before the first question.

    Attributes:
        sizes: System × system: how many questions each pair has.
        shares: System × system: share of the common items whose outputs differ; `None` where all do.
        turns: What a metric answers in the place of people, where one does.
    """

    sizes: NDArray[np.int64]
    shares: NDArray[np.float64] | None
    turns: "MetricTurns | None" = None


class MetricTurns(NamedTuple):
    """What a metric answers in the place of people: with items drawn evenly this is all there is to know of it.

    Attributes:
        share: System × system: how likely it is the metric's turn when a policy asks about a pair.
        answers: System × system × (win, tie, loss): its answers, one of which is drawn then; the mirror of each other.
        kept: Which systems the policy plays with; the others are eliminated.
    """

    share: NDArray[np.float64]
    answers: NDArray[np.int64]
    kept: NDArray[np.bool_]


class Bets(NamedTuple):
    """What a policy that bets does beside `ask` and `tell`; all take state, parameters and the two systems.

    Attributes:
        stake: A question is asked: quotes of the bets against either system.
        settle: Its answer comes: an outcome and the quotes.
        lose: It is given up.
        cancel: It was never shown and never will be: the quotes.
        find: An answer comes after it was given up; `settle` follows. Takes no parameters.
    """

    stake: Callable[..., Any]
    settle: Callable[..., Any]
    lose: Callable[..., Any]
    cancel: Callable[..., Any]
    find: Callable[..., Any]


@dataclass(frozen=True, kw_only=True, eq=False)  # there is one of each: the same is equal
class DuelPolicy:
    """A policy about pairs.

    Attributes:
        name: What designs, tables and signatures call it.
        revision: One more whenever it decides differently from the same history; recorded with every question.
        home: Name of the module it is written in, as `POLICY`.
        parameters: Names and usual values.
        limits: Which of them a design can set, and between what they lie. What a certificate rests on is none of them:
            it comes from the design's level and claim.
        memory: What it keeps beside the counts, from what is known before the first question.
        begin: `(state, parameters, seed, run)`: prepare an empty state.
        ask: `(state, parameters, seed, run, question)`: the next pair, `PASS` or `WAIT`; moves the state on.
        tell: `(state, parameters, i, j, outcome, seed, run, question)`: take in that i won (1), tied (½) or lost (0).
        recommend: `(state, parameters, seed, run)`: the system it takes for the best.
        recommends: How it recommends, in words.
        bets: Its bets, where it quotes any when it asks.
        is_for_pools: Whether it draws from finite pools, so that it must know how many judgments each pair has.
        finds: What it is after.
        at_error: Its parameters for an error it promises; its usual ones where it promises none.
        play: One run against a pool of counts (`machine.loops`).
        play_rows: One run against a pool of rows, which fills `State.beside`; the same outcomes for the same counts.
        proceed: The same from where a state stands.
        follow: Take in what happened in a served study.
    """

    name: str
    revision: int = 1
    home: str
    parameters: Parameters
    limits: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    memory: Callable[[Known], Any]
    begin: Callable[..., Any]
    ask: Callable[..., Any]
    tell: Callable[..., Any]
    recommend: Callable[..., Any]
    recommends: str
    bets: Bets | None = None
    is_for_pools: bool = False
    finds: Literal["winner", "order"] = "winner"
    at_error: Callable[[float], Parameters] | None = None
    play: Callable[..., Any] = field(init=False, repr=False)
    play_rows: Callable[..., Any] = field(init=False, repr=False)
    proceed: Callable[..., Any] = field(init=False, repr=False)
    follow: Callable[..., Any] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        for name, loop in self.compile().items():
            object.__setattr__(self, name, loop)

    def compile(self) -> dict[str, Callable[..., Any]]:
        """Its loops by their names."""
        functions = {name: getattr(self, name) for name in ("begin", "ask", "tell", "recommend")}
        bets = self.bets._asdict() if self.bets else {}
        return compile_loops(self.home, {**functions, **bets})

    def __reduce__(self) -> tuple[Callable[..., "DuelPolicy"], tuple[Any, ...]]:
        return policy_of_module, (self.home,)  # other processes bring in its module

    def parameters_with(self, values: Mapping[str, float]) -> Parameters:
        """Its usual parameters but for these.

        Raises:
            InputError: One has another name, or lies beyond its limits.
        """
        for name, value in values.items():
            if name not in self.limits:
                known = f"Known: {', '.join(self.limits)}." if self.limits else "It has none that a design can set."
                raise InputError(f"The policy {self.name!r} has no parameter {name!r} to set. {known}")
            low, high = self.limits[name]
            if not low <= value <= high:
                problem = f"lies from {low:g} to {high:g}, not {value:g}"
                raise InputError(f"The parameter {name!r} of the policy {self.name!r} {problem}.")
        return self.changed(**values)

    def changed(self, **values: float) -> Parameters:
        """Its usual parameters but for these, whatever their limits."""
        usual: Any = self.parameters
        changed: Parameters = usual._replace(**values) if values else usual
        return changed

    def parameters_at(self, error: float) -> Parameters:
        """Its parameters where so large a share of wrong answers is allowed."""
        return self.at_error(error) if self.at_error else self.parameters

    def new_state(
        self, sizes: ArrayLike, shares: ArrayLike | None = None, turns: MetricTurns | None = None
    ) -> State[Any]:
        """An empty state in which the policy finds what it uses.

        Args:
            sizes: System × system: how many questions each pair has.
            shares: System × system: share of the common items whose outputs differ; all of them where it is `None`.
            turns: What a metric answers, for policies that let one.
        """
        known = Known(np.asarray(sizes), None if shares is None else np.asarray(shares), turns)
        return new_state(len(known.sizes), self.memory(known))


def policy_of_module(home: str) -> DuelPolicy:
    """The policy that is written in a module."""
    policy: DuelPolicy = import_module(home).POLICY
    return policy
