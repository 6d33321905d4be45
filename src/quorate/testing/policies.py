"""What every policy must do. Subclass `PolicyContract`, name a design, and pytest runs the checks.

    class TestUniform(PolicyContract):
        design = Design(policy="uniform")

Randomness is fixed by seeds. A frequency may differ from its probability by as much as a correct policy's would with a
probability of `ERROR`, so that a correct policy fails about never.
"""
# ruff: noqa: D102 - a check is named by the behaviour it checks

import copy
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise, permutations
from typing import Any, ClassVar

import numpy as np
import pytest
from scipy.stats import chi2, norm

from quorate.kernels.streams import Stream
from quorate.policies import Ask, Policy, Rest, policy_of
from quorate.policies.blocks import block_of
from quorate.questions import Family, kind_of
from quorate.records.design import Design
from quorate.records.events import Event, QuestionAsked
from quorate.records.history import History
from quorate.records.log import stretch_of
from quorate.records.material import Material, MaterialIndex, SystemOutputs
from quorate.stores.memory import MemoryStore
from quorate.study import Study, verify
from quorate.testing.material import make_material
from quorate.testing.walks import Clock, answer_of, walk

ERROR = 1e-7
DRAWS = 3000

_WANDER = [
    (what, one * 7 % 31, two)
    for two, (what, one) in enumerate(
        [("answer", n) for n in range(12)]
        + [("ask", n) for n in range(4)]
        + [("retract", 3), ("release", 14), ("wait", 4), ("ask", 1), ("tell", 15), ("exclude", 2), ("ask", 2)]
        + [("answer", n) for n in range(6)]
    )
]


def snapshot(history: History) -> dict[str, Any]:
    """Everything a history says, to see whether it changed."""
    assignments = history.assignments
    return {
        "position": history.position,
        "columns": {name: history[name].tobytes() for name in (*_asked_names(), *_state_names())},
        "excluded": dict(history.excluded),
        "paused": history.is_paused,
        "closed": history.closed,
        "systems": list(history.systems),
        "assignments": copy.deepcopy(
            {name: value for name, value in vars(assignments).items() if name not in ("_had", "_copies_of")}
        ),
        "had": {
            annotator: {pair: assignments.had(annotator, pair) for pair in assignments.had_counts(annotator)}
            for annotator in range(1, 9)
        },
    }


def _asked_names() -> tuple[str, ...]:
    return ("number", "annotator", "item", "first", "second", "copy_of", "pair_probability", "item_probability", "seen")


def _state_names() -> tuple[str, ...]:
    return ("values", "revision", "retractions", "released_position", "released_reason", "reopened_position")


def relabel(material: Material, order: tuple[int, ...]) -> Material:
    """The same material with its systems in another order."""
    return replace(material, systems=tuple(material.systems[number] for number in order))


def relabel_log(log: list[tuple[int, Event]], order: tuple[int, ...]) -> list[tuple[int, Event]]:
    """The same log about systems in another order."""
    place = {number: new for new, number in enumerate(order)}
    return [
        (
            position,
            replace(event, systems=tuple(place[system] for system in event.systems))
            if isinstance(event, QuestionAsked)
            else event,
        )
        for position, event in log
    ]


