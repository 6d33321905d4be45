"""What to expect of a study of the winner, before anybody is asked."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from quorate.wording.phrases import counted

if TYPE_CHECKING:
    from quorate.planning.expectation import Expectation
    from quorate.planning.margins import Settling, Sizes
    from quorate.records.design import Design


@dataclass(frozen=True, kw_only=True)
class Prospect:
    """What to expect.

    Attributes:
        settling: What the material can settle; `None` where the study ends with something else.
        expectations: Judgments, hours and money for some leads of the best.
        room: Judgments that the people can give, each of them once about a pair on an item.
        people: How many are known to take part; 0: nobody knows.
    """

    settling: "Settling | None"
    expectations: "tuple[Expectation, ...]"
    room: int
    people: int

    @property
    def margin_words(self) -> str:
        """Why the margin is not the usual one, or that it does not help."""
        return self.settling.words if self.settling is not None else ""

    @property
    def lines(self) -> list[str]:
        """One line for each lead."""
        return [self._line(one) for one in self.expectations]

    @property
    def room_words(self) -> str:
        """How many judgments there can be."""
        who = f"{counted(self.people, 'annotator')} can" if self.people else "one annotator can"
        return f"{who} give {self.room:,} at most: nobody is asked about the same pair on the same item twice"

    def _line(self, one: "Expectation") -> str:
        from quorate.planning.status import about

        case = f"the best wins {100 * (0.5 + one.lead):g} of 100" if one.lead else "all are alike"
        if one.judgments is None:
            return f"{case}: more than {'they can' if self.people else 'anybody would'} give"
        said = f"{case}: about {about(one.judgments):,} judgments"
        if self.people > 1:
            said += f", {about(-(-one.judgments // self.people)):,} each"
        if one.hours is not None:
            said += f", {_amount(one.hours)} {'hour' if _amount(one.hours) == '1' else 'hours'} of work"
        return said + (f", cost {_amount(one.cost)}" if one.cost is not None else "")

    def to_json(self) -> dict[str, Any]:
        """The same as data."""
        from quorate.records.codec import to_json

        return {
            "people": self.people or None,
            "room": self.room,
            "settling": None if self.settling is None else to_json(self.settling),
            "leads": [to_json(one) for one in self.expectations],
        }


def prospect(
    design: "Design", sizes: "Sizes", *, people: int = 0, given: bool = False, seconds: float = 0.0, price: float = 0.0
) -> "tuple[Design, Prospect]":
    """The design with a margin that its material can settle, and what to expect of it.

    Args:
        sizes: How much there is to ask about.
        people: How many will take part; 0 where nobody knows.
        given: Whether the owner gave the margin.
        seconds: That an answer takes; 0 where nobody knows.
        price: Of an answer; 0 where nobody knows.
    """
    from dataclasses import replace

    from quorate.planning.costs import Price
    from quorate.planning.expectation import MOST, expect
    from quorate.planning.margins import settle_margin, total_room

    settling = settle_margin(design, sizes, people=people, given=given)
    if settling is not None:
        design = replace(design, margin=settling.margin)
    room = total_room(design, sizes, people or 1)
    most = room if people else MOST
    expected = expect(design, sizes.systems, room=most, seconds=seconds, price=Price(judgment=price))
    return design, Prospect(settling=settling, expectations=expected, room=room, people=people)


def _amount(number: float) -> str:
    """Hours or money as a forecast says them: two digits that count."""
    from quorate.planning.status import about

    return f"{about(round(number)):,}" if number >= 10 else f"{number:.2g}"
