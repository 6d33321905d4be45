"""Annotators who are strict and annotators who are kind: crossed random effects of outputs and annotators.

Idea:
    A score is the output's own level plus how the annotator tends to score plus noise. Where annotators judge several
    outputs, how they tend to score can be seen and taken off, which leaves less noise.

Formula:
    y = fixed + o_output + a_annotator + e, with variances σ_o², σ_a², σ_e². Given these, the best linear predictions
    solve o = Σ(y − fixed − a)/(m + σ_e²/σ_o²) over the m judgments of the output, and likewise for a; they are found by
    sweeping over both. The variances are those that expectation–maximisation settles on, the spread of each prediction
    being taken as if the other effect were known. What is fixed is one level for each group (a system).

Guarantee:
    Effects are drawn to zero the more, the fewer judgments an annotator has; somebody with one judgment hardly moves
    it. The effects of all judgments add up to zero, so that the mean of all scores stays what it was.

Assumptions:
    Who judges what does not depend on how good it is.

Reference:
    Henderson (1975), Best linear unbiased estimation and prediction; Searle, Casella, McCulloch (1992), ch. 8.
"""

import numpy as np

from quorate.arrays import Floats, Ints

SWEEPS = 60


def annotator_effects(group: Ints, output: Ints, annotator: Ints, score: Floats) -> Floats:
    """Effect of each annotator, numbered from 0; 0 for one without judgments.

    Args:
        group: What has a level of its own: the system of each judgment.
        output: Output of each judgment, numbered from 0.
        annotator: Annotator of each judgment, numbered from 0.
    """
    annotators = int(annotator.max(initial=-1)) + 1
    spread = float(score.var()) if len(score) else 0.0
    if annotators < 2 or spread <= 0:
        return np.zeros(annotators)
    of_output, of_annotator, of_group = (np.bincount(code).astype(np.float64) for code in (output, annotator, group))
    output_variance = annotator_variance = noise = spread / 3
    o, a = np.zeros(len(of_output)), np.zeros(annotators)
    for _ in range(SWEEPS):
        level = np.bincount(group, weights=score - o[output] - a[annotator]) / np.maximum(of_group, 1)
        rest = score - level[group]
        output_shrink = of_output + noise / output_variance
        o = np.bincount(output, weights=rest - a[annotator]) / output_shrink
        annotator_shrink = of_annotator + noise / annotator_variance
        a = np.bincount(annotator, weights=rest - o[output]) / annotator_shrink
        left = rest - o[output] - a[annotator]
        known = of_output > 0
        output_variance = max(float((o[known] ** 2 + noise / output_shrink[known]).mean()), 1e-9 * spread)
        known = of_annotator > 0
        annotator_variance = max(float((a[known] ** 2 + noise / annotator_shrink[known]).mean()), 1e-9 * spread)
        spent = float((of_output / output_shrink).sum() + (of_annotator / annotator_shrink).sum()) + len(of_group)
        noise = max(float((left**2).sum()) / max(len(score) - spent, 1.0), 1e-9 * spread)
    centred: Floats = np.where(of_annotator > 0, a - float((of_annotator * a).sum()) / len(score), 0.0)
    return centred
