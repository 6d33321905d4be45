"""What a pilot says about judges: how far each explains what people say, and how alike they are."""

from collections.abc import Mapping

import numpy as np

from quorate.arrays import Floats, Ints
from quorate.errors import InputError
from quorate.planning.split import Offer

FEWEST = 10  # judgments of a pilot


def offer_from(
    system: Ints, score: Floats, verdicts: Mapping[str, Floats], prices: Mapping[str, float]
) -> tuple[Offer, float]:
    """What judges offer, and the variance of one judgment within systems.

    Args:
        system: System of each judgment of the pilot.
        score: What people said.
        verdicts: What each judge said of the same outputs.
        prices: What one verdict of each judge costs.

    Raises:
        InputError: There are too few judgments, or a judge has no verdict on some.
    """
    groups = np.unique(system, return_inverse=True)[1]
    freedom = len(score) - (int(groups.max()) + 1 if len(groups) else 0)
    if len(score) < FEWEST or freedom < 2 + len(verdicts):
        raise InputError(f"A pilot of {len(score)} judgments says too little about judges: collect at least {FEWEST}.")
    lacking = {name: int((~np.isfinite(said)).sum()) for name, said in verdicts.items()}
    for name, count in lacking.items():
        if count:
            raise InputError(f"{name} has no score for {count} of the {len(score)} outputs that the pilot judged.")
    columns = np.column_stack([score, *verdicts.values()])
    means = np.stack([np.bincount(groups, weights=column) for column in columns.T], axis=1)
    centred = columns - (means / np.bincount(groups)[:, None])[groups]
    products = centred.T @ centred
    scale = np.sqrt(np.diag(products))
    flat = scale <= 1e-12
    if flat[0]:
        raise InputError("All judgments of each system are equal: a pilot must show how much outputs differ.")
    scale[flat] = 1.0
    alike = products / np.outer(scale, scale)
    own = alike[0, 1:] ** 2
    adjusted = np.maximum(1 - (1 - own) * freedom / max(freedom - 1, 1), 0.0)
    explains = np.sign(alike[0, 1:]) * np.sqrt(adjusted)
    among = alike[1:, 1:] + np.diag(np.where(flat[1:], 1.0, 0.0))
    names = tuple(verdicts)
    offer = Offer(names=names, prices=np.array([prices[name] for name in names]), explains=explains, alike=among)
    return offer, float(products[0, 0]) / freedom
