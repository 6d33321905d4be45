"""What to ask about outputs that are sets: which statement, which document is listed.

| policy | asks |
|---|---|
| `statements` | whether a statement is right |
| `documents` | everything that is there in an item |
"""

from quorate.errors import InputError
from quorate.estimators.sets.distributions import NAMES
from quorate.estimators.stated import GIVEN
from quorate.policies.decision import Policy
from quorate.policies.sets.documents import DocumentPolicy
from quorate.policies.sets.statements import StatementPolicy
from quorate.policies.stopping import STOPPING_RULES
from quorate.questions import Kind
from quorate.records.design import Design

SELECTORS = ("uniform", *NAMES, GIVEN)
RULES = ("budget", "width")


def set_policy(design: Design, kind: Kind) -> Policy:
    """The policy of a design that asks about sets.

    Raises:
        InputError: A part has a name that sets do not know.
    """
    if design.policy != "uniform":
        raise InputError(f"A study of {design.kind}s has no policy {design.policy!r}: leave --policy out.")
    known = SELECTORS if kind.arity else ("uniform", "overlap")
    if design.selector not in known:
        raise InputError(f"No selector of a {design.kind} is called {design.selector!r}. Known: {', '.join(known)}.")
    for rule in design.stopping:
        if rule not in RULES:
            raise InputError(f"A study of {design.kind}s does not stop by {rule!r}. Known: {', '.join(RULES)}.")
    budget = design.stopping.get("budget")
    spent = None if budget is None else STOPPING_RULES["budget"](budget, 1.0)
    if kind.arity:
        return StatementPolicy(selector=design.selector, budget=spent)
    return DocumentPolicy(selector=design.selector, budget=spent)


__all__ = ["SELECTORS", "set_policy"]
