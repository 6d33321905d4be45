"""Begin a study that labels a stream of inputs, or see that one is there as it is wanted."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, cast

from quorate.errors import InputError

if TYPE_CHECKING:
    from quorate.records.guide import Guide
    from quorate.records.labelling import ModelName
    from quorate.study import Study

LEASES = 2  # leases within the patience: what somebody leaves open for one goes to somebody else


def define_labelling(
    name: str,
    *,
    labels: Sequence[str],
    store: Any = "memory:",  # noqa: ANN401 - address or store
    model: "ModelName" = "chain",
    cost: float = 0.004,
    second: float = 0.0,
    patience: float = 5.0,
    most: int = 5,
    queue: int = 1000,
    lease: float | None = None,
    audit: float = 0.0,
    block: int = 1000,
    error: float = 0.05,
    auditors: Sequence[str] = (),
    question: str = "",
    policy: str = "look-ahead",
    budget: int | None = None,
    guide: "Guide | None" = None,
    seed: int = 0,
    clock: Any = None,  # noqa: ANN401 - a function
) -> "Study":
    """Begin a study that labels a stream of inputs.

    Args:
        name: Name of the study.
        labels: What an input, or a word of it, can be.
        store: Where it shall live.
        model: `chain`: each word has a label. `head`: the text has one.
        cost: Price of a question, where a wrong label costs 1.
        second: Price of a second until an input is answered.
        patience: Seconds after which an input is answered with what is known.
        most: How often one position may be asked about.
        queue: How many inputs may wait for people at once; what comes beyond is answered without asking.
        lease: Seconds after which an unanswered question goes to somebody else; half of the patience without it.
        audit: Share of the inputs that auditors check.
        block: Inputs in one block of the audit.
        error: Chance, for each block, that the audit's bound is ever too high.
        auditors: Names of those who check, and answer nothing else.
        question: The question in words.
        policy: What decides which positions are asked about: `look-ahead`, `online` (nobody is asked), `1-vote` …
        budget: At most so many answers are asked for.
        guide: What annotators are told, practise on and are checked with.
        seed: What the audit and the lessons are drawn from.
        clock: Says what time it is, in seconds since 1970 (UTC).
    """
    from quorate.records.design import Design
    from quorate.records.guide import Guide
    from quorate.records.labelling import Labelling
    from quorate.records.material import Items, Material
    from quorate.study import Study

    design = Design(
        kind="tag",
        question={
            "labels": list(labels),
            "about": "word" if model == "chain" else "text",
            **({"words": question} if question else {}),
        },
        policy=policy,
        evidence="arrived",
        lease=patience / LEASES if lease is None else lease,
        show=("text",),
        stopping={} if budget is None else {"budget": budget},
        guide=guide or Guide(reason="no"),
        seed=seed,
        labelling=Labelling(
            model=model,
            question=cost,
            second=second,
            patience=patience,
            most=most,
            queue=queue,
            audit=audit,
            block=block,
            error=error,
            auditors=len(set(auditors)),
        ),
    )
    study = Study.define(name, Material(items=Items(names=()), systems=()), design=design, store=store, clock=clock)
    for auditor in dict.fromkeys(auditors):  # one by one: they have the numbers from 1
        study.ledger.people.introduce(auditor)
    return study


def check_same(study: "Study", wanted: Mapping[str, Any]) -> None:
    """Raise where a study was begun otherwise than somebody wants it."""
    design = study.design
    if design.labelling is None:
        raise InputError(f"{study.name!r} is a study of {design.kind}s, and labels nothing.")
    kind = cast("Any", study.kind)
    there = {
        "labels": tuple(kind.labels),
        "cost": design.labelling.question,
        "policy": design.policy,
        "question": kind.words,
        "auditors": None,
        "lease": design.lease,
        "seed": design.seed,
    }
    for name, value in wanted.items():
        known = there.get(name, getattr(design.labelling, name, None))
        if known is not None and known != (tuple(value) if name == "labels" else value):
            raise InputError(
                f"{study.name!r} was begun with {name} {known!r}, not {value!r}: name a new one otherwise."
            )
