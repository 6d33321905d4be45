"""Past evaluations in which every system was judged on every item: what choices of items are held against.

Items count where every system has a score; people and references do not count as systems. MQM is max(0, 100 + 4·MQM).
Budgets are ten, spaced geometrically: 5 to 50 % of the items, 25 to 75 % for sets of fewer than 200 (as the paper has
it for SummEval).
"""

import pickle
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path

import numpy as np
from subsets import budgets

from quorate.io import read_scores
from quorate.io.benchmark import ScoresData, outputs
from quorate.selection.candidates import Candidates

PEOPLE = frozenset(
    ("refA", "refB", "refC", "ref", "synthetic_ref", "ref-A", "ref-B", "ref-C", "ref-D", "Human", "reference")
)
HUMAN_TEXTS = frozenset(("WebNLG-2020-reference", "webnlg"))
SMALL = 200
MOST_MISSING = 0.02  # a metric that lacks more of its scores is left out
LOWER_IS_BETTER = ("ter", "hter")
MAIN = {  # where the default is held against top variance
    "WMT23 en-de MQM": ("wmt23_ende", "mqm", "MetricX-23"),
    "WMT23 en-de DA-SQM": ("wmt23_ende", "da-sqm", "MetricX-23"),
    "WMT23 zh-en MQM": ("wmt23_zhen", "mqm", "MetricX-23"),
    "WMT23 zh-en DA-SQM": ("wmt23_zhen", "da-sqm", "MetricX-23"),
}
SUMMARIES = {
    f"SummEval {words}": ("summeval", criterion, f"geval_gpt4_{metric}")
    for words, criterion, metric in (
        ("relevance", "relevance", "relevance"),
        ("coherence", "coherence", "coherence"),
        ("consistency", "consistency", "consistency"),
        ("fluency", "fluency", "fluency"),
        ("sum", "overall_mean", "sum"),
    )
}
RECENT = {
    "WMT24 en-cs ESA": ("wmt24_encs_esa", "ESA", "chrf"),
    "WMT24 en-zh ESA": ("wmt24_enzh_esa", "ESA", "chrf"),
}
OTHERS = {
    "WMT23 en-de ESA": ("wmt23_ende_esa", "ESA", "MetricX-23"),
    "WMT23 en-de ESA-AI": ("wmt23_ende_esa", "ESAAI", "MetricX-23"),
    "WMT23 en-de MQM again": ("wmt23_ende_esa", "MQM", "MetricX-23"),
    "WMT23 en-de side by side": ("wmt23_ende_sxsmqm", "mqm_sxs", "MetricX-23"),
    "WMT21 news en-de MQM": ("wmt21_news_ende_mqm", "mqm", "chrf"),
    "WMT21 news zh-en MQM": ("wmt21_news_zhen_mqm", "mqm", "chrf"),
    "WMT21 TED en-de MQM": ("wmt21_ted_ende_mqm", "mqm", "chrf"),
    "WMT21 TED zh-en MQM": ("wmt21_ted_zhen_mqm", "mqm", "chrf"),
    "OpenMEVA-ROC": ("openmeva_roc", "overall", ""),
    **{
        f"CNN/DailyMail {name}": ("cdm-language-quality", name, "")
        for name in ("grammar", "hter", "overall", "redundancy")
    },
    **{f"MS MARCO {name}": ("msmarco-correctness", name, "") for name in ("AnyCorrect", "AvgCorrect")},
    **{
        f"DialSummEval {name}": ("dialsummeval_amt", name, "")
        for name in ("coherence", "consistency", "fluency", "relevance")
    },
    **{
        f"HANNA {name}": ("hanna", name.capitalize(), "")
        for name in ("coherence", "complexity", "empathy", "engagement", "relevance", "surprise")
    },
    **{f"Newsroom {name}": ("newsroom", name, "") for name in ("coherence", "fluency", "informativeness", "relevance")},
    **{f"OpinSummEval {name}": ("opinsummeval", name, "") for name in ("asp_rel", "readblty", "self_coh", "sent_con")},
    **{f"WebNLG 2017 {name}": ("webnlg2017", name, "") for name in ("fluency", "grammaticality", "semantic_adequacy")},
    **{
        f"WebNLG 2020 {name}": ("webnlg2020_en", name, "")
        for name in ("Correctness", "DataCoverage", "Fluency", "Relevance", "TextStructure")
    },
}
SETS = {**MAIN, **SUMMARIES, **RECENT, **OTHERS}


@dataclass(frozen=True, kw_only=True)
class ScoreSet:
    """One past evaluation.

    Attributes:
        name: What to call it.
        scores: System × item, complete, higher is better.
        low: Lowest score possible, as far as the scores show.
        high: Highest score possible.
        candidates: What was known beforehand: metrics, texts, domain and document of each item.
        document: Number of each item's document; `None` where documents are not known.
        domain: Number of each item's domain; `None` where there is one.
        seconds: System × item: time of each judgment, NaN where unknown.
        kept: What was worked out about the set; it goes when the set goes.
    """

    name: str
    scores: np.ndarray
    low: float
    high: float
    candidates: Candidates
    document: np.ndarray | None
    domain: np.ndarray | None
    seconds: np.ndarray
    kept: dict = field(default_factory=dict, compare=False)

    @property
    def items(self) -> int:
        """How many items."""
        return self.scores.shape[1]

    @property
    def shares(self) -> tuple[float, ...]:
        """Budgets as shares."""
        return budgets(self.items, least=0.25, most=0.75) if self.items < SMALL else budgets(self.items)

    def part(self, systems: np.ndarray, items: np.ndarray) -> "ScoreSet":
        """Some of the systems and items."""
        return replace(
            self,
            scores=self.scores[np.ix_(systems, items)],
            candidates=self.candidates.with_systems(systems).with_items(items),
            document=None if self.document is None else self.document[items],
            domain=None if self.domain is None else self.domain[items],
            seconds=self.seconds[np.ix_(systems, items)],
            kept={},
        )


