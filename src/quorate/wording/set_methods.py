"""The methods section about a study of sets, as sentences made of what was done."""

from quorate.records.design import Design
from quorate.wording.phrases import counted, percent

WIDTH = 0.1  # where the design says none
_BY = {
    "uniform": "each statement of a system as likely",
    "instance": "each statement of a system as likely",
    "type": "each type of statements as likely",
    "entity": "each entity as likely",
    "mixed": "by types and entities [@chaganty2017]",
    "given": "by the weights that came with them",
    "overlap": "a fifth of the chance alike, the rest by what systems find in an item and in others [@chaganty2017]",
}
ASKED = {
    "statement": "saw one statement of an output at a time, with the text of its item, and said whether it is right",
    "listing": "saw one item at a time and listed everything in it",
}


def set_policy_words(design: Design) -> str:
    """What was asked about, in which order, and when it was enough."""
    by = _BY.get(design.selector, f"by {design.selector}")
    if design.kind == "listing":
        said = f"Items came in a random order, {'each as likely' if design.selector != 'overlap' else by}"
    else:
        said = (
            "Statements that several systems make were judged once for all of them. They came in a random order that "
            f"was fixed beforehand [@ohlsson1998], {by}, as many as each system needs beside what others share with it"
        )
        width = design.stopping.get("width", WIDTH)
        said += f", for an interval of {percent(width)} at the most" if width > 0 else ": all of them"
    said += "; nothing that was asked depended on a judgment, and every probability was written down."
    budget = design.stopping.get("budget")
    if budget is not None:
        said += f" It was to end at the latest after {counted(round(budget), 'judgment')}."
    return said


def set_analysis(design: Design, *, agreement: str) -> str:
    """How a study of sets was analysed."""
    level = percent(design.level)
    if design.kind == "listing":
        said = f"Shares are ratios over the listed items, each by one over its probability; intervals ({level}) are"
        return f"{said} Wilson's [@wilson1927], by a jackknife over items, and hold for one look. {agreement}".strip()
    listed_in = design.question.get("listed_in")
    recall = (
        f"Recall is the share of what was listed in the study {listed_in} that any system finds, times each system's "
        "share of that [@chaganty2017]"
        if listed_in
        else "Recall is that of what any system finds"
    )
    return (
        "Precision is a mean over a system's statements: each judged one counts by one over its probability to be "
        "judged, the others by a prediction from judgments of others [@chaganty2017; @sarndal1992]. "
        f"{recall}. Intervals ({level}) are Wilson's [@wilson1927] with the variance of these estimates; differences "
        "take the covariance of the two systems off. All hold for one look; nothing is claimed to hold at every look. "
        f"{agreement}"
    ).strip()
