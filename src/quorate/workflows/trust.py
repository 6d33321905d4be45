"""May I rely on these metrics, these judges, this pool? From files, or from a study and its own judgments."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from quorate.arrays import Floats, Ints
from quorate.data.from_history import Evidence
from quorate.errors import InputError

if TYPE_CHECKING:
    from quorate.data.verdicts import Verdicts
    from quorate.estimators.trust.crowd import CrowdTrust
    from quorate.estimators.trust.drift import RoundDrift
    from quorate.estimators.trust.judges import JudgeTrust
    from quorate.estimators.trust.metrics import MetricsTrust
    from quorate.estimators.trust.pool import PoolTrust
    from quorate.study import Study

CHOSEN = (
    "Judged is what the study asked: where its policy looks at metrics or predictions, that is where they are unsure, "
    "and agreement elsewhere is higher."
)


def trust_metrics_in_files(
    path: Path,
    metrics: Path | None,
    criterion: str | None,
    lower: Sequence[str],
    without: Sequence[str],
    *,
    level: float,
    seed: int,
) -> "tuple[MetricsTrust, list[str]]":
    """Hold metrics against people's scores, or against their comparisons, and what to know about it.

    Raises:
        InputError: A name is unknown, a table is missing, or there is too little.
    """
    from quorate.io.compared import holds_comparisons

    if holds_comparisons(path):
        return _trust_compared_files(path, metrics, lower, without, level=level, seed=seed)
    from quorate.estimators.trust.metrics import trust_metrics
    from quorate.io import read_scores

    data = read_scores(path, metrics)
    wanted = criterion or data.criteria[0]
    if wanted not in data.criteria:
        raise InputError(f"There is no criterion {wanted!r}; there are {', '.join(data.criteria)}.")
    _check_names(lower, without, data.metrics, data.systems)
    rows = data.criterion == data.criteria.index(wanted)
    shape = len(data.systems), len(data.items)
    people = _means(shape, (data.system[rows], data.item[rows]), data.score[rows])
    kept = [
        place for place, name in enumerate(data.systems) if name not in without and np.isfinite(people[place]).any()
    ]
    scores = {name: (-values if name in lower else values)[kept] for name, values in data.metrics.items()}
    found = trust_metrics([data.systems[place] for place in kept], people[kept], scores, level=level, seed=seed)
    others = [name for name in data.criteria if name != wanted]
    also = [f"Shown is {wanted}; there are also {', '.join(others)}: name one with --criterion."] if others else []
    return found, [*data.notes, *also]


def _trust_compared_files(
    path: Path, metrics: Path | None, lower: Sequence[str], without: Sequence[str], *, level: float, seed: int
) -> "tuple[MetricsTrust, list[str]]":
    from quorate.estimators.trust.compared import mean_outcomes, trust_compared
    from quorate.io.compared import read_compared

    data = read_compared(path, metrics)
    judged = data.judged
    _check_names(lower, without, data.metrics, data.systems)
    kept = [place for place in range(len(judged.systems)) if data.systems[place] not in without]
    number = np.full(len(data.systems), -1)
    number[kept] = np.arange(len(kept))
    first, second = number[judged.first], number[judged.second]
    rows = (first >= 0) & (second >= 0)
    means = mean_outcomes(
        (len(kept), len(data.items)), first[rows], second[rows], judged.item[rows], judged.value[rows]
    )
    scores = {name: (-values if name in lower else values)[kept] for name, values in data.metrics.items()}
    systems = [data.systems[place] for place in kept]
    return trust_compared(systems, means, scores, level=level, seed=seed), []


def trust_metrics_in_study(
    study: "Study", criterion: str | None, lower: Sequence[str], without: Sequence[str], *, level: float, seed: int
) -> "tuple[MetricsTrust, list[str]]":
    """Hold the metrics of a study against its judgments, and what to know about it.

    Raises:
        InputError: The study has no metrics, a name is unknown, or too little was judged.
    """
    from quorate.estimators.trust.compared import mean_outcomes, trust_compared
    from quorate.estimators.trust.metrics import trust_metrics

    evidence = _evidence(study)
    judged, index = evidence.judgments, evidence.index
    if not index.metrics:
        raise InputError(f"{study.name} has no metrics: add them to its outputs, or name files of scores and metrics.")
    _check_names(lower, without, index.metrics, index.systems)
    kept = [place for place in range(evidence.systems) if index.systems[place] not in without]
    number = np.full(len(index.systems), -1)
    number[kept] = np.arange(len(kept))
    scores = {name: (-values if name in lower else values)[kept] for name, values in index.metrics.items()}
    systems = [index.systems[place] for place in kept]
    first, second = number[judged.first], np.where(judged.second >= 0, number[judged.second], -1)
    if study.kind.arity == 2:
        rows = (first >= 0) & (second >= 0)
        means = mean_outcomes(
            (len(kept), len(index.items)), first[rows], second[rows], judged.item[rows], judged.values[rows, 0]
        )
        return trust_compared(systems, means, scores, level=level, seed=seed), [CHOSEN]
    names = [one.name for one in study.kind.criteria]
    wanted = criterion or names[0]
    if wanted not in names:
        raise InputError(f"There is no criterion {wanted!r}; there are {', '.join(names)}.")
    rows = first >= 0
    values = judged.values[rows, names.index(wanted)]
    people = _means((len(kept), len(index.items)), (first[rows], judged.item[rows]), values)
    return trust_metrics(systems, people, scores, level=level, seed=seed), [CHOSEN]


def verdicts_in_study(study: "Study", verdicts: Path | None = None) -> "Verdicts":
    """Predictions of a study, or verdicts of a file, beside the study's judgments.

    Raises:
        InputError: There are none, or they are about something else.
    """
    from quorate.data.predicted import beside_study, study_verdicts
    from quorate.io.verdicts import read_verdicts

    if study.kind.arity != 2:
        raise InputError(f"{study.name} asks no comparisons: ratings of a judge are metrics (quorate trust metrics).")
    evidence = _evidence(study)
    if not evidence.judgments.count:
        raise InputError(f"Nobody has judged anything in {study.name}: there is nothing to hold a judge against yet.")
    texts = [system.texts for system in study.store.material(study.name).systems]
    if verdicts is not None:
        return beside_study(read_verdicts(verdicts, alone=True), evidence, texts)
    if not evidence.index.predictions:
        raise InputError(
            f"{study.name} has no predictions of a judge: ask one with quorate judge {study.name}, or name a file "
            "with --verdicts."
        )
    found = study_verdicts(evidence, texts)
    return replace(found, notes=(*found.notes, CHOSEN))


def trust_crowd_in_file(path: Path, experts: Sequence[str], *, level: float) -> "CrowdTrust":
    """How much of what experts mark so many people find.

    Raises:
        InputError: An expert is unknown, or there is nothing that both did.
    """
    from quorate.estimators.trust.crowd import trust_crowd
    from quorate.io.marks import read_marks

    return trust_crowd(read_marks(path), experts, level=level)


def trust_pool_in_files(paths: Sequence[Path], *, level: float, seed: int) -> "PoolTrust":
    """What a judged pool does to systems whose team was not in it.

    Raises:
        InputError: There is one team alone, or nothing is right.
    """
    from quorate.estimators.trust.pool import trust_pool
    from quorate.io.pooled import read_pool

    return trust_pool(read_pool(*paths), level=level, seed=seed)


def _evidence(study: "Study") -> Evidence:
    history, policy = study.history, study.policy
    return Evidence(study.design, study.index, history, floor=policy.floor, item_floor=policy.item_floor)


def _check_names(lower: Sequence[str], without: Sequence[str], metrics: Iterable[str], systems: Iterable[str]) -> None:
    known_metrics, known_systems = list(metrics), list(systems)
    unknown = [name for name in lower if name not in known_metrics]
    unknown += [name for name in without if name not in known_systems]
    if unknown:
        raise InputError(
            f"There is no {unknown[0]!r}. Metrics: {', '.join(known_metrics)}; systems: {', '.join(known_systems)}."
        )


def _means(shape: tuple[int, int], place: tuple[Ints, Ints], scores: Floats) -> Floats:
    total, count = np.zeros(shape), np.zeros(shape)
    np.add.at(total, place, scores)
    np.add.at(count, place, 1.0)
    means: Floats = np.divide(total, count, out=np.full(shape, np.nan), where=count > 0)
    return means


def trust_judges_in_files(
    path: Path,
    *,
    judgments: Path | None = None,
    outputs: Path | None = None,
    by: str | None = None,
    level: float = 0.95,
) -> "tuple[tuple[JudgeTrust, ...], list[str]]":
    """Hold judges against people, by a file of verdicts, and what to know about it.

    Raises:
        InputError: A table is missing, or there is too little.
    """
    from quorate.io.verdicts import read_verdicts

    return trust_judges_by(read_verdicts(path, judgments=judgments, outputs=outputs, by=by), level=level)


def trust_judges_in_study(
    study: "Study", verdicts: Path | None = None, *, level: float = 0.95
) -> "tuple[tuple[JudgeTrust, ...], list[str]]":
    """Hold judges against the people of a study, and what to know about it.

    Raises:
        InputError: There are no verdicts, or there is too little.
    """
    return trust_judges_by(verdicts_in_study(study, verdicts), level=level)


def trust_judges_by(said: "Verdicts", *, level: float) -> "tuple[tuple[JudgeTrust, ...], list[str]]":
    """Hold judges against people by verdicts that were read, and what to know about it."""
    from quorate.estimators.trust.judges import trust_judges, unheard_judges

    judges = trust_judges(said, level=level)
    return judges, [*said.notes, *(f"Left out: {words}" for words in unheard_judges(said).values())]


def trust_drift_in_files(
    paths: Sequence[Path], outputs: Path | None = None, *, level: float = 0.95
) -> "dict[str, tuple[RoundDrift, ...]]":
    """Whether judges that were asked the same again are what they were, by name.

    Raises:
        InputError: A file holds no rounds.
    """
    from quorate.estimators.trust.drift import find_drift
    from quorate.io.rounds import read_rounds

    return {one.judge: find_drift(one, error=1 - level) for one in read_rounds(paths, outputs)}