def prepare(data: Path, folder: Path) -> None:
    """Read every set once, so that processes need not parse tables: they would take the memory for a leak."""
    for number, name in enumerate(SETS):
        (folder / f"{number}.pickle").write_bytes(pickle.dumps(parse_set(data, name)))


@cache
def read_set(folder: Path, name: str) -> ScoreSet:
    """One set, as it was prepared."""
    return pickle.loads((folder / f"{list(SETS).index(name)}.pickle").read_bytes())


@cache
def _raw(folder: Path) -> ScoresData:
    return read_scores(folder)


def parse_set(data: Path, name: str, *, is_published: bool = True) -> ScoreSet:
    """One set from its folder; MQM as published for choices of items (cut off at 0 of 100), or as it was scored."""
    folder, criterion, metric = SETS[name]
    given = _raw(data / "scores" / folder)
    rows = given.criterion == given.criteria.index(criterion)
    shape = (len(given.systems), len(given.items))
    scores = _means(given, rows, given.score, shape)
    seconds = _means(given, rows & np.isfinite(given.seconds), np.clip(given.seconds, 0, 300), shape)
    systems = [
        number
        for number, system in enumerate(given.systems)
        if system not in PEOPLE | HUMAN_TEXTS and np.isfinite(scores[number]).any() and _has_metrics(given, number)
    ]
    items = np.flatnonzero(np.isfinite(scores[systems]).all(axis=0))
    scores = scores[np.ix_(systems, items)]
    if is_published and criterion.lower().startswith("mqm"):
        scores = np.maximum(0.0, 100.0 + 4.0 * scores)
    if criterion in LOWER_IS_BETTER:
        scores = -scores
    metrics = {
        known: (-1.0 if known in LOWER_IS_BETTER else 1.0) * values[np.ix_(systems, items)]
        for known, values in given.metrics.items()
    }
    metrics = {known: values for known, values in metrics.items() if np.isnan(values).mean() < MOST_MISSING}
    texts = _texts(data / "scores" / folder, given, systems, items)
    columns = texts["columns"]
    return ScoreSet(
        name=name,
        scores=scores,
        low=float(scores.min()),
        high=float(scores.max()),
        candidates=Candidates(
            items=tuple(given.items[item] for item in items),
            systems=tuple(given.systems[system] for system in systems),
            exists=np.ones(scores.shape, dtype=np.bool_),
            metrics=metrics,
            metric=metric if metric in metrics else None,
            outputs=texts["outputs"],
            sources=texts["sources"],
            human=scores,
            columns=columns,
        ),
        document=_codes(columns.get("document")),
        domain=_codes(columns.get("domain")),
        seconds=seconds[np.ix_(systems, items)],
    )


def _has_metrics(given: ScoresData, system: int) -> bool:
    """Whether any metric knows a system: in WMT21 some were made for the metrics task, and lack outputs."""
    return not given.metrics or any(np.isfinite(values[system]).any() for values in given.metrics.values())


def _means(given: ScoresData, rows: np.ndarray, values: np.ndarray, shape: tuple[int, int]) -> np.ndarray:
    place = given.system[rows] * shape[1] + given.item[rows]
    counts = np.bincount(place, minlength=shape[0] * shape[1])
    totals = np.bincount(place, weights=values[rows], minlength=len(counts))
    return np.divide(totals, counts, out=np.full(len(counts), np.nan), where=counts > 0).reshape(shape)


def _texts(folder: Path, given: ScoresData, systems: list[int], items: np.ndarray) -> dict:
    """Outputs, sources, domains and documents in the order of the scores; nothing where there are no texts."""
    material = _material(folder)
    if material is None:
        return {"outputs": (), "sources": (), "columns": {}}
    place = {name: number for number, name in enumerate(material.items.names)}
    rows = [place.get(given.items[item]) for item in items]
    if any(row is None for row in rows):
        return {"outputs": (), "sources": (), "columns": {}}
    by_name = {system.name: system.texts for system in material.systems}
    texts = [by_name.get(given.systems[system]) for system in systems]
    known = all(one is not None and all(one[row] is not None for row in rows) for one in texts)
    sources = material.items.texts.get("source", ())
    return {
        "outputs": tuple(tuple(one[row] for row in rows) for one in texts) if known else (),
        "sources": tuple(sources[row] for row in rows) if sources else (),
        "columns": {name: tuple(values[row] for row in rows) for name, values in material.items.columns.items()},
    }


@cache
def _material(folder: Path):  # noqa: ANN202
    return outputs(folder)


def _codes(values: tuple[str | None, ...] | None) -> np.ndarray | None:
    """Numbers of names; `None` where there are none, or all are the same."""
    if values is None or any(value is None for value in values) or len(set(values)) < 2:
        return None
    return np.unique(np.array(values), return_inverse=True)[1].astype(np.int64)
