"""May I rely on this judge? Its verdicts against the judgments of people on the same pairs.

Idea:
    All verdicts of a judge on a pair become one: what it says in both orders, or a tie where it contradicts itself (a
    *flip*). That is held against every judgment of people, beside how well people agree among themselves. What else
    moves its verdicts beside quality is seen by a regression.

Formula:
    Agreement: share of (verdict, judgment) with the same outcome, ties counted; and among those in which neither ties.
    *Right*: over judgments that decide, 1 where the verdict is the same, ½ where it ties. Habits: logit of "prefers
    what is shown first" = position + length·log(length ratio) + self·(own output first − second) + people·(their mean
    preference), over single verdicts that decide. Saving: 1/(1 − ρ²), ρ the correlation of verdict and mean judgment
    within pairs of systems; a judge that is no better than what it judges saves at most a factor 2.

Guarantee:
    Intervals have one cluster for each item (normal approximation). A judge is *refused* where the interval of *right*
    holds one half.

Assumptions:
    Items are like those to come, and the judge, its version and its prompt stay the same.

Reference:
    Zheng et al. (2023), Judging LLM-as-a-judge with MT-bench and Chatbot Arena; Dorner, Nastl, Hardt (2025), Limits to
    scalable evaluation at the frontier: LLM as judge won't beat twice the data.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.stats import norm

from quorate.arrays import Floats, Ints
from quorate.data.verdicts import Verdicts
from quorate.errors import InputError
from quorate.estimators.trust.followers import Follower, find_followers
from quorate.estimators.trust.habits import Habit, find_habits, own_system
from quorate.estimators.trust.injection import Injection, Spoken, find_injections, find_words
from quorate.estimators.trust.replacement import Replacement, hold_against
from quorate.kernels.metric_agreement import ratio_interval
from quorate.wording.phrases import counted

MOST_SAVED = 2.0  # by a judge that is no better than what it judges
FEWEST = 20  # pairs judged by both


@dataclass(frozen=True, kw_only=True)
class Share:
    """A share with its interval and what it counts."""

    value: float
    low: float
    high: float
    count: int


@dataclass(frozen=True, kw_only=True)
class JudgeTrust:
    """What people say about one judge.

    Attributes:
        judge: Its name.
        verdicts: How many there are.
        unread: How many could not be read.
        flips: Share of the pairs asked in both orders in which it contradicts itself, of how many.
        agreement: With people, ties counted.
        decided: With people, where neither ties.
        right: Where people decide, its ties counting one half.
        people: How often two people agree, ties counted.
        people_decided: How often two people agree where neither ties.
        kinds: Where it decides: shares of judgments that say the same, tie, and say the opposite.
        calibration: Mean distance of its probabilities from people's mean outcome; NaN where it gives none.
        habits: What moves its verdicts.
        saving: 1/(1 − ρ²).
        is_among: Whether it judges itself as well.
        by_pair: *Right* for each pair of systems.
        by_group: *Right* for each group of items.
        replacement: Whether it may stand in for a person.
        followers: Annotators beside it: who answers like it rather than like people.
        injections: Outputs that seem to tell it what to say.
    """

    judge: str
    verdicts: int
    unread: int
    flips: Share
    agreement: Share
    decided: Share
    right: Share
    people: Share
    people_decided: Share
    kinds: tuple[float, float, float]
    calibration: float
    habits: tuple[Habit, ...]
    saving: float
    is_among: bool
    by_pair: dict[tuple[str, str], Share]
    by_group: dict[str, Share]
    replacement: Replacement
    followers: tuple[Follower, ...]
    injections: tuple[Injection, ...]

    @property
    def is_refused(self) -> bool:
        """Whether it cannot be told from chance, or is worse."""
        return not self.right.low > 0.5


def trust_judges(data: Verdicts, *, level: float = 0.95) -> tuple[JudgeTrust, ...]:
    """Hold each judge against people, the most often right first; those of `unheard_judges` are left out.

    Raises:
        InputError: There are no judgments, or every judge shares too few pairs with people.
    """
    if not len(data.outcome):
        raise InputError("There are no judgments by people to hold verdicts against: name a file with --judgments.")
    z = float(norm.ppf(0.5 + level / 2))
    unheard = unheard_judges(data)
    if len(unheard) == len(data.judges):
        raise InputError(" ".join(unheard.values()))
    spoken = find_words(data)
    found = [_trust(data, judge, spoken, z) for judge, name in enumerate(data.judges) if name not in unheard]
    return tuple(sorted(found, key=lambda one: -one.right.value if np.isfinite(one.right.value) else 1.0))


def unheard_judges(data: Verdicts) -> dict[str, str]:
    """Judges that share too few pairs with people to be held against them, and that in words."""
    unit, people_unit = units_of(data)
    words = {}
    for judge, name in enumerate(data.judges):
        mine = data.judge == judge
        is_read = np.isfinite(data.verdict)
        shared = int(np.isin(np.unique(people_unit), unit[mine & is_read]).sum())
        if shared < FEWEST:
            given, unread = int(mine.sum()), int((mine & ~is_read).sum())
            words[name] = (
                f"{name} and people share {shared} pairs of outputs; it takes at least {FEWEST}. "
                f"{counted(given, 'verdict was', 'verdicts were')} given, {unread:,} of them could not be read."
            )
    return words


def _trust(data: Verdicts, judge: int, spoken: Spoken, z: float) -> JudgeTrust:
    mine = data.judge == judge
    name = data.judges[judge]
    unit, people_unit = units_of(data)
    units, merged, asked_both, flipped = merge_verdicts(unit[mine], data.verdict[mine], data.shown[mine])
    place = np.searchsorted(units, people_unit).clip(max=max(len(units) - 1, 0))
    has = (units[place] == people_unit) if len(units) else np.zeros(len(people_unit), dtype=np.bool_)
    verdict = np.where(has, merged[place] if len(units) else np.nan, np.nan)
    known = np.isfinite(verdict)
    item, said, seen = data.people_item[known], data.outcome[known], verdict[known]
    decides = said != 0.5
    both = decides & (seen != 0.5)
    right = np.where(seen == 0.5, 0.5, (seen == said).astype(np.float64))
    people, people_decided = _people(data, np.isin(people_unit, units), z)
    chosen = seen != 0.5
    kinds = tuple(float(np.mean(part)) if chosen.any() else np.nan for part in (
        (said == seen)[chosen], (said == 0.5)[chosen], ((said != seen) & decides)[chosen]
    ))  # fmt: skip
    items = unit_item(units[asked_both], data)
    return JudgeTrust(
        judge=name,
        verdicts=int(mine.sum()),
        unread=int((~np.isfinite(data.verdict[mine])).sum()),
        flips=share_of(flipped[asked_both].astype(np.float64), items, z),
        agreement=share_of((said == seen).astype(np.float64), item, z),
        decided=share_of((said == seen)[both].astype(np.float64), item[both], z),
        right=share_of(right[decides], item[decides], z),
        people=people,
        people_decided=people_decided,
        kinds=kinds,  # type: ignore[arg-type]
        calibration=_calibration(data, mine, unit, people_unit),
        habits=find_habits(data, judge, _means(data, people_unit, unit), z),
        saving=_saving(data, known, verdict),
        is_among=own_system(name, data.systems) >= 0,
        by_pair=_by_pair(data, known, decides, right, z),
        by_group=_by_group(data, item[decides], right[decides], z),
        replacement=hold_against(people_unit, data.annotator, data.outcome, verdict),
        followers=find_followers(data.annotators, people_unit, data.annotator, data.outcome, verdict),
        injections=find_injections(data, judge, spoken),
    )


def units_of(data: Verdicts) -> tuple[Ints, Ints]:
    """A number for each item and pair, of verdicts and of judgments."""
    k = len(data.systems)
    return (
        (data.item * k + data.first) * k + data.second,
        (data.people_item * k + data.people_first) * k + data.people_second,
    )


def unit_item(unit: Ints, data: Verdicts) -> Ints:
    """The item of units."""
    return unit // len(data.systems) ** 2


def merge_verdicts(
    unit: Ints, verdict: Floats, shown: Ints
) -> tuple[Ints, Floats, NDArray[np.bool_], NDArray[np.bool_]]:
    """Units, their one verdict, whether both orders were read, and whether orders contradict each other.

    Several verdicts on the same order are one by majority, or a tie.
    """
    known = np.isfinite(verdict)
    asked, place = np.unique(3 * unit[known] + shown[known] + 1, return_inverse=True)
    values = (np.sign(sums_of(place, 2 * verdict[known] - 1, len(asked))) + 1) / 2
    orders = asked % 3 - 1
    units, code = np.unique(asked // 3, return_inverse=True)
    low, high = np.full(len(units), 2.0), np.full(len(units), -1.0)
    np.minimum.at(low, code, values)
    np.maximum.at(high, code, values)
    there, back = (np.bincount(code, weights=orders == way, minlength=len(units)) > 0 for way in (1, -1))
    return units, np.where(low == high, low, 0.5), there & back, low != high


def share_of(part: Floats, item: Ints, z: float) -> Share:
    """A mean with clusters."""
    if not len(part):
        return Share(value=float("nan"), low=0.0, high=1.0, count=0)
    code = np.unique(item, return_inverse=True)[1]
    value, low, high = ratio_interval(sums_of(code, part), sums_of(code, np.ones(len(part))), z)
    return Share(value=value, low=low, high=high, count=len(part))


def sums_of(code: Ints, values: NDArray[np.generic], size: int = 0) -> Floats:
    """Values added up by group."""
    return np.bincount(code, weights=values, minlength=size).astype(np.float64)


def _people(data: Verdicts, chosen: NDArray[np.bool_], z: float) -> tuple[Share, Share]:
    """How often two judgments of a pair agree: ties counted, and where neither ties."""
    unit = units_of(data)[1][chosen]
    units, code = np.unique(unit, return_inverse=True)
    counts = np.stack([sums_of(code, data.outcome[chosen] == value, len(units)) for value in (0, 0.5, 1)])
    item = np.unique(unit_item(units, data), return_inverse=True)[1]

    def share(rows: Floats) -> Share:
        alike, all_pairs = (rows * (rows - 1) / 2).sum(axis=0), rows.sum(axis=0) * (rows.sum(axis=0) - 1) / 2
        value, low, high = ratio_interval(sums_of(item, alike), sums_of(item, all_pairs), z)
        return Share(value=value, low=low, high=high, count=int(all_pairs.sum()))

    return share(counts), share(counts[[0, 2]])


def _means(data: Verdicts, people_unit: Ints, unit: Ints) -> Floats:
    """People's mean outcome on each unit asked for; NaN where nobody judged."""
    units, code = np.unique(people_unit, return_inverse=True)
    mean = np.bincount(code, weights=data.outcome) / np.bincount(code)
    place = np.searchsorted(units, unit).clip(max=len(units) - 1)
    return np.where(units[place] == unit, mean[place], np.nan)


