"""From kept answers to verdicts and scores, row by row, and what asking took."""

import hashlib
import json
import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from quorate.judges.answers import FAILED, LOST, REFUSED, Answer, KeptAnswers
from quorate.judges.calls import Call, Pairs, ShownOutputs, calls_for, key_of_call, render
from quorate.judges.endpoint import Endpoint, tokens_of
from quorate.judges.prompts import Prompt
from quorate.judges.reading import ReadAnswer, chance_of_first, expected_score, read_comparison, read_score

SHOWN = 200  # letters of an answer that stand beside its verdict

Row = dict[str, Any]


@dataclass(frozen=True, kw_only=True)
class JudgeAsking:
    """What a judge is asked about which outputs.

    Attributes:
        showing: The outputs.
        prompt: What is asked.
        draws: How many answers to each question.
        both_orders: Whether pairs are shown in both orders.
        scale: Ends of the scale of ratings.
        seed: What orders are drawn from.
        edition: Name of a round: another one asks everything anew.
    """

    showing: ShownOutputs
    prompt: Prompt
    draws: int = 1
    both_orders: bool = True
    scale: tuple[float, float] = (1.0, 5.0)
    seed: int = 0
    edition: str = ""

    @property
    def is_rating(self) -> bool:
        """Whether outputs are rated one at a time."""
        return self.prompt.is_rating

    def name_of(self, endpoint: Endpoint) -> str:
        """What tells this judge from others: model, address, settings, prompt and round."""
        parts = json.dumps(
            [endpoint.model, endpoint.address, dict(endpoint.settings), self.prompt.text, self.scale, self.edition],
            sort_keys=True,
        )
        return f"{endpoint.model}|{hashlib.sha256(parts.encode('utf-8', 'surrogatepass')).hexdigest()[:16]}"

    def render(self, call: Call) -> str:
        """What is sent for a call."""
        return render(self.prompt, self.showing, call, self.scale if self.is_rating else None)

    def wanted(self, pairs: Pairs) -> Iterator[tuple[bytes, Call]]:
        """Key and call of everything to ask, each key once: the same words are not sent twice."""
        seen: set[bytes] = set()
        for call in calls_for(pairs, draws=self.draws, both_orders=self.both_orders, seed=self.seed):
            key = key_of_call(self.render(call), call.draw)
            if key not in seen:
                seen.add(key)
                yield key, call

    def read(self, answer: Answer) -> ReadAnswer:
        """What an answer says."""
        if answer.is_refused:
            return ReadAnswer(value=math.nan, why="the server refused to answer")
        return read_score(answer.text, *self.scale) if self.is_rating else read_comparison(answer.text)


def verdict_rows(kept: KeptAnswers, asking: JudgeAsking, pairs: Pairs, same: Pairs, name: str) -> Iterator[Row]:
    """A row for each answer, as `quorate trust judge` reads them; of equal outputs one row, a tie."""
    answers = dict(kept.answers())
    systems, items = asking.showing.systems, asking.showing.items
    for call in calls_for(pairs, draws=asking.draws, both_orders=asking.both_orders, seed=asking.seed):
        answer = answers.get(key_of_call(asking.render(call), call.draw))
        if answer is None:
            continue
        reading = asking.read(answer)
        turned = call.first > call.second
        one, other = sorted((call.first, call.second))
        chance = chance_of_first(tokens_of(answer.raw), reading.value)
        yield {
            "item": items[call.item],
            "system_a": systems[one],
            "system_b": systems[other],
            "judge": name,
            "order": "ba" if turned else "ab",
            "draw": call.draw,
            "verdict": _turned(reading.value, turned=turned),
            "probability": _turned(chance, turned=turned),
            "unread": reading.why or None,
            "answer": answer.text[:SHOWN],
            "price": answer.cost,
            "version": answer.version or None,
            "round": asking.edition or None,
        }
    for item, one, other in same:
        yield {
            "item": items[item],
            "system_a": systems[one],
            "system_b": systems[other],
            "judge": name,
            "order": "both",
            "draw": 0,
            "verdict": 0.5,
            "answer": "both outputs are the same",
            "price": 0.0,
        }


def _turned(value: float, *, turned: bool) -> float | None:
    if math.isnan(value):
        return None
    return 1 - value if turned else value


def score_rows(kept: KeptAnswers, asking: JudgeAsking, pairs: Pairs, same: Pairs, name: str) -> Iterator[Row]:
    """A row for each output with its mean score: expected ones where there are log-probabilities."""
    del same
    answers = dict(kept.answers())
    found: dict[tuple[int, int], list[float]] = {}
    for call in calls_for(pairs, draws=asking.draws):
        answer = answers.get(key_of_call(asking.render(call), call.draw))
        score = math.nan if answer is None else asking.read(answer).value
        if answer is None or math.isnan(score):
            continue
        expected = expected_score(tokens_of(answer.raw), score, *asking.scale)
        found.setdefault((call.item, call.first), []).append(score if math.isnan(expected) else expected)
    for (item, system), scores in found.items():
        yield {
            "item": asking.showing.items[item],
            "system": asking.showing.systems[system],
            name: sum(scores) / len(scores),
        }


def whole_ratings(kept: KeptAnswers, asking: JudgeAsking, pairs: Pairs) -> set[tuple[str, str]]:
    """(Item, system) of the outputs with an answer to every call about them."""
    answered = kept.answered()
    lacking: set[tuple[int, int]] = set()
    for call in calls_for(pairs, draws=asking.draws):
        if key_of_call(asking.render(call), call.draw) not in answered:
            lacking.add((call.item, call.first))
    showing = asking.showing
    return {
        (showing.items[item], showing.systems[system]) for item, system, _ in pairs if (item, system) not in lacking
    }


@dataclass(frozen=True, kw_only=True)
class CallCounts:
    """Counts of what asking took; see `quorate.reports.judge_said.Calls`."""

    wanted: int
    answered: int
    again: int
    failed: int
    refused: int
    spent: float
    tokens: tuple[int, int]
    versions: dict[str, int]
    unread: dict[str, int]


def count_calls(kept: KeptAnswers, asking: JudgeAsking, pairs: Pairs) -> CallCounts:
    """What asking took, from everything that is kept of this judge."""
    answers, outcomes = dict(kept.answers()), kept.outcomes()
    keys = [key for key, _ in asking.wanted(pairs)]
    here = [answers[key] for key in keys if key in answers]
    unread = Counter(why for why in (asking.read(answer).why for answer in here) if why)
    return CallCounts(
        wanted=len(keys),
        answered=len(here),
        again=outcomes.get(LOST, 0),
        failed=outcomes.get(FAILED, 0),
        refused=outcomes.get(REFUSED, 0),
        spent=kept.spent(),
        tokens=(sum(answer.asked or 0 for answer in here), sum(answer.said or 0 for answer in here)),
        versions=dict(Counter(answer.version for answer in here)),
        unread=dict(unread.most_common()),
    )
