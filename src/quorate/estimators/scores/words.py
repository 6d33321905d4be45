"""What is said about scores in words: the answer, the scope, what is unusual, the signature."""

import hashlib
from collections.abc import Sequence

import numpy as np

from quorate.estimators.estimate import EstimateTable
from quorate.estimators.scores.clusters import ScoreClusters
from quorate.estimators.scores.ratings import Ratings
from quorate.version import __version__

WORTH_SAYING = 1.02  # data efficiency
FEW_PIECES = 10
SCOPES = {
    "items": "These scores are about {items}, judged again and again by people like these.",
    "judgments": "These scores are what one judgment of every output of {items} would say.",
    "population": "These scores are about all inputs like {items}.",
}


def answer(table: EstimateTable, ranked: ScoreClusters | None, gain: float, chosen: str) -> str:
    """The one sentence: who has the highest score, and what is settled about it."""
    best = table.estimates[0]
    alike = [one.subject[0] for one in table.estimates if one.value == best.value]
    value = f"{best.value:.3g}".replace("-", "−")
    said = f"{best.subject[0]} has the highest score, {value}"
    if len(table.estimates) == 1:
        said = f"{best.subject[0]} has the score {value}"
    elif len(alike) > 1:
        said = f"{', '.join(alike[:-1])} and {alike[-1]} have the highest score, {value}"
    if ranked is not None and len(ranked.ranked) > 1:
        above = [a for a, b in ranked.better if b == best.subject[0]]
        first = [one.system for one in ranked.ranked if one.ranks[0] == 1]
        if above:
            said += f", but {', '.join(above)} did better on the items that both were judged on"
        elif len(first) == 1:
            said += ", and is better than every other"
        else:
            said += f"; {len(first)} of {len(ranked.ranked)} systems may still be the best"
    worth = f"Metrics make each judgment worth {gain:.2f}" if gain >= WORTH_SAYING else "Metrics add nothing here"
    return f"{said}." if chosen == "mean" else f"{said}. {worth} ({chosen})."


def notes_on(ratings: Ratings, unjudged: Sequence[str]) -> list[str]:
    """What is unusual about the ratings."""
    said = say_unjudged(unjudged)
    for name in sorted(ratings.metrics):
        scores = np.asarray(ratings.metrics[name], dtype=np.float64)
        known = ratings.exists & np.isfinite(scores)
        missing = int(ratings.exists.sum() - known.sum())
        if missing:
            said.append(f"The metric {name} is missing on {missing:,} outputs; the mean of the system stands in there.")
        if known.any() and np.ptp(scores[known]) == 0:
            said.append(f"The metric {name} has the same score on all outputs and helps nothing.")
    if ratings.metrics and (ratings.judged_outputs >= ratings.outputs).all():
        said.append(
            "Every output was judged, so metrics cannot move these scores; the data efficiency says what "
            "they would save where only a part is judged."
        )
    judged = np.bincount(ratings.system, minlength=len(ratings.systems))
    few = [name for name, count in zip(ratings.systems, judged, strict=True) if count < 2]
    if few:
        said.append(f"With fewer than two judgments nothing is known but the scale: {', '.join(few)}.")
    flat = [
        name
        for number, name in enumerate(ratings.systems)
        if judged[number] >= 2 and np.ptp(ratings.score[ratings.system == number]) == 0
    ]
    if flat:
        said.append(f"All judgments are equal, so intervals rest on how many there are: {', '.join(flat)}.")
    said += _notes_on_clusters(ratings)
    if (ratings.annotator >= 0).any():
        counts = np.bincount(ratings.annotator[ratings.annotator >= 0])
        alone = int((counts == 1).sum())
        if alone:
            some = f"{alone:,} annotators have" if alone > 1 else "One annotator has"
            said.append(f"{some} a single judgment, which does not show how strict somebody is.")
    return said


def say_unjudged(unjudged: Sequence[str]) -> list[str]:
    """One line that names the systems which nobody judged."""
    return [f"Nobody judged {', '.join(unjudged)}: no score, no rank and no difference."] if unjudged else []


def _notes_on_clusters(ratings: Ratings) -> list[str]:
    if ratings.has_lone_items:
        return []
    pieces = len(np.unique(ratings.cluster))
    rough = " Intervals from so few are rough." if pieces < FEW_PIECES else ""
    return [f"Judgments were put together in {pieces:,} clusters, the independent pieces.{rough}"]


def say_scope(ratings: Ratings, chosen: str = "") -> str:
    """What the scores are about; `calibrated` ones are about the items alone that all systems have an output for."""
    whole, complete = int(ratings.exists.any(axis=0).sum()), int(ratings.exists.all(axis=0).sum())
    items = f"the {whole:,} items here" if whole > 1 else "the one item here"
    if chosen == "calibrated" and complete < whole:
        items = f"the {complete:,} of {whole:,} items here that all systems have an output for"
    elif complete < whole and ratings.scope == "items":
        items = f"each system's own outputs for {items}"
    return SCOPES[ratings.scope].format(items=items)


def sign_ratings(ratings: Ratings, level: float) -> str:
    """One line that makes the numbers comparable and repeatable."""
    hasher = hashlib.sha256()
    weights = () if ratings.is_uniform else (ratings.weight,)
    for column in (ratings.system, ratings.item, ratings.score, *weights):
        hasher.update(np.ascontiguousarray(column).tobytes())
    parts = {
        "quorate": __version__,
        "ratings": hasher.hexdigest()[:8],
        "criterion": ratings.scale.name,
        "scale": f"{ratings.scale.low:g}..{ratings.scale.high:g}",
        "judgments": ratings.count,
        "outputs": int(ratings.exists.sum()),
        "metrics": len(ratings.metrics),
        **({"items": ratings.selector} if ratings.selector else {}),
        **({} if ratings.has_lone_items else {"clusters": len(np.unique(ratings.cluster))}),
        "scope": ratings.scope,
        "level": level,
    }
    return "|".join(f"{name}:{value}" for name, value in parts.items())
