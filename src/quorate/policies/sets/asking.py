"""What both policies about sets need: copies of questions, and whether anything can be drawn here."""

from quorate.policies.decision import Ask
from quorate.records.design import Design
from quorate.records.history import History


def may_draw(design: Design, history: History) -> bool:
    """Whether what questions are drawn from is known here; in a copy of a log that is not closed it is not."""
    return design.draws == "seed" or history.secret is not None


def copy_of(history: History, first: int) -> Ask:
    """The same question for somebody else, as likely as it was."""
    return Ask(
        systems=history.systems_of(first),
        item=history.cell("item", first),
        part=history.cell("part", first),
        copy_of=first,
        pair_probability=float(history.cell("pair_probability", first)),
        item_probability=float(history.cell("item_probability", first)),
        side_probability=1.0,
        pair_choices=history.cell("pair_choices", first),
        item_choices=history.cell("item_choices", first),
    )
