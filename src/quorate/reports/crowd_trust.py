"""The page about a crowd: how many people find what experts find?"""

from dataclasses import asdict

from quorate.estimators.trust.crowd import CrowdTrust, FoundShare
from quorate.reports.numbers import counted, percent, span
from quorate.reports.trust_page import TrustPage, TrustSection, trust_json

MUCH = 0.9


def crowd_page(found: CrowdTrust) -> TrustPage:
    """The page about a crowd."""
    of = f"{counted(found.marks, 'mark')} of {', '.join(found.experts)}"
    shared = counted(found.together[0].items, "item")
    people = counted(len(found.people), "other person", "other people")
    sentences = [
        f"{of} in {shared} that others did, too; {people}.",
        f"Intervals are at level {found.level:g}, with one cluster for each item.",
    ]
    if found.among is not None:
        sentences.append(f"Two people mark the same to {percent(found.among)} (F1 of their marks, mean over pairs).")
    if found.with_experts is not None:
        sentences.append(f"A person and the experts mark the same to {percent(found.with_experts)}.")
    return TrustPage(
        title="How many people find what experts find?",
        answer=_answer(found),
        sentences=tuple(sentences),
        parts=(_part(found),),
    )


def _answer(found: CrowdTrust) -> str:
    enough = [one for one in found.together if one.found.value >= MUCH]
    if enough:
        one = enough[0]
        who = "One person finds" if one.people == 1 else f"{one.people} people together find"
        return f"{who} {percent(one.found.value)} of what experts mark; {percent(one.right.value)} of it is right."
    last = found.together[-1]
    who = "One person finds" if last.people == 1 else f"{last.people} people together find"
    return f"Not enough were asked: {who.lower()} {percent(last.found.value)} of what experts mark."


def _part(found: CrowdTrust) -> TrustSection:
    return TrustSection(
        title="By how many people do an item",
        lead="Found: share of the experts' marks. Right: share of the people's marks that experts made, too. Together: "
        "at least one of them; majority: more than half. Means over all choices of so many people.",
        columns=("people", "items", "found together", "right together", "found by majority", "right by majority"),
        rows=tuple(
            (
                str(one.people),
                str(one.items),
                *(_cell(part) for part in (one.found, one.right, one.found_by_most, one.right_by_most)),
            )
            for one in found.together
        ),
    )


def _cell(part: FoundShare) -> str:
    return f"{percent(part.value)} ({span(percent(part.low), percent(part.high))})"


def crowd_json(found: CrowdTrust) -> str:
    """Everything the page about a crowd is made of."""
    return trust_json(asdict(found))
