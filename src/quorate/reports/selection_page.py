"""A selection as one HTML file: what was chosen, what may be read off, and how like all items it is."""

from collections.abc import Sequence

from quorate.reports.numbers import count, decimal
from quorate.reports.selection_figures import balance_figure
from quorate.reports.templating import load_template
from quorate.selection.covariates import CovariateBalance
from quorate.selection.selection import Selection
from quorate.version import __version__

SHOWN = 500


def selection_page(
    selection: Selection, items: Sequence[str], *, words: Sequence[str], balance: Sequence[CovariateBalance]
) -> str:
    """One self-contained page.

    Args:
        selection: The chosen items.
        items: Name of every item there was to choose from.
        words: What was chosen and what may be read off, in sentences.
        balance: How like all items they are.
    """
    from markupsafe import Markup

    figure = balance_figure(balance, is_sample=selection.is_sample) if balance else ""
    return load_template("selection.html").render(
        words=list(words),
        version=__version__,
        is_sample=selection.is_sample,
        figure=Markup(figure),  # noqa: S704 - drawn here, words escaped by the canvas
        rows=item_rows(selection, items),
        left=count(max(len(selection.item) - SHOWN, 0)) if len(selection.item) > SHOWN else "",
    )


def item_rows(selection: Selection, items: Sequence[str]) -> list[list[str]]:
    """Rank, item, utility, cost and probability of the first so many items."""
    rows = []
    for place, number in enumerate(selection.item[:SHOWN].tolist()):
        chance = f"{selection.probability[place]:.3g}" if selection.is_sample else "–"
        worth, cost = decimal(float(selection.utility[place]), 3), decimal(float(selection.cost[place]))
        rows.append([str(place + 1), items[number], worth, cost, chance])
    return rows
