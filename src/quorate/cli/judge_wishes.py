"""What was typed after `judge`, as what it means: a prompt, an endpoint, a price, a budget, what to ask about."""

import os
import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from quorate.errors import InputError

if TYPE_CHECKING:
    from quorate.judges.calls import Pairs, ShownOutputs
    from quorate.judges.endpoint import Endpoint
    from quorate.judges.prices import TokenPrice
    from quorate.judges.prompts import Prompt
    from quorate.judges.verdicts import JudgeAsking


@dataclass(frozen=True, kw_only=True)
class Wishes:
    """What was asked for on the command line; see `quorate judge --help`."""

    model: str
    url: str
    prompt: Path | None
    rate: bool
    scale: str
    budget: str | None
    price: str | None
    draws: int
    both_orders: bool
    logprobs: bool
    temperature: float | None
    most_tokens: int
    send: tuple[str, ...]
    against: tuple[str, ...]
    most: int
    at_once: int
    per_minute: float | None
    attempts: int
    seconds: float
    key_from: str
    name: str
    edition: str
    answers: Path | None
    verdicts: Path | None
    to: Path | None
    judgments: Path | None
    dry_run: bool
    is_apart: bool
    seed: int
    level: float
    store: str
    output: Path | None
    as_json: bool


def asking_of(showing: "ShownOutputs", wishes: Wishes) -> "tuple[JudgeAsking, Pairs, Pairs]":
    """What is asked about which pairs, and the pairs that are equal."""
    from quorate.cli.parsing import read_scale
    from quorate.judges.calls import outputs_to_rate, pairs_to_compare
    from quorate.judges.prompts import check_prompt
    from quorate.judges.verdicts import JudgeAsking

    prompt = _prompt(wishes)
    for note in check_prompt(prompt, showing.texts):
        typer.echo(note, err=True)
    asking = JudgeAsking(
        showing=showing,
        prompt=prompt,
        draws=wishes.draws,
        both_orders=wishes.both_orders,
        scale=read_scale(wishes.scale),
        seed=wishes.seed,
        edition=wishes.edition,
    )
    if prompt.is_rating:
        if wishes.against:
            raise InputError("--against chooses pairs, and this prompt rates one output at a time.")
        return asking, outputs_to_rate(showing, most=wishes.most, seed=wishes.seed), []
    unknown = [name for name in wishes.against if name not in showing.systems]
    if unknown:
        raise InputError(f"There is no system {unknown[0]!r}. Systems: {', '.join(showing.systems)}.")
    against = [showing.systems.index(name) for name in wishes.against]
    return asking, *pairs_to_compare(showing, against=against, most=wishes.most, seed=wishes.seed)


def _prompt(wishes: Wishes) -> "Prompt":
    from quorate.errors import FileError
    from quorate.judges.prompts import COMPARE, RATE, Prompt

    if wishes.prompt is None:
        return Prompt(text=RATE if wishes.rate else COMPARE)
    try:
        prompt = Prompt(text=wishes.prompt.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise FileError(wishes.prompt, f"the prompt cannot be read ({error}).") from error
    if wishes.rate and not prompt.is_rating:
        raise InputError("--rate rates one output, and this prompt does not show {output}.")
    return prompt


def endpoint_of(wishes: Wishes) -> "Endpoint":
    """Whom to ask; the key comes from the environment."""
    from quorate.cli.parsing import answer_of, named
    from quorate.judges.endpoint import Endpoint

    heat = wishes.temperature if wishes.temperature is not None else float(wishes.draws > 1)
    more = {name: answer_of(value) for name, value in named(wishes.send, "--send").items()}
    settings: dict[str, Any] = {"temperature": heat}
    if "max_completion_tokens" not in more:
        settings["max_tokens"] = wishes.most_tokens
    if wishes.logprobs:
        settings |= {"logprobs": True, "top_logprobs": 20}
    settings = {name: value for name, value in {**settings, **more}.items() if value is not None}
    key = os.environ.get(wishes.key_from, "").strip()
    return Endpoint(url=wishes.url, model=wishes.model, settings=settings, seconds=wishes.seconds, key=key)


def price_of(wishes: Wishes) -> "TokenPrice":
    """What tokens cost; nothing where nobody said."""
    from quorate.cli.parsing import answer_of, named
    from quorate.judges.prices import TokenPrice

    most = answer_of(named(wishes.send, "--send").get("max_completion_tokens", str(wishes.most_tokens)))
    if not isinstance(most, int):
        raise InputError("max_completion_tokens is a whole number.")
    if wishes.price is None:
        return TokenPrice(asked=0.0, said=0.0, most_said=most)
    try:
        asked, said = (float(part) for part in wishes.price.split(","))
    except ValueError as error:
        problem = f"--price {wishes.price!r} is not two numbers with a comma between them"
        raise InputError(f"{problem}: the price of a million tokens sent, and answered, such as 0.15,0.6.") from error
    if not (0 <= asked < float("inf") and 0 <= said < float("inf")):
        raise InputError(f"A price is a number from 0 on, not {wishes.price!r}.")
    return TokenPrice(asked=asked, said=said, most_said=most)


def budget_of(wishes: Wishes) -> tuple[float, str]:
    """The budget, and in what currency it and prices are."""
    if wishes.budget is None:
        return float("inf"), ""
    found = re.fullmatch(r"([$€£]?)\s*(\d+(?:\.\d+)?)\s*([A-Za-z]{3}|[$€£])?", wishes.budget.strip())
    if found is None or not float(found[2]) > 0:
        raise InputError(f"--budget {wishes.budget!r} is no money. Write a number and a currency, such as 5usd.")
    if wishes.price is None:
        raise InputError("A budget in money needs what tokens cost: --price IN,OUT, for a million tokens each.")
    return float(found[2]), found[3] or found[1]
