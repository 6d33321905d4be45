"""Numbers that lie where they must, said in the same words wherever they were given."""

import math

from quorate.errors import InputError


def check_limits(**given: tuple[float | None, float, float]) -> None:
    """Make sure that numbers lie between two ends; what is `None` was not given.

    Args:
        given: Name → the number, the least and the greatest it may be.

    Raises:
        InputError: One does not, or is no number.
    """
    for name, (value, low, high) in given.items():
        if value is not None and not low <= value <= high:
            expected = f"is {low:g} or more" if math.isinf(high) else f"lies from {low:g} to {high:g}"
            raise InputError(f"{name.replace('_', '-')} {expected}; it is {value:g}.")
