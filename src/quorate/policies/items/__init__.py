"""Which item next, one file for each selector."""

from quorate.policies.composition import Selector
from quorate.policies.items.active import ActiveItem
from quorate.policies.items.stratified import NeymanItem, StratifiedItem
from quorate.policies.items.uniform import UniformItem
from quorate.policies.items.useful import USEFUL

SELECTORS: dict[str, type[Selector]] = {
    **{selector.name: selector for selector in (UniformItem, StratifiedItem, NeymanItem, ActiveItem)},
    **USEFUL,
}

__all__ = ["SELECTORS", "ActiveItem", "NeymanItem", "StratifiedItem", "UniformItem"]
