"""Every claim, for every scope and frame, has its sentence, made from data."""

import pytest

from quorate.records.claims import Claim, Progress
from quorate.wording.certificates import Certificate
from quorate.wording.sentence import ENGLISH

WHERE = {
    "items": "On these items",
    "judgments": "On these items as they are judged, one judgment for each pair and item,",
    "population": "On inputs like these",
}
IF = {scope: f"{where.rstrip(',')}," for scope, where in WHERE.items()}
CROWD = {"frame": "open crowd", "people": 3, "asked": (4, 6)}
WHOSE = "everybody who was there counted alike (3 annotators, each asked 4 to 6 times)"
CAME = {"frame": "as they came"}
WEIGHING = "everybody weighing as much as they were asked"
PANEL = {"frame": "panel", "people": 3}
ON_PANEL = "On these items, for this panel of 3 annotators, each counted alike,"
TAIL = "error ≤ 5 % at every look; 2,000 judgments."
NEAR = "A loses to nobody by more than 5 points of win rate"
BEATS = "A beats every other system"
EACH = f"{BEATS}: it wins more often than it loses against each"
CYCLE = "no system beats all others: each is shown to lose to another"
NO_WINNER = "there is no winner: every system loses to another by more than 10 points of win rate"
LATEST = "At the latest it is certain when everybody has judged everything"
POSSIBLE = "Still possible as the best"
JUDGED = "2,000 judgments"
RIVALS = {"others": ("B", "C")}


def made(claim, *, subject=("A",), scope="items", judgments=2000, **data):
    return Certificate(claim=claim, subject=subject, scope=scope, error=0.05, judgments=judgments, **data)


@pytest.mark.parametrize("scope", WHERE)
@pytest.mark.parametrize(
    ("data", "said", "whose"),
    [
        ({"claim": Claim.NEAR_BEST, "margin": 0.05}, NEAR, ""),
        ({"claim": Claim.NEAR_BEST, "margin": 0.05, **CAME}, NEAR, WEIGHING),
        ({"claim": Claim.NEAR_BEST, "margin": 0.05, **CROWD}, NEAR, WHOSE),
        ({"claim": Claim.BEATS_ALL, **RIVALS, **CAME}, EACH, WEIGHING),
        ({"claim": Claim.BEATS_ALL, **RIVALS, **CROWD}, EACH, WHOSE),
        ({"claim": Claim.BEATS_ALL, **RIVALS, "is_scored": True}, "A scores higher than every other system", ""),
        ({"claim": Claim.NO_WINNER}, CYCLE, ""),
        ({"claim": Claim.NO_WINNER, **CAME}, CYCLE, "if annotators are alike"),
        ({"claim": Claim.NO_WINNER, **CROWD}, CYCLE, "if annotators are alike"),
        (
            {"claim": Claim.EVEN, "subject": ("A", "B"), "margin": 0.005},
            "A and B are within 0.5 points of win rate of each other, and every other system loses to somebody",
            "",
        ),
        ({"claim": Claim.TOP, "subject": ("A", "B")}, "the top 2 are A and B", ""),
        ({"claim": Claim.RANKING, "subject": ("B", "A", "C")}, "the ranking is B > A > C", ""),
    ],
)
def test_claims(scope, data, said, whose):
    whole = f"{WHERE[scope]} {said}{', ' if whose else ''}{whose}; {TAIL}"
    assert made(scope=scope, **data).words == whole


