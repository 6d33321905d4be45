"""What is likely by a model, in words that are never as certain as a claim."""

from collections.abc import Sequence

from quorate.wording.phrases import shorten
from quorate.wording.sentence import Sentence


def likely_words(systems: Sequence[str], probabilities: Sequence[float], model: str) -> str:
    """What is likely, with its model; never as certain as a claim.

    Args:
        systems: Those that may be best, likeliest first.
        probabilities: Of each.
        model: What they rest on.
    """

    def said(share: float) -> str:
        return "over 99 %" if share > 0.99 else "under 1 %" if share < 0.01 else f"{100 * share:.0f} %"

    shown = [(shorten(name), share) for name, share in zip(systems, probabilities, strict=True)][:3]
    named = [f"{name} {said(share)}" for place, (name, share) in enumerate(shown) if share >= 0.01 or not place]
    return Sentence("likely", {"systems": ", ".join(named), "model": model}).words
