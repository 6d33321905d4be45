"""What a question, a second and a wrong label cost, in one unit."""

import math
from dataclasses import dataclass

from quorate.errors import InputError


@dataclass(frozen=True, kw_only=True)
class Prices:
    """Three prices in one unit; only their ratios matter to what is asked.

    Attributes:
        question: Of asking one person once.
        second: Of a second until an input is answered.
        error: Of a wrong label.
    """

    question: float = 0.002
    second: float = 0.0
    error: float = 1.0

    def __post_init__(self) -> None:
        for name, value in (("question", self.question), ("second", self.second), ("error", self.error)):
            if not math.isfinite(value) or value < 0.0:
                raise InputError(f"The price of a {name} is {value}; expected a number that is not negative.")
        if self.error == 0.0:
            raise InputError("The price of an error is 0, so nothing would ever be asked; expected a number above 0.")
