"""Which item next, one file for each selector."""

from quorate.policies.composition import Selector
from quorate.policies.items.uniform import UniformItem

SELECTORS: dict[str, type[Selector]] = {UniformItem.name: UniformItem}

__all__ = ["SELECTORS", "UniformItem"]
