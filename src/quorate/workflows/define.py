"""Begin a study: outputs of some systems, and what shall be found out about them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack, cast

from quorate.io.held import Source
from quorate.workflows.limits import check_limits

if TYPE_CHECKING:
    from quorate.io import Understood
    from quorate.planning.prospect import Prospect
    from quorate.records.design import Design
    from quorate.records.guide import Guide
    from quorate.selection.selection import Selection
    from quorate.study import Question, Study
    from quorate.workflows.options import StudyOptions

LEASE = 3600.0  # seconds that an open question is reserved, where nothing is said
OPEN_LEASE = 600.0  # seconds of silence after which somebody in an open crowd counts as away, unless given


@dataclass(frozen=True, kw_only=True)
class Definition:
    """A study that could begin: nothing is written yet.

    Attributes:
        name: Name of the study.
        design: Its design, with a margin that the material can settle.
        understood: What the outputs were taken for.
        expected: How many judgments it will take.
        annotators: Names of the panel, where there is one.
        price: What an answer costs; 0 where nobody said.
    """

    name: str
    design: "Design"
    understood: "Understood"
    expected: "Prospect"
    annotators: tuple[str, ...] = ()
    price: float = 0.0

    def begin(self, store: Any = "memory:", *, replace: bool = False) -> "Study":  # noqa: ANN401 - address or store
        """Write it to a store, all or nothing.

        Args:
            store: The path of an SQLite file, the address of a database, or an open store.
            replace: Whether a study of that name without judgments makes way.

        Raises:
            ExistsError: The store holds a study of that name.
        """
        from quorate.study import Study

        study = Study.define(
            self.name,
            self.understood.material,
            design=self.design,
            store=store,
            replace=replace,
            annotators=self.annotators,
        )
        if self.price:
            study.store.change_settings(study.name, {"price_judgment": f"{self.price:g}"})
        return study

    def first_question(self) -> "Question":
        """The first question as its annotator would see it.

        Raises:
            InputError: No item can be asked about.
        """
        from quorate.study.preview import first_question

        return first_question(self.understood.material, self.design)


def define(
    name: str,
    outputs: Source,
    *,
    store: Any = "memory:",  # noqa: ANN401 - address or store
    replace: bool = False,
    **options: "Unpack[StudyOptions]",
) -> "Study":
    """Begin a study over the outputs of some systems; nothing is written unless all of it is valid.

    Args:
        name: Name of the study.
        outputs: A file or folder of outputs in any known shape, a list of dicts, a dict of columns, a frame of pandas,
            Polars or Arrow, a dataset of Hugging Face; or a list of several of these.
        store: Where it shall live: the path of an SQLite file, the address of a database, or an open store.
        replace: Whether a study of that name without judgments makes way.
        options: Whatever `quorate define` takes, by the names of `prepare_study`, with the same defaults.

    Raises:
        ExistsError: The store holds a study of that name.
        InputError: The outputs or the design do not allow any question; says where and what to do.

    Example:
        >>> rows = [{"item": n, "system": name, "output": f"{name} {n}"} for n in range(9) for name in ("a", "b")]
        >>> study = define("small", rows, budget=20, seed=1)
        >>> study.ask("ada").number
        1
    """
    return prepare_study(name, outputs, **options).begin(store, replace=replace)


def prepare_study(
    name: str,
    outputs: Source,
    *,
    kind: str = "comparison",
    question: str = "",
    ties: bool = True,
    criteria: Mapping[str, str] | None = None,
    categories: Sequence[str] = (),
    context: str = "",
    evidence: bool = True,
    paragraphs: bool = False,
    merge: str = "",
    links: Sequence[str] = (),
    types: Sequence[str] = (),
    relations: Sequence[str] = (),
    listed_in: str = "",
    policy: str = "",
    policy_parameters: Mapping[str, float] | None = None,
    target: str = "winner",
    top: int = 1,
    scope: str = "items",
    strict: bool = False,
    exact: bool = False,
    selector: str = "uniform",
    budget: int | None = None,
    width: float | None = None,
    difference: float | None = None,
    copies: int = 1,
    annotators: Sequence[str] = (),
    frame: str = "",
    lease: float | None = None,
    ahead: int = 1,
    cluster: str = "item",
    level: float = 0.95,
    error: float | None = None,
    margin: float = 0.0,
    people: int = 0,
    seconds: float = 0.0,
    price: float = 0.0,
    columns: Mapping[str, str | Sequence[str]] | None = None,
    show: Sequence[str] | None = None,
    labels: Mapping[str, str] | None = None,
    shape: str = "",
    guide: "Guide | str | Path | None" = None,
    selection: "Selection | str | Path | None" = None,
    seed: int | None = None,
    metrics: Source = None,
    metric: str = "",
    use: str = "",
    validation: Source = None,
    validation_metrics: Source = None,
    share: float | None = None,
) -> Definition:
    """What `define` would begin, without beginning it: what was understood, what to expect, the first question.

    Args:
        name: Name of the study.
        outputs: As for `define`.
        kind: Kind of question: comparison, rating, edit, check, spans, statement, listing, or one that another package
            brings along.
        question: The question, as the annotator reads it.
        ties: Whether a tie is an answer.
        criteria: What is rated, each with its scale: `{"fluency": "likert5"}`.
        categories: Categories that marked errors may have.
        context: Text of the item that a check goes by.
        evidence: Whether the verdict of a check, or "right" of a statement, needs a marked place.
        paragraphs: Of checks and statements: whether any marked paragraph supports it, and what share of them does, are
            numbers beside the verdict.
        merge: How several answers about one statement become one: their `mean` (unless given), or what the `majority`
            says.
        links: What is judged beside a statement, such as subject and source.
        types: What a mark of a listing can be.
        relations: How two marks of a listing can be linked.
        listed_in: Study of the kind listing whose items say what recall is of.
        policy: Which pair next; without it `certified` for comparisons, else `uniform`.
        policy_parameters: Parameters of a published policy that are not its usual ones.
        target: What is to be found out: winner, top or ranking.
        top: How many systems the top holds.
        scope: What claims hold for: items, judgments or population.
        strict: Whether exact ties at the top are ruled out.
        exact: Whether to end only when one system beats every other.
        selector: Which item next.
        budget: Stop after so many judgments.
        width: Stop when no interval that holds at every look is wider.
        difference: The same for differences of ratings.
        copies: How many annotators are asked the same question.
        annotators: Names of a panel; without it whoever comes.
        frame: Whose opinion a claim is about: panel, open-crowd or as-they-came; without it what fits.
        lease: Seconds that an open question is reserved; without it an hour, in an open crowd ten minutes.
        ahead: Questions fetched early.
        cluster: What is not independent: copy, item, document or annotator.
        level: Level of every interval.
        error: 1 − level, instead of it.
        margin: What is too little to matter; 0: what the material can settle.
        people: About how many annotators will take part; 0 where nobody knows.
        seconds: That an answer takes, to say hours.
        price: Of an answer, to say money.
        columns: Our name of a column → what the outputs call it; several where each system has its own.
        show: Fields of an item that annotators see; without it what asks for the outputs.
        labels: What annotators read above a field instead of its name.
        shape: What files are, where that shall not be told by looking at them.
        guide: What annotators are told and tested with, or a file of it.
        selection: Chosen items, as `select` finds them, or a file of them: the study asks about these alone.
        seed: For simulations: what questions are drawn from; without it a secret, so that nobody can compute them.
        metrics: Automatic scores of the outputs, from elsewhere.
        metric: One of them that decides part of the comparisons; nothing that is found then is certified.
        use: What for: mix, uncertainty, eliminate or both.
        validation: Comparisons by people, on which the metric is fitted and held against people.
        validation_metrics: Scores of the outputs that these are about, where they are not outputs of the study.
        share: Part of the comparisons that the metric may answer; by rules of thumb without it.

    Raises:
        InputError: The outputs or the design do not allow any question; says where and what to do.
    """
    import secrets

    from quorate.planning.margins import Sizes
    from quorate.planning.prospect import prospect
    from quorate.policies import policy_of
    from quorate.records.chosen import only_chosen
    from quorate.records.claims import Claim
    from quorate.records.design import Cluster, Design, Scope, Target
    from quorate.records.material import MaterialIndex
    from quorate.records.showing import labelled, with_shown
    from quorate.study.study import check_material

    check_limits(people=(people, 0, inf), seconds=(seconds, 0, inf), price=(price, 0, inf), error=(error, 0, 1))
    bounds = {"budget": budget, "width": width, "difference": difference}
    if (metric or use) and not policy and kind == "comparison":
        policy = "rmed1"  # certifies nothing, so that nothing of what is certified depends on a metric
    names = {label: field for field, label in (labels or {}).items()}  # what is shown may be said by either
    design = Design(
        kind=kind,
        question=_question(
            question,
            ties=ties,
            criteria=criteria,
            categories=categories,
            context=context,
            evidence=evidence,
            paragraphs=paragraphs,
            more={"merge": merge, "links": links, "types": types, "relations": relations, "listed_in": listed_in},
        ),
        policy=policy,
        policy_parameters=dict(policy_parameters or {}),
        target=cast("Target", target),
        top=top,
        scope=cast("Scope", scope),
        strict=strict,
        claim=Claim.BEATS_ALL if exact else "",
        selector=selector,
        stopping={rule: bound for rule, bound in bounds.items() if bound is not None},
        copies=copies,
        lease=LEASE if lease is None else lease,
        ahead=ahead,
        cluster=cast("Cluster", cluster),
        level=level if error is None else 1 - error,
        margin=margin,
        show=tuple(names.get(one, one) for one in show) if show else None,
        seed=secrets.randbits(32) if seed is None else seed,
        draws="secret" if seed is None else "seed",
        guide=_guide(guide),
    )
    design = framed(design, frame, annotators, given_lease=lease is not None)
    understood = _read(outputs, metrics, design, columns=columns, shape=shape)
    design, material = labelled(*with_shown(design, understood.material), labels or {})
    understood = replace(understood, material=material)
    if metric or use:
        from quorate.workflows.mixing import fit_mixing

        fitted = fit_mixing(metric, use or "both", material, validation, scores=validation_metrics, share=share)
        design = replace(design, mixing=fitted)
        policy_of(design)  # says what cannot be mixed
    if selection is not None:
        design = _with_selection(design, selection, material.items.names)
    check_material(material, design)
    sizes = Sizes.of(only_chosen(MaterialIndex.of(material), design.chosen))
    design, expected = prospect(
        design, sizes, people=design.people or people, given=margin > 0, seconds=seconds, price=price
    )
    return Definition(
        name=name,
        design=design,
        understood=understood,
        expected=expected,
        annotators=tuple(annotators),
        price=price,
    )


def _question(
    words: str,
    *,
    ties: bool,
    criteria: Mapping[str, str] | None,
    categories: Sequence[str],
    context: str,
    evidence: bool,
    paragraphs: bool,
    more: Mapping[str, Sequence[str]],
) -> dict[str, Any]:
    """The options of the kind that somebody has set."""
    given: dict[str, Any] = {"words": words} if words else {}
    given |= {} if ties else {"ties": False}
    given |= {"criteria": dict(criteria)} if criteria else {}
    given |= {"categories": list(categories)} if categories else {}
    given |= {"context": context} if context else {}
    given |= {"paragraphs": True} if paragraphs else {}
    given |= {name: value if isinstance(value, str) else list(value) for name, value in more.items() if value}
    return given if evidence else given | {"evidence": False}


def _guide(guide: "Guide | str | Path | None") -> "Guide":
    from quorate.io import read_guide
    from quorate.records.guide import Guide

    if guide is None:
        return Guide()
    return read_guide(guide) if isinstance(guide, str | Path) else guide


def framed(design: "Design", frame: str, panel: Sequence[str], *, given_lease: bool) -> "Design":
    """The design with whose opinion its claim is about: a panel where it is named, else an open crowd where it can be.

    Raises:
        InputError: There is no such frame, or it does not go with the panel or the rest of the design.
    """
    from quorate.errors import InputError
    from quorate.records.design import Frame

    name = frame.replace("-", " ")
    if panel:
        if name not in {"", "panel"}:
            raise InputError("--annotator names a panel; leave --frame out, or let people come by links.")
        if len(set(panel)) < len(panel):
            raise InputError("--annotator names somebody twice.")
        return replace(design, frame="panel", people=len(panel))
    if name == "panel":
        raise InputError("A panel is named: give --annotator NAME for each of its people.")
    if not name:
        name = "open crowd" if design.may_draw_people else "as they came"
    if name not in {"open crowd", "as they came"}:
        raise InputError("--frame is open-crowd or as-they-came; a panel is made by --annotator.")
    lease = design.lease if given_lease or name != "open crowd" else OPEN_LEASE
    return replace(design, frame=cast("Frame", name), lease=lease)


def _with_selection(design: "Design", selection: "Selection | str | Path", names: Sequence[str]) -> "Design":
    """The design of a study that asks about the items of a selection alone."""
    from quorate.io.selections import read_selection

    if isinstance(selection, str | Path):
        selection, _ = read_selection(Path(selection), names)
    return replace(design, chosen=selection.chosen)


def _read(
    outputs: Source,
    metrics: Source,
    design: "Design",
    *,
    columns: Mapping[str, str | Sequence[str]] | None,
    shape: str,
) -> "Understood":
    from quorate.errors import FileError, InputError
    from quorate.io import check_systems
    from quorate.policies import policy_of
    from quorate.questions import Family, kind_of
    from quorate.workflows.understanding import understand_sets, understand_sources, with_metrics

    policy_of(design)  # a wrong name is said before files are read
    kind = kind_of(design)
    arity = kind.arity
    if kind.family is Family.SET:
        understood = understand_sets(outputs, columns=columns, is_stated=arity > 0)
    else:
        understood = understand_sources(outputs, columns=columns, shape=shape)
    try:
        check_systems(understood.material, arity)
    except InputError as error:
        files = [str(path) for part in understood.parts for path in part.paths]
        raise FileError(", ".join(files), str(error)) from error
    return replace(understood, material=with_metrics(understood.material, metrics))
