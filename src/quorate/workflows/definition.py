"""What a study was defined as, in words and as data."""

from typing import TYPE_CHECKING, Any

from quorate.records.claims import Claim
from quorate.wording.phrases import counted

if TYPE_CHECKING:
    from quorate.planning.prospect import Prospect
    from quorate.records.design import Design
    from quorate.study import Study


# What one question of a kind is called where they are counted.
_NOUNS = {
    "comparison": "comparison",
    "rating": "rating",
    "edit": "edit",
    "check": "check",
    "spans": "marking",
    "statement": "statement",
    "listing": "item",
}
NOT_BLIND = "not blind to whoever knows it"


_WHOSE = {
    "panel": "these annotators, each counted alike, on these items",
    "open crowd": "everybody who is there, counted alike: who is asked next is drawn among them",
    "as they came": "whoever comes; everybody weighs as much as they were asked",
}


def describe_data(study: "Study") -> dict[str, Any]:
    """Systems, items, how many questions are possible, identical and missing outputs, and the design."""
    import numpy as np

    from quorate.questions import Family, kind_of
    from quorate.records.codec import to_json

    index = study.index
    is_pair = kind_of(study.design).family is Family.PAIR
    asked_about = len(index.items) if study.design.chosen is None else len(study.design.chosen.items)
    askable, identical = index.askable_counts, index.identical_counts
    questions = np.triu(askable, 1).sum() if is_pair else np.trace(askable)
    outputs = np.diagonal(askable).tolist()
    planned = _planned(study)
    if planned is not None:
        questions = planned["possible"]
    return {
        "study": study.name,
        "state": study.state.words,
        "systems": [
            {"name": name, "outputs": count, "missing": asked_about - count}
            for name, count in zip(index.systems, outputs, strict=True)
        ],
        "items": asked_about,
        "questions": int(questions),
        "identical": int(np.triu(identical, 1).sum()) if is_pair else 0,
        "columns": sorted(index.columns),
        "metrics": sorted(index.metrics),
        "design": to_json(study.design),
        **({"planned": planned} if planned is not None else {}),
    }


def _planned(study: "Study") -> dict[str, int] | None:
    """How many statements or items could be asked about, and how many will be; `None` where it is not about sets."""
    from quorate.questions import Family

    if study.kind.family is not Family.SET:
        return None
    items = int(study.index.is_asked.sum())
    if not study.kind.arity:
        return {"possible": items, "asked": int(min(items, study.design.stopping.get("budget", items)))}
    from quorate.estimators.set_plan import plan_of

    plan = plan_of(study.design, study.index)
    expected = round(plan.expected)
    budget = int(study.design.stopping.get("budget", expected))
    return {"possible": plan.stated.statements.count, "asked": min(expected, budget)}


def _sides(design: "Design") -> str:
    """Where the guide speaks of sides that not every page has."""
    from quorate.study.sides import sides_named

    where = sides_named(design.guide) if design.kind == "comparison" else ()
    if not where:
        return ""
    says = "says" if len(where) == 1 and not where[0].endswith("s") else "say"  # instructions, thanks
    return f"{', '.join(where)} {says} left or right; on a telephone A stands above B: say A and B instead"


