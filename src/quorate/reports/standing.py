"""How a study stands, beside its answer."""

from dataclasses import replace

from quorate.estimators.findings import Findings


def state_words(findings: Findings) -> str:
    """The state and why, unless the why is the answer, which is said anyway."""
    state = findings.state
    is_said = state.why is not None and state.why.words == findings.answer.words
    return replace(state, why=None).words if is_said else state.words
