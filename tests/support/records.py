"""Hypothesis strategies for designs and for events of every kind, each on its own."""

from hypothesis import strategies as st

from quorate.records.chosen import ChosenItems
from quorate.records.design import Design
from quorate.records.events import (
    Event,
    ItemsAdded,
    JudgmentRetracted,
    OutputsAdded,
    ScoresAdded,
    StudyClosed,
    StudyDefined,
    SystemAdded,
)
from quorate.testing.strategies import asked, counts, details, judged, names, probabilities, rare, texts, times


def _chosen(rows: list[tuple[int, float, int]], drawn: bool, grouped: bool) -> ChosenItems:
    items = tuple(dict.fromkeys(row[0] for row in rows))
    return ChosenItems(
        items=items,
        probabilities=tuple(row[1] for row in rows[: len(items)]) if drawn else (),
        units=tuple(row[2] for row in rows[: len(items)]) if grouped else (),
        method="metric-variance",
        design="cube" if drawn else "top",
        population=len(items) + 3,
    )


chosen_items = st.builds(
    _chosen,
    st.lists(st.tuples(st.integers(0, 10**6), probabilities, st.integers(0, 9)), min_size=1, max_size=4),
    st.booleans(),
    st.booleans(),
)

designs = st.builds(
    Design,
    kind=names,
    question=details,
    policy=names,
    selector=names,
    stopping=st.dictionaries(names, st.floats(min_value=1, max_value=1e6), max_size=2),
    copies=st.integers(1, 5),
    lease=st.floats(min_value=0.1, max_value=1e6),
    ahead=st.integers(0, 5),
    cluster=st.sampled_from(["copy", "item", "document", "annotator"]),
    level=st.floats(min_value=0.01, max_value=0.99),
    margin=st.floats(min_value=0, max_value=1),
    show=st.lists(texts, max_size=3).map(tuple),
    seed=st.integers(0, 2**63 - 1),
    chosen=st.none() | chosen_items,
)


defined = st.builds(
    StudyDefined, time=times, study=names, design=designs, items=counts, digest=st.text("0123456789abcdef", max_size=64)
)
joined = st.builds(
    SystemAdded, time=times, system=st.integers(0, 1000), name=names, outputs=counts, digest=st.text("0123456789abcdef")
)


grown = st.one_of(
    st.builds(ItemsAdded, time=times, first=counts, items=counts, outputs=counts, digest=texts),
    st.builds(OutputsAdded, time=times, system=st.integers(0, 1000), outputs=counts, digest=texts),
    st.builds(
        ScoresAdded,
        time=times,
        name=names,
        about=st.sampled_from(["outputs", "pairs"]),
        signature=texts,
        scores=counts,
        digest=texts,
    ),
)


retracted = st.builds(JudgmentRetracted, time=times, number=counts, reason=texts, revision=st.integers(0, 100))
closed = st.builds(StudyClosed, time=times, reason=texts)
events: st.SearchStrategy[Event] = st.one_of(
    defined, joined, grown, asked(), judged(), judged(criteria=3), rare(), retracted, closed
)