def describe(study: "Study", place: str, ahead: "Prospect") -> str:
    """The same, for a person, with what to expect.

    Args:
        study: A study that was just defined.
        place: Where, in words.
        ahead: What to expect of it.
    """
    data, design = describe_data(study), study.design
    missing = {system["name"]: system["missing"] for system in data["systems"] if system["missing"]}
    names = [system["name"] for system in data["systems"]]
    shown = ", ".join(names) if len(names) <= 12 else f"{', '.join(names[:10])} and {len(names) - 10} more"
    copies = f", each put to {design.copies} annotators" if design.copies > 1 else ""
    rules = ", ".join(f"{rule} {bound:g}" for rule, bound in design.stopping.items())
    certifies = design.policy == "certified"
    aim = f" (target {design.target}, scope {design.scope}, error {1 - design.level:.3g})" if certifies else ""
    given = "".join(f", {name} {value:g}" for name, value in design.policy_parameters.items())
    ends = _end(design) if certifies else "nothing left to ask (no stopping rule)"
    lines = {
        "systems": f"{len(names)}: {shown}",
        "items": f"{data['items']:,}" if design.chosen is None else design.chosen.label,
        "questions": f"{counted(data['questions'], _NOUNS.get(design.kind, 'question'))} possible{copies}",
        "guide": _sides(design),
        "identical": f"{counted(data['identical'], 'pair')} of outputs look the same: never asked, ties by construction"
        if data["identical"]
        else "",
        "missing": "; ".join(f"{name} has no output for {counted(count, 'item')}" for name, count in missing.items()),
        "metrics": ", ".join(data["metrics"]),
        "planned": "" if "planned" not in data else _planned_words(design, data["planned"]),
        "policy": _drawn(design) if "planned" in data else f"{design.policy}{given}{aim}, items {design.selector}",
        "metric": _mixed(study),
        "stops at": "" if "planned" in data else f"{ends}, or {rules}" if certifies and rules else rules or ends,
        "margin": ahead.margin_words,
        "expect": _expected(design, ahead),
        "whose": _WHOSE[design.frame] if design.may_draw_people else "",
        "drawn from": "a secret, revealed when the study is closed"
        if design.draws == "secret"
        else f"the seed {design.seed}: {NOT_BLIND}",
    }
    return "\n".join(
        [
            f"Study {study.name} is defined in {place}.",
            *(f"  {label:<10} {words}" for label, words in lines.items() if words),
        ]
    )


def _planned_words(design: "Design", planned: dict[str, int]) -> str:
    """How much is asked, and what for."""
    from quorate.estimators.set_plan import WIDTH

    if design.kind != "statement":
        return f"{counted(planned['asked'], 'item')}, unless somebody closes the study before"
    width = design.stopping.get("width", WIDTH)
    if not width:
        return f"{counted(planned['asked'], 'statement')}: all, unless somebody closes the study before"
    return f"about {counted(planned['asked'], 'statement')}, for precision to ±{50 * width:g} points of every system"


def _drawn(design: "Design") -> str:
    """In which order a study of sets asks."""
    if design.kind != "statement":
        by = "each item as likely" if design.selector == "uniform" else "a fifth alike, the rest by what systems find"
        return f"items in a random order: {by}"
    by = "instance, each statement of a system as likely" if design.selector == "uniform" else design.selector
    return f"statements in a random order, each once for all that make it; drawn by {by}"


def _expected(design: "Design", ahead: "Prospect") -> str:
    """How many judgments it will take."""
    if design.frame == "panel":
        each = -(-ahead.room // max(design.people, 1))
        return f"{ahead.room:,} judgments at the most, {each:,} each: then all have judged everything"
    return "\n             ".join([*ahead.lines, ahead.room_words]) if ahead.lines else ""


def _mixed(study: "Study") -> str:
    """What a metric decides, what is known of it, and how many outputs it says nothing about."""
    import numpy as np

    from quorate.policies.duels.mixed.fitting import warning
    from quorate.records.material import MISSING

    mixing, index = study.design.mixing, study.index
    if mixing is None:
        return ""
    scores = index.metrics.get(mixing.metric, np.full(index.fingerprints.shape, np.nan))
    without = int(((index.fingerprints != MISSING) & ~np.isfinite(scores)).sum()) if index.metrics else 0
    lacking = f"{counted(without, 'output')} without a score: people alone judge these." if without else ""
    held = (
        f"It predicts {100 * mixing.accuracy:.0f} % of {mixing.count:,} comparisons by people, those with its scores, "
        f"and of what people decide {100 * mixing.right:.0f} % ({100 * mixing.low:.0f} to {100 * mixing.high:.0f})."
        if mixing.count
        else ""
    )
    part = f"It answers up to {100 * mixing.share:.0f} %." if mixing.answers else ""
    return "\n             ".join(filter(None, (mixing.words, held, part, lacking, warning(mixing))))


def _end(design: "Design") -> str:
    """What a certified study ends with, in words."""
    if design.target != "winner":
        return "its certificate"
    if design.claim is Claim.NEAR_BEST:
        return f"one system that loses to nobody by more than {100 * design.margin:g} points of win rate"
    if design.claim is Claim.BEATS_ALL:
        return "one system that beats every other"
    return "the one that is best if there is a winner"
