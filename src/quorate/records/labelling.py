"""How a study labels a stream of inputs, as its design fixes it."""

import math
from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

from quorate.errors import InputError

ModelName: TypeAlias = Literal["chain", "head"]
MODELS: tuple[ModelName, ...] = get_args(ModelName)


@dataclass(frozen=True, kw_only=True)
class Labelling:
    """What labels inputs, what asking costs, how long may be waited, and what is audited.

    Attributes:
        model: `chain`: each word of a text has a label, and neighbours tell of each other. `head`: a text has one.
        question: Price of asking one person once, where a wrong label costs 1.
        second: Price of a second until an input is answered.
        patience: Seconds after which an input is answered with what is known.
        most: How often one position may be asked about.
        queue: How many inputs may wait for people at once; what comes beyond that is answered without asking.
        audit: Share of the inputs that are audited.
        block: Inputs in one block of the audit.
        error: Chance, for each block, that the audit's bound is ever too high.
        auditors: How many annotators audit; they have the numbers from 1, and answer nothing else.
    """

    model: ModelName = "chain"
    question: float = 0.004
    second: float = 0.0
    patience: float = 5.0
    most: int = 5
    queue: int = 1000
    audit: float = 0.0
    block: int = 1000
    error: float = 0.05
    auditors: int = 0

    def __post_init__(self) -> None:
        if self.model not in MODELS:
            raise InputError(f"The model is {' or '.join(MODELS)}, not {self.model!r}.")
        for name, value in (("question", self.question), ("second", self.second)):
            if not math.isfinite(value) or value < 0.0:
                raise InputError(f"The price of a {name} is {value}; expected a number that is not negative.")
        if not 0.0 < self.patience < float("inf"):
            raise InputError(f"Patience is some seconds, not {self.patience}.")
        for what, count in (("A position is asked about", self.most), ("A queue holds", self.queue)):
            if count < 1:
                raise InputError(f"{what} at least 1, not {count}.")
        if not 0.0 <= self.audit <= 1.0 or self.block < 1 or not 0.0 < self.error < 1.0:
            raise InputError("An audit has a share from 0 to 1, blocks of at least 1 input, and an error from 0 to 1.")
        if self.auditors < 0 or (self.audit > 0.0) != (self.auditors > 0):
            raise InputError("An audit needs auditors, and auditors an audit: name at least one, and a share above 0.")
