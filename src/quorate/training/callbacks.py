"""Callbacks for trainers of other packages, by what they call: neither package is imported.

Both trainers look hooks up by name and call whatever is there; every hook that is not needed does nothing.
"""

from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeAlias

Generate: TypeAlias = Callable[[Any], Sequence[str]]


class Stopping(Protocol):
    """What says whether training should end."""

    def add(self, step: float, outputs: Sequence[str]) -> bool:
        """Take the outputs of a checkpoint."""
        ...


def _nothing(*_: object, **__: object) -> None:
    """What a hook does that is not needed."""


class _Hooks:
    """Hooks by name; those that are not written do nothing."""

    def __init__(self, stopping: Stopping, generate: Generate) -> None:
        self.stopping = stopping
        self.generate = generate

    def __getattr__(self, name: str) -> Callable[..., None]:
        if name.startswith("on_") or name in {"setup", "teardown", "load_state_dict"}:
            return _nothing
        raise AttributeError(name)


class TransformersCallback(_Hooks):
    """Compares after each evaluation, and tells the Trainer of Hugging Face to end."""

    def on_evaluate(self, args: Any, state: Any, control: Any, **known: Any) -> Any:  # noqa: ANN401, ARG002
        """Hugging Face calls this with `model` among what it knows."""
        if self.stopping.add(float(state.global_step), self.generate(known["model"])):
            control.should_training_stop = True
        return control


class LightningCallback(_Hooks):
    """Compares after each validation, and tells the Trainer of Lightning to end."""

    state_key = "quorate.EarlyStopping"

    def state_dict(self) -> dict[str, Any]:
        """Nothing is kept in a checkpoint of Lightning's: what was found stays with `EarlyStopping`."""
        return {}

    def on_validation_end(self, trainer: Any, module: Any) -> None:  # noqa: ANN401
        """Lightning calls this; its trial run before training is left out."""
        if getattr(trainer, "sanity_checking", False):
            return
        if self.stopping.add(float(trainer.global_step), self.generate(module)):
            trainer.should_stop = True
