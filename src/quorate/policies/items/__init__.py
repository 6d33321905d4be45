"""Which item next, one file for each selector."""

from quorate.policies.composition import Selector
from quorate.policies.items.active import ActiveItem
from quorate.policies.items.stratified import NeymanItem, StratifiedItem
from quorate.policies.items.uniform import UniformItem

SELECTORS: dict[str, type[Selector]] = {
    selector.name: selector for selector in (UniformItem, StratifiedItem, NeymanItem, ActiveItem)
}

__all__ = ["SELECTORS", "ActiveItem", "NeymanItem", "StratifiedItem", "UniformItem"]