def _calibration(data: Verdicts, mine: NDArray[np.bool_], unit: Ints, people_unit: Ints) -> float:
    from quorate.metrics.comparer import calibration_error

    means = _means(data, people_unit, unit[mine])
    known = np.isfinite(data.probability[mine]) & np.isfinite(means)
    return calibration_error(data.probability[mine][known], means[known]) if known.sum() >= FEWEST else float("nan")


def _saving(data: Verdicts, known: NDArray[np.bool_], verdict: Floats) -> float:
    """1/(1 − ρ²) with ρ of single judgments within pairs of systems."""
    pair = np.unique(data.people_first[known] * len(data.systems) + data.people_second[known], return_inverse=True)[1]
    count = np.bincount(pair)
    one, other = (
        values - (np.bincount(pair, weights=values) / count)[pair] for values in (verdict[known], data.outcome[known])
    )
    below = float((one @ one) * (other @ other))
    return 1 / (1 - min(float(one @ other) ** 2 / below, 0.999)) if below > 0 else 1.0


def _by_pair(
    data: Verdicts, known: NDArray[np.bool_], decides: NDArray[np.bool_], right: Floats, z: float
) -> dict[tuple[str, str], Share]:
    first, second = data.people_first[known][decides], data.people_second[known][decides]
    item, values = data.people_item[known][decides], right[decides]
    found = {}
    for one, other in sorted(set(zip(first.tolist(), second.tolist(), strict=True))):
        here = (first == one) & (second == other)
        found[data.systems[one], data.systems[other]] = share_of(values[here], item[here], z)
    return found


def _by_group(data: Verdicts, item: Ints, right: Floats, z: float) -> dict[str, Share]:
    if not data.group:
        return {}
    groups = np.array(data.group)[item]
    return {name: share_of(right[groups == name], item[groups == name], z) for name in dict.fromkeys(groups.tolist())}