@pytest.mark.parametrize("scope", WHERE)
def test_a_claim_with_a_condition(scope):
    certificate = made(Claim.IF_ANY, scope=scope)
    assert certificate.words == f"{IF[scope]} if one system beats all others, it is A; {TAIL}"
    assert certificate.brief == "if one system beats all others, it is A"


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ({"claim": Claim.NEAR_BEST, "margin": 0.05}, f"{ON_PANEL} {NEAR}; {TAIL}"),
        ({"claim": Claim.BEATS_ALL, **RIVALS}, f"{ON_PANEL} {EACH}; {TAIL}"),
        (
            {"claim": Claim.BEATS_ALL, "others": ("B",), "people": 1},
            "On these items, for this panel of one annotator, A beats B: it wins more often than it loses against it; "
            + TAIL,
        ),
        (
            {"claim": Claim.NO_WINNER},
            f"{ON_PANEL} there is no winner: every system fails to beat another; counted, not estimated; {JUDGED}.",
        ),
        (
            {"claim": Claim.NO_WINNER, "margin": 0.1, "unanswered": 2},
            f"{ON_PANEL} {NO_WINNER}; assuming that all 2 unanswered questions are like the others; {JUDGED}.",
        ),
        (
            {"claim": Claim.NONE, "progress": Progress.CENSUS, "leader": "B", "amounts": {"left": 1}},
            f"Not certain yet. B leads. {LATEST}, after 1 more answer; {TAIL}",
        ),
    ],
)
def test_claims_about_a_panel(data, words):
    assert made(**{**PANEL, **data}).words == words


@pytest.mark.parametrize(
    ("count", "is_firm", "words"),
    [
        (1, True, "also if the one unanswered question had gone the other way; "),
        (7, True, "also if all 7 unanswered questions had gone the other way; "),
        (1, False, "assuming that the one unanswered question is like the others; "),
        (1200, False, "assuming that all 1,200 unanswered questions are like the others; "),
        (1200, True, "also if all 1,200 unanswered questions had gone the other way; "),
    ],
)
def test_what_nobody_answered_is_said(count, is_firm, words):
    certificate = made(Claim.NEAR_BEST, margin=0.05, unanswered=count, is_firm=is_firm, **CAME)
    assert certificate.words == f"On these items {NEAR}, {WEIGHING}; {words}{TAIL}"
    few = count * 50 <= 2000 + count
    nobody = f"{count:,} of {2000 + count:,} questions nobody answered"
    assumed = f", assuming that {nobody} are like the others"
    firm = f", also if the {nobody} had all gone the other way"
    assert certificate.brief == NEAR + ("" if few else firm if is_firm else assumed)


@pytest.mark.parametrize(
    ("people", "asked", "words"),
    [
        (1, (9, 9), "everybody who was there counted alike (one annotator, each asked 9 times)"),
        (4, (2, 2), "everybody who was there counted alike (4 annotators, each asked 2 times)"),
    ],
)
def test_whose_opinion_it_is(people, asked, words):
    certificate = made(Claim.NEAR_BEST, margin=0.05, frame="open crowd", people=people, asked=asked)
    assert f", {words}; " in certificate.words


@pytest.mark.parametrize(
    ("claim", "data", "brief"),
    [
        (Claim.NEAR_BEST, {"margin": 0.05}, NEAR),
        (Claim.BEATS_ALL, RIVALS, BEATS),
        (Claim.BEATS_ALL, {"others": ("B",)}, "A beats B"),
        (Claim.BEATS_ALL, {"others": ("B",), "is_scored": True}, "A scores higher than B"),
        (Claim.NO_WINNER, {}, "no system beats all others"),
        (Claim.NO_WINNER, CROWD, "no system beats all others, if annotators are alike"),
        (Claim.NO_WINNER, PANEL, "no winner in this census"),
        (Claim.EVEN, {"subject": ("A", "B")}, "2 systems are even"),
        (Claim.TOP, {"subject": ("A",)}, "the top 1 are known"),
        (Claim.RANKING, {"subject": ("A", "B")}, "the ranking is known"),
        (Claim.NONE, {"progress": Progress.NOTHING}, ""),
        (Claim.VOID, {}, ""),
        (Claim.BEATS, {"subject": ("A", "B")}, ""),
    ],
)
def test_headlines(claim, data, brief):
    assert made(claim, **data).brief == brief


