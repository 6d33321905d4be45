"""What estimates assume, in words, said the same way everywhere."""

from quorate.records.design import Design

_INDEPENDENT = {
    "copy": "judgments of different questions are independent",
    "item": "judgments on different items are independent, and the items stand for inputs like them",
    "document": "judgments on different documents are independent, and the documents stand for others like them",
    "annotator": "judgments of different annotators are independent, and the annotators stand for others like them",
}

ANYTIME = (
    "Anytime interval: for these items, judged again and again; each item is drawn from those of its pair with the "
    "probability recorded, and when an answer comes does not depend on what it says. Holds at every look."
)
ANYTIME_AS_ASKED = (
    "Anytime interval: for these items, judged again and again; each item is drawn from those of its pair with the "
    "probability recorded. Answers may take as long as they like: open questions are counted against either end; those "
    "given up are assumed to be like the others. Holds at every look."
)


def anytime_words(design: Design) -> str:
    """What the interval for every look assumes."""
    return ANYTIME_AS_ASKED if design.evidence == "asked" else ANYTIME


def fixed_look(design: Design) -> str:
    """What the interval for one look assumes."""
    return f"Interval for one look: {_INDEPENDENT[design.cluster]}; the number of judgments was fixed beforehand."
