"""The sentences in English, by key. `{name}` is a gap; `KEY, one` is said where the count is one."""

ENGLISH = {
    "as written": "{words}",
    "judgments": "{count} judgments",
    "judgments, one": "1 judgment",
    # states of a study
    "open": "open",
    "paused": "paused",
    "at rest": "at rest",
    "closed": "closed",
    "state with reason": "{state}: {why}",
    # why somebody rests
    "study closed": "The study is closed: {why}.",
    "study paused": "The study is paused.",
    "not in the panel": "This study asks a panel of {people} annotators who were named beforehand.",
    "takes no part": "This annotator takes no more part in the study.",
    "nothing left for you": "Every question there is for this annotator has been asked.",
    "items used up": "There are not enough items: those of the next pair are used up.",
    "nothing left for anybody": "Everybody who is there has been asked everything.",
    "others first": "The answers of others come first.",
    "others ahead": "Others are asked first, so that everybody counts alike. There will be more.",
    "open may decide": (
        "The answers to the {count} questions that are open may decide it. Nothing more is asked until they are there."
    ),
    "open may decide, one": (
        "The answers to the one question that is open may decide it. Nothing more is asked until they are there."
    ),
    "open question first": "Answer the open question first.",
    "practice failed": "Too many of the practice went wrong; there are no more questions for you.",
    "checks failed": "Too many of the attention checks went wrong; there are no more questions for you.",
    "cap reached": "That was the last question for you. Thank you.",
    # why it is enough
    "policy has no more": "The policy {policy} has nothing more to ask.",
    "budget spent": "The budget of {judgments:judgments} is spent.",
    "budget given out": "The budget of {judgments:judgments} is all given out; {count} questions are open.",
    "budget given out, one": "The budget of {judgments:judgments} is all given out; 1 question is open.",
    "intervals narrow": "Every interval is narrower than {width}, at any look.",
    "differences narrow": "Every difference is known to an interval narrower than {width}, at any look.",
    # the same for annotators, without what the study has found or its owner has said
    "enough, to annotators": "The study has all the answers it needs. Thank you.",
    "exhausted, to annotators": "The study has no more questions for you. Thank you.",
    "closed, to annotators": "The study is closed. Thank you.",
    "consent first": "Read what the study is about and agree to it first.",
}