@pytest.mark.parametrize(
    ("progress", "data", "words"),
    [
        (Progress.NOTHING, {}, "Nothing is known yet: there is no judgment that counts."),
        (
            Progress.ALONE,
            {"amounts": {"value": 3.14159}},
            "A has a mean score of 3.14; there is no other system to compare it with.",
        ),
        (
            Progress.INDIRECT,
            {},
            "No winner yet on these items: A stands above all others, but has not beaten each of them directly; ",
        ),
        (
            Progress.CHANCE,
            {"subject": ("A", "B")},
            f"No winner yet on these items: L leads, but that may still be chance. {POSSIBLE}: A and B; ",
        ),
        (Progress.POSSIBLE, {"subject": ("A", "B")}, "No winner yet. L leads. Still possible as the best: A and B; "),
        (
            Progress.POSSIBLE_IF_ALIKE,
            {"subject": ("A", "B")},
            "Not certain yet. L leads. Still possible as the best: A and B, if annotators are alike; ",
        ),
        (
            Progress.LAST,
            {},
            "No winner yet. L leads. Every other system is shown to lose to somebody; whether it does too is open; ",
        ),
        (
            Progress.LAST_IF_ALIKE,
            {},
            "Not certain yet. L leads. So far: if one system beats all others, it is A, if annotators are alike; ",
        ),
        (
            Progress.RANKING,
            {"amounts": {"known": 2, "relations": 3}},
            "The ranking is not fixed yet: 2 of 3 relations hold; ",
        ),
        (
            Progress.TOP,
            {"subject": ("A", "B"), "amounts": {"top": 1}},
            "The top 1 are not fixed yet. Still possible: A and B; ",
        ),
        (
            Progress.CENSUS,
            {"amounts": {"left": 1500}},
            f"Not certain yet. L leads. {LATEST}, after 1,500 more answers; ",
        ),
    ],
)
def test_what_is_known_on_the_way(progress, data, words):
    tail = "" if progress in {Progress.NOTHING, Progress.ALONE} else TAIL
    assert made(Claim.NONE, progress=progress, leader="L", **data).words == words + tail


def test_relations_and_who_wins_most_often():
    pair = {"subject": ("A", "B")}
    end = "error ≤ 5 % at every look, over all pairs."
    assert made(Claim.BEATS, **pair).words == f"On these items A beats B; {end}"
    by = made(Claim.BEATS_BY_MARGIN, margin=0.1, **pair)
    assert by.words == f"On these items A beats B by at least 10 points of win rate; {end}"
    scored = made(Claim.BEATS_BY_MARGIN, margin=0.25, is_scored=True, **pair)
    assert scored.words == f"On these items A beats B by at least 0.25; {end}"
    assert made(Claim.COPELAND).words == "A beats most others (Copeland); error ≤ 5 % at every look."
    assert made(Claim.BORDA, **pair).words == (
        "Who has the highest mean win rate against all others (Borda) is one of A and B; error ≤ 5 % at every look."
    )
    assert made(Claim.BEATS_ALL, **RIVALS).words == f"On these items {EACH}; {TAIL[:-1]}, ties included."
    assert made(Claim.VOID).words.startswith("The certificate is void: judgments were retracted or annotators")


def test_every_claim_and_all_progress_has_a_sentence():
    for claim in Claim:
        for frame in ("", "panel", "open crowd", "as they came"):
            for scope in WHERE:
                assert made(claim, scope=scope, frame=frame, progress=Progress.NOTHING).words.endswith(".")
    assert {f"not certain: {progress}" for progress in Progress} <= set(ENGLISH)


def test_a_certificate_as_json_has_its_words_and_what_they_are_made_from():
    assert made(Claim.BEATS_ALL, others=("B",), leader="").to_json() == {
        "claim": "beats every other",
        "subject": ["A"],
        "error": 0.05,
        "scope": "items",
        "words": "On these items A beats B: it wins more often than it loses against it; error ≤ 5 % at every look; "
        "2,000 judgments, ties included.",
        "brief": "A beats B",
        "others": ["B"],
        "judgments": 2000,
    }