class PolicyContract:
    """The checks.

    Attributes:
        design: Names the policy and all it needs. Without a stopping rule: those have tests of their own.
        relabels: Whether renaming systems renames the probabilities; false where a policy depends on their order.
    """

    design: ClassVar[Design]
    relabels: ClassVar[bool] = True

    @pytest.fixture
    def policy(self) -> Policy:
        """The policy of the design."""
        return policy_of(self.design)

    @pytest.fixture
    def study(self) -> Study:
        """A study that has gone on for a while, with open, skipped, expired and retracted questions."""
        clock = Clock()
        material = make_material(systems=4, items=6, identical=0.2, missing=0.1)
        study = Study.define("study", material, design=self.design, store=MemoryStore(), clock=clock)
        walk(study, clock, _WANDER)
        return study

    def test_the_same_inputs_give_the_same_decision(self, study: Study, policy: Policy) -> None:
        again = policy_of(self.design)
        other = History()
        other.fold(study.store.read("study"))
        for annotator in range(1, 8):
            for question in range(50):
                stream = Stream(self.design.seed, 0, question)
                decision = policy.choose(self.design, study.index, study.history, annotator, stream)
                assert decision == policy.choose(self.design, study.index, study.history, annotator, stream)
                assert decision == again.choose(self.design, study.store.index("study"), other, annotator, stream)

    def test_choosing_changes_nothing(self, study: Study, policy: Policy) -> None:
        history = study.history
        before = snapshot(history)
        fingerprints = study.index.fingerprints.copy()
        for annotator in range(1, 8):
            for question in range(20):
                policy.choose(self.design, study.index, history, annotator, Stream(0, 0, question))
        assert snapshot(history) == before
        assert np.array_equal(study.index.fingerprints, fingerprints)

    def test_the_log_replays(self, study: Study) -> None:
        assert study.history.count > 15
        verification = verify(study)
        assert verification.holds, verification.problems
        assert verification.questions == study.history.count

    def test_questions_are_about_outputs_that_are_there_and_differ(self) -> None:
        for seed in range(4):
            study = self._define(seed=seed, identical=0.4, missing=0.3)
            for who, number in self._exhaust(study, annotators=2):
                systems = study.history.systems_of(number)
                item = study.history.cell("item", number)
                assert len(systems) == kind_of(self.design).arity
                assert set(systems) <= set(range(len(study.index.systems)))
                assert study.index.askable(systems)[item], (who, systems, item)

    def test_an_annotator_is_never_asked_the_same_twice_and_everything_once(self) -> None:
        study = self._define(seed=1, identical=0.3, missing=0.2)
        asked = Counter(
            (who, frozenset(study.history.systems_of(number)), study.history.cell("item", number))
            for who, number in self._exhaust(study, annotators=3)
        )
        assert set(asked.values()) == {1}
        counts = study.index.askable_counts
        total = np.triu(counts, 1).sum() if kind_of(self.design).family is Family.PAIR else np.trace(counts)
        assert len(asked) == 3 * total
        assert verify(study).holds

    def test_open_questions_of_others_do_not_disturb(self) -> None:
        study = self._define(seed=2)
        numbers = [study.ask(f"annotator {who}") for who in range(12)]
        assert all(numbers)
        assert study.history.assignments.open == 12
        for who in range(12):
            assert study.ask(f"annotator {who}") == numbers[who]
        assert verify(study).holds

    def test_an_annotator_can_hold_several(self) -> None:
        study = self._define(design=replace(self.design, ahead=5), seed=3)
        numbers: list[int] = []
        while not isinstance(question := study.ask("annotator", after=numbers[-1] if numbers else None), Rest):
            numbers.append(question.number)
        assert question.reason == "waiting"
        assert len(numbers) == 6
        asked = {(frozenset(study.history.systems_of(n)), study.history.cell("item", n)) for n in numbers}
        assert len(asked) == 6

    def test_frequencies_are_the_recorded_probabilities(self, policy: Policy) -> None:
        study = self._define(seed=5, identical=0.3, missing=0.2, items=5)
        for who in range(2):
            for _ in range(4):
                self._answer(study, f"annotator {who}")
        drawn: list[Ask] = []
        for annotator in (1, 2, 3):
            history = study.history
            if history.assignments.lacking(annotator) is not None or self._is_in_block(study, annotator):
                continue  # what comes next was drawn before, with the probabilities of then
            decisions = [
                policy.choose(self.design, study.index, history, annotator, Stream(17, 0, question))
                for question in range(DRAWS)
            ]
            asks = [decision for decision in decisions if isinstance(decision, Ask)]
            assert len(asks) == DRAWS
            self._check_frequencies(asks)
            drawn += asks
        assert drawn
        check_sides(drawn)

    def _is_in_block(self, study: Study, annotator: int) -> bool:
        return self.design.policy == "blocks" and block_of(study.index, study.history, annotator) is not None

    def _check_frequencies(self, asks: list[Ask]) -> None:
        pairs = [tuple(sorted(ask.systems)) for ask in asks]
        if all(ask.pair_probability is not None for ask in asks):
            check_frequencies(pairs, {pair: ask.pair_probability for pair, ask in zip(pairs, asks, strict=True)})
        for pair in set(pairs):
            mine = [ask for ask, other in zip(asks, pairs, strict=True) if other == pair]
            if all(ask.item_probability is not None for ask in mine):
                check_frequencies([ask.item for ask in mine], {ask.item: ask.item_probability for ask in mine})
            assert {ask.item_choices for ask in mine} == {len({ask.item for ask in mine})}
        is_known = all(ask.pair_probability is not None for ask in asks)
        for choices in {ask.pair_choices for ask in asks}:
            assert choices == len(set(pairs)) if is_known else choices >= len(set(pairs))

    def test_probabilities_are_above_the_floor(self, study: Study, policy: Policy) -> None:
        assert 0 <= policy.floor <= 1
        for annotator in range(1, 8):
            for question in range(100):
                ask = policy.choose(self.design, study.index, study.history, annotator, Stream(3, 0, question))
                if isinstance(ask, Rest) or ask.pair_probability is None or ask.item_probability is None:
                    continue
                share = ask.pair_probability * ask.pair_choices * ask.item_probability * ask.item_choices
                assert share >= policy.floor - 1e-9
                assert 0 < ask.side_probability <= 1

    def test_renaming_systems_renames_probabilities(self, study: Study, policy: Policy) -> None:
        if not self.relabels:
            pytest.skip("this policy depends on the order of systems")
        material = study.store.material("study")
        log = list(study.store.events("study"))
        annotator = 6
        plain = self._probabilities(policy, study.index, study.history, annotator)
        assert plain
        for order in list(permutations(range(4)))[5::7]:
            history = History()
            history.fold(stretch_of(relabel_log(log, order), 0))
            index = MaterialIndex.of(relabel(material, order))
            renamed = self._probabilities(policy, index, history, annotator)
            back = {
                (tuple(sorted(order[system] for system in pair)), item): numbers
                for (pair, item), numbers in renamed.items()
            }
            shared = plain.keys() & back.keys()
            assert shared
            for key in shared:
                assert plain[key] == pytest.approx(back[key], abs=1e-9)

    def _probabilities(
        self, policy: Policy, index: MaterialIndex, history: History, annotator: int
    ) -> dict[tuple[tuple[int, ...], int], tuple[float, float, float]]:
        found = {}
        for question in range(400):
            ask = policy.choose(self.design, index, history, annotator, Stream(9, 0, question))
            assert isinstance(ask, Ask)
            assert index.askable(ask.systems)[ask.item]
            numbers = (ask.pair_probability or 0.0, ask.item_probability or 0.0, ask.side_probability)
            found[tuple(sorted(ask.systems)), ask.item] = numbers
        return found

    def test_a_system_that_joins_is_asked_about(self) -> None:
        study = self._define(seed=6, identical=0.0, missing=0.0)
        for _ in range(5):
            self._answer(study, "annotator")
        items = len(study.index.items)
        new = study.owner.add_system(SystemOutputs(name="late", texts=tuple(f"neu {item}" for item in range(items))))
        for _ in range(40):
            self._answer(study, "annotator")
        assert new in set(study.history["first"].tolist()) | set(study.history["second"].tolist())
        assert verify(study).holds

    def test_the_stream_decides(self, policy: Policy) -> None:
        study = self._define(seed=7)
        decisions = [policy.choose(self.design, study.index, study.history, 1, Stream(0, 0, n)) for n in range(40)]
        assert any(one != other for one, other in pairwise(decisions))

    def _define(self, *, design: Design | None = None, seed: int, items: int = 6, **material: Any) -> Study:  # noqa: ANN401
        return Study.define(
            "study",
            make_material(systems=4, items=items, seed=seed, **material),
            design=design or self.design,
            store=MemoryStore(),
            clock=Clock(),
        )

    def _answer(self, study: Study, who: str) -> int:
        question = study.ask(who)
        if isinstance(question, Rest):
            return 0
        study.tell(question.number, answer_of(study, question.number), annotator=who)
        return question.number

    def _exhaust(self, study: Study, annotators: int) -> Iterator[tuple[str, int]]:
        """Let annotators in turn answer until nothing is left for any of them."""
        waiting = [f"annotator {number}" for number in range(annotators)]
        while waiting:
            for who in list(waiting):
                number = self._answer(study, who)
                if number:
                    yield who, number
                else:
                    rest = study.ask(who)
                    assert isinstance(rest, Rest)
                    assert rest.reason == "exhausted"
                    waiting.remove(who)


def check_sides(asks: list[Ask]) -> None:
    """Whether each order was shown as often as its probability says, all pairs together."""
    in_order = np.array([ask.systems == tuple(sorted(ask.systems)) for ask in asks])
    shown = np.array([ask.side_probability for ask in asks])
    expected = np.where(in_order, shown, 1 - shown)
    spread = float(np.sqrt((expected * (1 - expected)).sum()))
    difference = abs(float((in_order - expected).sum()))
    assert difference <= norm.isf(ERROR / 2) * spread, "sides differ from the recorded probabilities"


def check_frequencies(drawn: list[Any], probabilities: dict[Any, float | None]) -> None:
    """Whether what was drawn came as often as its probability says, and the probabilities add up to one."""
    expected = np.array([probability or 0.0 for probability in probabilities.values()])
    assert expected.sum() == pytest.approx(1.0, abs=1e-9), "the probabilities of all choices do not add up to one"
    if len(expected) == 1:
        return
    counts = Counter(drawn)
    observed = np.array([counts[key] for key in probabilities])
    statistic = float(((observed - len(drawn) * expected) ** 2 / (len(drawn) * expected)).sum())
    assert statistic < chi2.isf(ERROR, len(expected) - 1), "frequencies differ from the recorded probabilities"
