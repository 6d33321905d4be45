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
    # claims, alone
    "near best": "{name} loses to nobody by more than {margin:points}",
    "beats every other": "{name} beats every other system",
    "beats every other, one": "{name} beats {other}",
    "beats every other, scores": "{name} scores higher than every other system",
    "beats every other, scores, one": "{name} scores higher than {other}",
    "beats in full": "{claim}: it wins more often than it loses against each",
    "beats in full, one": "{claim}: it wins more often than it loses against it",
    "best if there is a winner": "if one system beats all others, it is {name}",
    "no winner": "no system beats all others: each is shown to lose to another",
    "no winner, panel": "there is no winner: every system fails to beat another",
    "no winner, panel by margin": "there is no winner: every system loses to another by more than {margin:points}",
    "even": "{subject} are within {margin:points} of each other, and every other system loses to somebody",
    "top": "the top {count} are {subject}",
    "ranking": "the ranking is {subject:order}",
    # for headlines
    "brief: no winner": "no system beats all others",
    "brief: no winner, if alike": "no system beats all others, if annotators are alike",
    "brief: no winner, panel": "no winner in this census",
    "brief: even": "{count} systems are even",
    "brief: top": "the top {count} are known",
    "brief: ranking": "the ranking is known",
    "brief: assuming": ("{claim}, assuming that {unanswered} of {asked} questions nobody answered are like the others"),
    # certificates: where a claim holds, whose opinion it is about, what nobody answered, with which error
    "on items": "On these items",
    "on judgments": "On these items as they are judged, one judgment for each pair and item,",
    "on population": "On inputs like these",
    "on items, if": "On these items,",
    "on judgments, if": "On these items as they are judged, one judgment for each pair and item,",
    "on population, if": "On inputs like these,",
    "on panel": "On these items, for this panel of {count} annotators, each counted alike,",
    "on panel, one": "On these items, for this panel of one annotator,",
    "whose: as they came": "everybody weighing as much as they were asked",
    "whose: open crowd": "everybody who was there counted alike ({count} annotators, each asked {times})",
    "whose: open crowd, one": "everybody who was there counted alike (one annotator, each asked {times})",
    "as often": "{most} times",
    "more or less often": "{least} to {most} times",
    "unanswered, firm": "also if all {count} unanswered questions had gone the other way; ",
    "unanswered, firm, one": "also if the one unanswered question had gone the other way; ",
    "unanswered, assumed": "assuming that all {count} unanswered questions are like the others; ",
    "unanswered, assumed, one": "assuming that the one unanswered question is like the others; ",
    "all answered": "counted, not estimated; ",
    "tail": "error ≤ {error:percent} at every look; {judgments:judgments}",
    "claimed": "{where} {claim}; {unanswered}{tail}.",
    "claimed by": "{where} {claim}, {whose}; {unanswered}{tail}.",
    "claimed if alike": "{where} {claim}, if annotators are alike; {tail}.",
    "claimed, ties included": "{where} {claim}; {tail}, ties included.",
    "counted": "{where} {claim}; {unanswered}{judgments:judgments}.",
    "beats": "On these items {name} beats {other}; error ≤ {error:percent} at every look, over all pairs.",
    "beats by margin": (
        "On these items {name} beats {other} by at least {margin:points}; error ≤ {error:percent} at every look, "
        "over all pairs."
    ),
    "beats by margin, scores": (
        "On these items {name} beats {other} by at least {margin}; error ≤ {error:percent} at every look, over all "
        "pairs."
    ),
    "copeland": "Who beats most others (Copeland) is one of {subject}; error ≤ {error:percent} at every look.",
    "copeland, one": "{name} beats most others (Copeland); error ≤ {error:percent} at every look.",
    "borda": (
        "Who has the highest mean win rate against all others (Borda) is one of {subject}; error ≤ {error:percent} at "
        "every look."
    ),
    "borda, one": (
        "{name} has the highest mean win rate against all others (Borda); error ≤ {error:percent} at every look."
    ),
    "void": (
        "The certificate is void: judgments were retracted or annotators excluded after answers could be seen. "
        "The intervals below remain as a description."
    ),
    # nothing is certain yet
    "not certain: nothing judged": "Nothing is known yet: there is no judgment that counts.",
    "not certain: no other system": (
        "{name} has a mean score of {value:.3g}; there is no other system to compare it with."
    ),
    "not certain: above all, not directly": (
        "No winner yet on these items: {name} stands above all others, but has not beaten each of them directly; "
        "{tail}."
    ),
    "not certain: may be chance": (
        "No winner yet on these items: {leader} leads, but that may still be chance. Still possible as the best: "
        "{subject}; {tail}."
    ),
    "not certain: still possible": "No winner yet. {leader} leads. Still possible as the best: {subject}; {tail}.",
    "not certain: still possible, if alike": (
        "Not certain yet. {leader} leads. Still possible as the best: {subject}, if annotators are alike; {tail}."
    ),
    "not certain: last one left": (
        "No winner yet. {leader} leads. Every other system is shown to lose to somebody; whether it does too is open; "
        "{tail}."
    ),
    "not certain: last one left, if alike": (
        "Not certain yet. {leader} leads. So far: if one system beats all others, it is {name}, if annotators are "
        "alike; {tail}."
    ),
    "not certain: ranking": "The ranking is not fixed yet: {known} of {relations} relations hold; {tail}.",
    "not certain: top": "The top {top} are not fixed yet. Still possible: {subject}; {tail}.",
    "not certain: census": (
        "Not certain yet. {leader} leads. At the latest it is certain when everybody has judged everything, after "
        "{left:more answers}; {tail}."
    ),
    "more answers": "{count} more answers",
    "more answers, one": "1 more answer",
    # what is likely, and what is a description
    "likely": "Likely best, but not certified: {systems} ({model} model; best: preferred to every other).",
    "redrawn": (
        "The claim is about these judgments. If other people judged the same items once each, {system} would beat "
        "every other system again in about {percent:rounded} of the cases ({draws} redraws)."
    ),
    # how a study stands, and how long it will take
    "outlook: done": "Done: {claim}, error ≤ {error:percent}.",
    "outlook: if any": "If one system beats all others, it is {name:short}, error ≤ {error:percent}.",
    "outlook: closed": "Closed: {leader}, but that may be chance.",
    "outlook: closed, empty": "Closed without a judgment.",
    "outlook: void": "{leader}; the certificate is void.",
    "outlook: leading": "{leader}.",
    "outlook: leading, and then": "{leader}; {then}.",
    "leads": "{name:short} leads",
    "nobody leads": "Nobody leads",
    "waiting for answers": "waiting for the {count} open answers, which may decide it",
    "waiting for answers, one": "waiting for the one open answer, which may decide it",
    "more than so many": "more than {judgments} more judgments until certain",
    "about so many": "about {judgments} more judgments until certain",
    "too close": "it is close",
    "nearly certain": "about to be certain",
    "annotators so far": "the {count} annotators so far",
    "annotators so far, one": "the one annotator so far",
    "nobody left to ask": "nobody is left to ask: the {count} annotators so far have been asked everything",
    "nobody left to ask, one": "nobody is left to ask: the one annotator so far has been asked everything",
    "answers to come": "{count} more answers",
    "answers to come, one": "one more answer",
    "too few about the close ones": (
        "{who} can give {answers:answers to come}, but probably too few about the systems that are close"
    ),
    "too few answers": "{who} can give {answers:answers to come}, which will probably not do",
    "would take about": (
        "It would take about {judgments} more judgments, if the systems are as the judgments so far suggest."
    ),
    "would take more than": (
        "It would take more than {judgments} more judgments, if the systems are as the judgments so far suggest."
    ),
    "too close to say": "It is too close to say how many it would take.",
    "more people help": (
        "More annotators would help, or another study with more items: nobody is asked about the same pair on the same "
        "item twice."
    ),
    "more items help": "Another study with more items would help: those of this one are used up.",
    "more than": "more than {least}",
    "so many or more": "{least} at the least and may take more than {most}",
    "no end in sight": "{least} at the least, no end in sight",
    "from to": "{least} to {most}",
    "in 8 of 10 cases": "In 8 of 10 cases {judgments}, if the systems are as the judgments so far suggest.",
    "budget left": (
        "The budget has {judgments} judgments left; they suffice with a probability of about {percent:rounded}."
    ),
    "answers left": (
        "Those who take part can give {answers} more answers, which suffice with a probability of about "
        "{percent:rounded}; more annotators would help."
    ),
}
