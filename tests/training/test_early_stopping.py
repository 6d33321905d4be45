"""Early stopping: the published rule, the certified one and its error, callbacks, and what is refused."""

from types import SimpleNamespace

import numpy as np
import pytest
from scipy.stats import binom

from quorate.errors import InputError
from quorate.training import EarlyStopping
from quorate.training.stopping import _Bet

CHANCE = 1e-6  # that a correct rule fails a test
INPUTS = [f"input {number}" for number in range(40)]


def better(_: object, first: list[str], second: list[str]) -> list[float]:
    """Texts hold their quality; the greater wins, equals tie."""
    return [0.5 if float(a) == float(b) else float(float(a) > float(b)) for a, b in zip(first, second, strict=True)]


class Toss:
    """A comparer whose first text wins with a chance, whatever the texts say."""

    def __init__(self, win: float, tie: float, seed: int) -> None:
        self.win, self.tie = win, tie
        self.random = np.random.default_rng(seed)

    def __call__(self, _: object, first: list[str], __: object) -> np.ndarray:
        drawn = self.random.random(len(first))
        return np.where(drawn < self.win, 1.0, np.where(drawn < self.win + self.tie, 0.5, 0.0))


def at(quality: float) -> list[str]:
    return [str(quality)] * len(INPUTS)


def test_training_goes_on_while_the_newest_wins_and_ends_when_it_loses_five_times_in_a_row() -> None:
    stopping = EarlyStopping(comparer=better, inputs=INPUTS, rule="wins", most=60)
    said = [stopping.add(step, at(quality)) for step, quality in enumerate([1, 2, 3, 1.9, 1.8, 1.7, 1.6, 1.5])]
    assert said == [False] * 7 + [True]
    assert stopping.headline.startswith("Stop at step 7: the newest checkpoint lost more than it won 5 times in a row")


def test_one_win_begins_the_count_anew() -> None:
    stopping = EarlyStopping(comparer=better, inputs=INPUTS, rule="wins", most=60, patience=2, previous=1)
    assert [stopping.add(n, at(q)) for n, q in enumerate([3, 2, 4, 3, 2])] == [False, False, False, False, True]


def test_no_improvement_is_certain_at_once_and_improvement_never() -> None:
    stopping = EarlyStopping(comparer=better, inputs=INPUTS)
    assert not stopping.add(0, at(1))
    assert not stopping.add(1, at(2))
    assert stopping.add(2, at(0.5))
    assert stopping.seen[-1].comparisons < 400
    assert stopping.headline.startswith("Stop at step 2: the newest checkpoint is better by less than 5 points")


def run_training(win: float, tie: float, seed: int, checkpoints: int = 4) -> EarlyStopping:
    stopping = EarlyStopping(comparer=Toss(win, tie, seed), inputs=INPUTS, previous=1, seed=seed, most=600)
    for step in range(checkpoints):
        if stopping.add(step, at(step)):
            break
    return stopping


@pytest.mark.slow
@pytest.mark.parametrize("tie", [0.0, 0.4])
def test_a_model_that_improves_by_the_margin_is_stopped_in_at_most_five_per_cent(tie: float) -> None:
    runs = 150
    win = (1 - tie) / 2 + 0.05  # 55 points for the newest: exactly the margin
    stopped = sum(run_training(win, tie, seed).stops for seed in range(runs))
    assert stopped <= binom.isf(CHANCE, runs, 0.05)


@pytest.mark.slow
def test_a_bet_on_outcomes_it_has_seen_would_be_found_out() -> None:
    """Planted fault: the stake knows the outcome, so that an improving model is stopped."""
    random = np.random.default_rng(1)
    wrong = 0
    for _ in range(40):
        bet = _Bet(0.55)
        for outcome in (random.random(400) < 0.55).astype(float).tolist():
            if outcome < 0.55:
                bet.pay(outcome)
        wrong += bet.best > np.log(2 / 0.05)
    assert wrong > binom.isf(CHANCE, 40, 0.05)


def test_the_same_seed_gives_the_same_log() -> None:
    one, other = (run_training(0.5, 0.2, 3, checkpoints=2) for _ in range(2))
    assert one.to_json() == other.to_json()


def test_hugging_face_is_told_to_end() -> None:
    stopping = EarlyStopping(comparer=better, inputs=INPUTS, rule="wins", most=40, patience=1, previous=1)
    callback = stopping.for_transformers(lambda model: at(model.quality))
    control = SimpleNamespace(should_training_stop=False)
    for step, quality in enumerate([2, 3]):
        callback.on_evaluate(
            None, SimpleNamespace(global_step=step), control, model=SimpleNamespace(quality=quality), metrics={}
        )
    assert not control.should_training_stop
    assert callback.on_train_begin(None, None, control) is None
    callback.on_evaluate(None, SimpleNamespace(global_step=2), control, model=SimpleNamespace(quality=1))
    assert control.should_training_stop


def test_lightning_is_told_to_end_and_its_trial_run_is_left_out() -> None:
    stopping = EarlyStopping(comparer=better, inputs=INPUTS, rule="wins", most=40, patience=1, previous=1)
    callback = stopping.for_lightning(lambda module: at(module.quality))
    trainer = SimpleNamespace(global_step=0, should_stop=False, sanity_checking=True)
    callback.on_validation_end(trainer, SimpleNamespace(quality=9))
    trainer.sanity_checking = False
    for step, quality in enumerate([2, 1]):
        trainer.global_step = step
        callback.on_validation_end(trainer, SimpleNamespace(quality=quality))
    assert trainer.should_stop
    assert [one.step for one in stopping.seen] == [1.0]


def test_refusals_say_what_to_do() -> None:
    with pytest.raises(InputError, match="wins or margin, not 'losses'"):
        EarlyStopping(comparer=better, inputs=INPUTS, rule="losses")  # type: ignore[arg-type]
    with pytest.raises(InputError, match="39 outputs came for 40 inputs"):
        EarlyStopping(comparer=better, inputs=INPUTS).add(0, ["1"] * 39)
    with pytest.raises(InputError, match="no inputs"):
        EarlyStopping(comparer=better, inputs=[])
    wordy = EarlyStopping(comparer=lambda *_: [3.0] * 50, inputs=INPUTS)
    wordy.add(0, at(1))
    with pytest.raises(InputError, match=r"says 1, 0\.5 or 0 for each of 50 pairs"):
        wordy.add(1, at(1))
