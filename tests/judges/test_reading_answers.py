"""Answers of judges are read strictly, prompts are filled once, and money is counted."""

import math
import threading
import time

import pytest

from quorate.errors import InputError
from quorate.judges.prices import Purse, TokenPrice
from quorate.judges.prompts import Prompt, check_prompt
from quorate.judges.reading import chance_of_first, expected_score, read_comparison, read_score

NAN = float("nan")


@pytest.mark.parametrize(
    ("said", "read"),
    [
        ("A", 1), (" b. ", 0), ("[[C]]", 0.5), ("tie", 0.5), ("first", 1), ("Well, [[ a ]] it is.", 1),
        ('{"verdict": "B", "why": "[[A]] is long"}', 0), ('```json\n{"verdict": "A"}\n```', 1),
        ("<think>[[A]]? no</think>[[B]]", 0),
        ("", NAN), ("1", NAN), ("0", NAN), ("A is better", NAN), ("Antwort A", NAN), ("both", NAN),
        ("[[A]] and [[B]]", NAN), ("I cannot judge this.", NAN), ("A" * 200_000, NAN), ('{"answer": "A"}', NAN),
        ('["A"]', NAN), ("\0", NAN), ("[[D]]", NAN), ("<think>[[A]]", 1), ('{"verdict": {"a": 1}}', NAN),
    ],
)  # fmt: skip
def test_a_comparison_is_read_strictly(said, read):
    found = read_comparison(said)
    assert found.value == pytest.approx(read, nan_ok=True)
    assert bool(found.why) == math.isnan(read)


@pytest.mark.parametrize(
    ("said", "read"),
    [("4", 4), ("[[4.5]]", 4.5), ("I say [[2]].", 2), ('{"score": 3}', 3), ("[[2]] or [[3]]", NAN), ("6", NAN),
     ("[[-1]]", NAN), ("four", NAN), ("4 of 5", NAN), ("nan", NAN), ("", NAN), ("1e3", NAN)],
)  # fmt: skip
def test_a_score_is_read_strictly(said, read):
    assert read_score(said, 1, 5).value == pytest.approx(read, nan_ok=True)


def token(word, **chances):
    others = [{"token": name, "logprob": math.log(chance)} for name, chance in chances.items()]
    return {"token": word, "logprob": math.log(chances[word.strip(" [")]), "top_logprobs": others}


def test_probabilities_are_those_of_the_token_that_decides():
    tokens = [token("[[A", A=0.6, B=0.2, C=0.2), {"token": "]]", "logprob": 0.0, "top_logprobs": []}]
    assert chance_of_first(tokens, 1.0) == pytest.approx(0.7)
    assert math.isnan(chance_of_first(tokens, 0.0)), "no token says so"
    assert math.isnan(chance_of_first([None, {"token": 3}, {"token": "A", "logprob": "x"}], 1.0))
    assert expected_score([{"token": "4", "logprob": math.log(0.5), "top_logprobs": [
        {"token": "4", "logprob": math.log(0.5)}, {"token": "2", "logprob": math.log(0.25)},
        {"token": "9", "logprob": math.log(0.25)}]}], 4.0, 1, 5) == pytest.approx(10 / 3)  # fmt: skip


def test_places_are_filled_once():
    prompt = Prompt(text="{source}: {first} or {second}? {json} {x")
    assert prompt.fill({"first": "{second}", "second": "{first}", "source": "s"}) == "s: {second} or {first}? {json} {x"


@pytest.mark.parametrize("text", ["nothing", "{first}", "{first} {second} {output}", "{second} {output}"])
def test_a_prompt_shows_a_pair_or_one(text):
    with pytest.raises(InputError, match="shows"):
        check_prompt(Prompt(text=text), {"source": ()})


def test_what_stands_in_braces_and_is_no_text_is_named():
    (one, other) = check_prompt(Prompt(text="{first} {second} {sorce}"), {"source": ()})
    assert "{sorce}" in one
    assert "does not show what the outputs answer" in other


def test_a_purse_never_lets_more_out_than_it_holds():
    purse, most, seen = Purse(1.0), [0.0], threading.Lock()
    held = [0.0]

    def spend():
        while purse.reserve(0.09):
            with seen:
                held[0] += 0.09
                most[0] = max(most[0], purse.spent + held[0])
            time.sleep(0.0005)
            with seen:
                held[0] -= 0.09
            purse.settle(0.09, 0.03)

    threads = [threading.Thread(target=spend) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    assert most[0] <= 1.0 + 1e-9
    assert 1.0 - 0.09 < purse.spent + 1e-9 <= 1.0 + 1e-9, "and what can be bought is"


def test_what_a_call_may_cost_is_never_less_than_what_it_does():
    price = TokenPrice(asked=2.0, said=8.0, most_said=10)
    assert price.bound("ünïcode") == pytest.approx((2 * (9 + 64) + 80) / 1e6)
    assert price.cost(9, 10) <= price.bound("ünïcode")
