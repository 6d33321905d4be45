"""The methods section of a paper about a study, votes or ratings, as sentences made of what was done.

Citations stand in them as `[@key]`, a key of `papers`.
"""

from collections.abc import Mapping, Sequence

from quorate.records.claims import Claim
from quorate.records.design import Design
from quorate.wording.papers import ESTIMATORS, POLICIES
from quorate.wording.phrases import counted, listed, percent
from quorate.wording.set_methods import ASKED as SET_KINDS
from quorate.wording.set_methods import set_analysis, set_policy_words

_KINDS = {
    "comparison": "saw two outputs of an item side by side, on sides drawn at random, and said which was better",
    "rating": "saw one output at a time and rated it",
    "edit": "saw one output at a time and changed it until it was good",
    "check": "saw one output with paragraphs to go by and said whether it was correct",
    "spans": "saw one output at a time, marked its errors and scored it",
}
_FRAMES = {
    "panel": "They form a panel named beforehand: each judged the same items, and each counts alike.",
    "open crowd": "Who was asked next was drawn at random among those who were there, so that everybody counts alike.",
    "as they came": "They were asked as they came.",
}
_CLUSTERS = {
    "copy": "copies of a question",
    "item": "judgments on an item",
    "document": "judgments on a document",
    "annotator": "judgments of an annotator",
}


def asked_words(design: Design, *, systems: Sequence[str], items: int, annotators: int, judgments: int) -> str:
    """What was asked of whom, in sentences."""
    question = design.question.get("words")
    said = f"We compared {counted(len(systems), 'system')} ({listed(systems)}) on {counted(items, 'item')}."
    did = (_KINDS | SET_KINDS).get(design.kind, f"answered questions of the kind {design.kind}")
    said += f" {counted(annotators, 'annotator')} {did}"
    said += f" (“{question}”)" if question else ""
    said += ", without knowing which system had written what" if design.kind != "listing" else ""
    said += f"; {counted(judgments, 'judgment')} count."
    return f"{said} {_FRAMES[design.frame]}" if design.kind == "comparison" else said


def policy_words(design: Design, *, rest: str) -> str:
    """How questions were chosen and when it was enough."""
    if design.kind in SET_KINDS:
        said = set_policy_words(design)
        return f"{said} {rest}".strip()
    if design.policy == "uniform":
        alike = "Every pair of systems" if design.kind == "comparison" else "Every system"
        said = f"{alike} was asked about alike, on items drawn at random"
    elif design.policy == "certified":
        said = (
            "Which two systems to compare was decided after every judgment: the system nearest to being shown the "
            "winner against the rival that needs most judgments for it"
        )
    else:
        paper = f" [@{POLICIES[design.policy]}]" if design.policy in POLICIES else ""
        said = f"Which systems to ask about was decided after every judgment by the policy {design.policy}{paper}"
    said += "; the probability of every question was written down before it was asked."
    if design.stopping:
        rules = listed([f"{rule} {bound:.12g}" for rule, bound in design.stopping.items()])
        return f"{said} It was to end at the latest with: {rules}.{f' {rest}' if rest else ''}"
    return f"{said}{f' {rest}' if rest else ''}"


def study_analysis(design: Design, *, is_strength: bool, agreement: str) -> str:
    """How a study was analysed."""
    if design.kind in SET_KINDS:
        return set_analysis(design, agreement=agreement)
    level = percent(design.level)
    if design.kind == "comparison":
        said = "A system's win rate is its mean against the others, every one weighing the same, a tie counting half"
        said += ", by Bradley–Terry strengths with ties [@bradley1952; @davidson1970]" if is_strength else ""
        said += f". Intervals for one look ({level}) are "
        said += (
            "from a sandwich variance"
            if is_strength
            else "Wilson's [@wilson1927] with an effective number of judgments"
        )
        said += f", with {_CLUSTERS[design.cluster]} as clusters"
    else:
        said = f"Scores are means; intervals for one look ({level}) are Student's [@student1908], bent by the skewness "
        said += f"[@hall1992], with {_CLUSTERS[design.cluster]} as clusters"
    said += (
        "; intervals for every look, and everything claimed, hold however often one looks and whenever one stops, by "
        "betting [@ville1939; @waudby2024; @orabona2024]."
    )
    return f"{said} {agreement}".strip()


def claim_words(claim: Claim, words: str, *, is_set: bool = False) -> str:
    """The result, or that there is none yet; of sets nothing is ever certified."""
    if is_set:
        return f"Result: {words}"
    return f"Result: {words}" if claim is not Claim.NONE else f"So far nothing is certified: {words}"


def vote_words(
    *, systems: Sequence[str], votes: int, annotators: int, items: int, level: float, by_strength: bool
) -> str:
    """How votes were analysed."""
    whose = " and ".join(
        [counted(number, what) for number, what in ((annotators, "annotator"), (items, "item")) if number]
    )
    said = (
        f"We analysed {counted(votes, 'pairwise comparison')} of {counted(len(systems), 'system')} ({listed(systems)})"
    )
    said += f", of {whose}. " if whose else ". "
    said += (
        "A system's win rate is its mean over the opponents it met, every one weighing the same, a tie counting half; "
        "strengths are those of Bradley and Terry's model [@bradley1952]. "
    )
    said += f"Systems are ordered by {'strength' if by_strength else 'win rate'}. "
    said += (
        f"Intervals ({percent(level)}, for one look) are Wilson's for win rates [@wilson1927] and Student's for "
        "strengths, with variances clustered by annotator, item and sheet, as far as they are known [@cameron2011]. "
        "Pairs of systems were tested together by Holm's procedure [@holm1979]. The votes were not drawn with known "
        "probabilities, so nothing is claimed to hold at every look."
    )
    return said


def rating_words(
    *, systems: Sequence[str], criteria: Mapping[str, str], judgments: int, level: float, uses_metrics: bool
) -> str:
    """How ratings were analysed.

    Args:
        systems: Names of the systems.
        criteria: Criterion → estimator that is believed.
        judgments: How many judgments.
        level: Level of the intervals.
        uses_metrics: Whether automatic metrics helped.
    """
    said = f"We analysed {counted(judgments, 'judgment')} of outputs of {counted(len(systems), 'system')} "
    said += f"({listed(systems)}) by {listed(list(criteria))}. "
    for estimator in dict.fromkeys(criteria.values()):
        papers = "; ".join(f"@{key}" for key in ESTIMATORS.get(estimator, ()))
        which = [one for one, by in criteria.items() if by == estimator]
        where = f" for {listed(which)}" if len(set(criteria.values())) > 1 else ""
        said += f"Scores{where} were estimated by the estimator “{estimator}”{f' [{papers}]' if papers else ''}"
        said += ", with the help of automatic metrics. " if uses_metrics and estimator != "mean" else ". "
    said += (
        f"Intervals ({percent(level)}, for one look) are Student's [@student1908], bent by the skewness [@hall1992]. "
        "All pairs of systems by all criteria were tested together by Holm's procedure [@holm1979]; clusters of "
        "systems by Wilcoxon's tests [@wilcoxon1945] stand beside."
    )
    return said


def agreement_words(coefficient: str, value: float, low: float, high: float) -> str:
    """How far annotators agree."""
    name, paper = {"alpha": ("Krippendorff's α", "krippendorff2011")}.get(coefficient, ("Fleiss' κ", "fleiss1971"))
    return f"Annotators agree with {name} = {value:.2f} ({low:.2f} to {high:.2f}) [@{paper}]."
