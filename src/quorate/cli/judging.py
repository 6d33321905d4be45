"""What `judge` does: read outputs, ask, write verdicts down, and say what they say."""

import os
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from quorate.errors import InputError

if TYPE_CHECKING:
    from quorate.data.verdicts import Verdicts
    from quorate.judges.calls import Pairs, ShownOutputs
    from quorate.judges.endpoint import Endpoint
    from quorate.judges.prices import TokenPrice
    from quorate.judges.prompts import Prompt
    from quorate.judges.verdicts import JudgeAsking
    from quorate.reports.judge_said import Calls


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
    seed: int
    level: float
    store: str
    output: Path | None
    as_json: bool


def judge_outputs(where: list[str], wishes: Wishes) -> None:
    """Ask, or read verdicts, and report.

    Raises:
        InputError: An option, a file or the key is wrong.
    """
    if wishes.output is not None and wishes.output.suffix.lower() not in (".html", ".txt", ".json"):
        raise InputError(f"This page ends in .html, .txt or .json, but {wishes.output.name!r} does not.")
    if wishes.verdicts is not None:
        if wishes.model or wishes.url:
            raise InputError("--verdicts takes verdicts from a file and asks nobody: leave out --model and --url.")
        _report(wishes.verdicts, wishes, None, showing_of(where, wishes.store))
        return
    if not (wishes.model and wishes.url):
        raise InputError("Say whom to ask with --model NAME and --url URL, or take --verdicts FILE.")
    showing = showing_of(where, wishes.store)
    asking, pairs, same = _asking(showing, wishes)
    endpoint, price, (budget, currency) = _endpoint(wishes), _price(wishes), _budget(wishes)
    place = _place(where)
    if wishes.dry_run:
        _forecast(asking, pairs, price, currency, as_json=wishes.as_json)
        return
    calls = _ask(
        asking, pairs, same, endpoint=endpoint, price=price, wishes=wishes, money=(budget, currency), place=place
    )
    typer.echo(calls.words, err=wishes.as_json)
    if asking.is_rating:
        _say_ratings(calls.counts, wishes)
    else:
        _report(calls.path, wishes, calls.counts, showing)


def showing_of(where: list[str], store: str) -> "ShownOutputs":
    """The outputs of a study, or of files."""
    from quorate.judges.calls import ShownOutputs

    if len(where) == 1 and not Path(where[0]).exists():
        from quorate.cli.opening import opened

        try:
            with opened(where[0], store) as study:
                material = study.store.material(study.name)
        except LookupError as error:
            raise InputError(f"There is neither a file nor a study {where[0]!r} (looked in {store}).") from error
    else:
        from quorate.io.outputs import read_material

        material = read_material(*where)
    return ShownOutputs(
        systems=tuple(system.name for system in material.systems),
        items=material.items.names,
        outputs=tuple(system.texts for system in material.systems),
        texts={**material.items.columns, **material.items.texts},
    )


def _asking(showing: "ShownOutputs", wishes: Wishes) -> "tuple[JudgeAsking, Pairs, Pairs]":
    """What is asked about which pairs, and the pairs that are equal."""
    from quorate.cli.scoring import read_scale
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


def _endpoint(wishes: Wishes) -> "Endpoint":
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


def _price(wishes: Wishes) -> "TokenPrice":
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


def _budget(wishes: Wishes) -> tuple[float, str]:
    """The budget, and in what currency it and prices are."""
    import re

    if wishes.budget is None:
        return float("inf"), ""
    found = re.fullmatch(r"([$€£]?)\s*(\d+(?:\.\d+)?)\s*([A-Za-z]{3}|[$€£])?", wishes.budget.strip())
    if found is None or not float(found[2]) > 0:
        raise InputError(f"--budget {wishes.budget!r} is no money. Write a number and a currency, such as 5usd.")
    if wishes.price is None:
        raise InputError("A budget in money needs what tokens cost: --price IN,OUT, for a million tokens each.")
    return float(found[2]), found[3] or found[1]


def _place(where: list[str]) -> Path:
    """Beside what files are written."""
    return Path(where[0]) if Path(where[0]).exists() else Path(f"{where[0]}.jsonl")


@dataclass(frozen=True, kw_only=True)
class _Told:
    words: str
    counts: "Calls"
    path: Path


def _ask(
    asking: "JudgeAsking",
    pairs: "Pairs",
    same: "Pairs",
    *,
    endpoint: "Endpoint",
    price: "TokenPrice",
    wishes: Wishes,
    money: tuple[float, str],
    place: Path,
) -> _Told:
    import math

    from quorate.cli.progress import counting
    from quorate.io.writing import write_table
    from quorate.judges.answers import KeptAnswers
    from quorate.judges.asking import CallPace, ask_all
    from quorate.judges.endpoint import EndpointClient
    from quorate.judges.verdicts import count_calls, score_rows, verdict_rows
    from quorate.reports.judge_said import Calls

    path = wishes.to or place.with_name(f"{place.stem}.{'scores' if asking.is_rating else 'verdicts'}.jsonl")
    pace = CallPace(at_once=wishes.at_once, attempts=wishes.attempts, per_minute=wishes.per_minute or math.inf)
    kept = KeptAnswers(wishes.answers or place.with_name(f"{place.stem}.answers"), asking.name_of(endpoint))
    line = EndpointClient(endpoint, wishes.at_once)
    try:
        known = kept.answered()
        wanted = list(asking.wanted(pairs))
        rest = [(key, call) for key, call in wanted if key not in known]
        with counting(wishes.name, len(rest)) as reached:
            prompts: Iterator[tuple[bytes, str]] = ((key, asking.render(call)) for key, call in rest)
            outcome = ask_all(prompts, line, kept, price=price, budget=money[0], pace=pace, watch=reached)
        counts = count_calls(kept, asking, pairs)
        if not counts.answered and wanted:
            why = "; ".join(dict.fromkeys((outcome.why, *outcome.problems)))
            raise InputError(f"Nothing was answered: {why.strip('; ')}. Nothing was written but what is kept.")
        rows = score_rows if asking.is_rating else verdict_rows
        write_table(rows(kept, asking, pairs, same, wishes.name), path)
    finally:
        line.close()
        kept.close()
    calls = Calls(
        **asdict(counts) | {"spent": counts.spent if wishes.price is not None else math.nan},
        fresh=outcome.answered,
        left=outcome.left,
        waited=outcome.waited,
        same=len(same),
        currency=money[1],
        why={"the budget": f"the budget of {wishes.budget}"}.get(outcome.why, outcome.why),
        problems=outcome.problems,
    )
    return _Told(words=f"What it said is in {path}.", counts=calls, path=path)


def _forecast(asking: "JudgeAsking", pairs: "Pairs", price: "TokenPrice", currency: str, *, as_json: bool) -> None:
    from quorate.cli.output import say
    from quorate.wording.phrases import counted

    wanted = list(asking.wanted(pairs))
    most = sum(price.bound(asking.render(call)) for _, call in wanted)
    costs = f", at most {most:.4g} {currency}".rstrip() if most else ", price unknown (--price)"
    say(f"{counted(len(wanted), 'call')}{costs}.", {"calls": len(wanted), "most": most or None}, as_json=as_json)


def _say_ratings(counts: "Calls", wishes: Wishes) -> None:
    from quorate.io import write_text
    from quorate.reports.judge_said import call_words, said_json
    from quorate.reports.trust_page import TrustPage, trust_html, trust_text

    page = TrustPage(title="What the judge said", answer="Scores are in the file.", sentences=(), parts=())
    page = replace(page, sentences=tuple(call_words(counts)))
    data = said_json((), (), counts)
    if wishes.output is not None:
        made = {".html": trust_html, ".txt": trust_text}.get(wishes.output.suffix.lower(), lambda _: data)
        write_text(wishes.output, made(page))
    typer.echo(data if wishes.as_json else trust_text(page), nl=False)


def _report(path: Path, wishes: Wishes, calls: "Calls | None", showing: "ShownOutputs") -> None:
    """Say what verdicts say."""
    from quorate.estimators.trust.judges import JudgeTrust, trust_judges
    from quorate.estimators.trust.standings import find_standings
    from quorate.io import write_text
    from quorate.io.verdicts import read_verdicts
    from quorate.reports.judge_said import said_json, said_page
    from quorate.reports.trust_page import trust_html, trust_text

    verdicts = with_letters(read_verdicts(path, judgments=wishes.judgments, alone=True), showing)
    notes = list(verdicts.notes) if calls is None else []
    found = find_standings(verdicts, level=wishes.level)
    trusted: tuple[JudgeTrust, ...] = ()
    if len(verdicts.outcome):
        try:
            trusted = trust_judges(verdicts, level=wishes.level)
        except InputError as error:
            notes.append(str(error))
    page, data = said_page(found, trusted, calls, notes), said_json(found, trusted, calls)
    if wishes.output is not None:
        made = {".html": trust_html, ".txt": trust_text}.get(wishes.output.suffix.lower(), lambda _: data)
        write_text(wishes.output, made(page))
        typer.echo(f"{page.answer}\nThe page is in {wishes.output}.", err=wishes.as_json)
    if wishes.as_json or wishes.output is None:
        typer.echo(data if wishes.as_json else trust_text(page), nl=False)


def with_letters(verdicts: "Verdicts", showing: "ShownOutputs") -> "Verdicts":
    """Verdicts with the lengths of the outputs they are about."""
    import numpy as np

    letters = np.full((len(verdicts.systems), len(verdicts.items)), np.nan)
    rows = {name: place for place, name in enumerate(showing.systems)}
    columns = {name: place for place, name in enumerate(showing.items)}
    for row, system in enumerate(verdicts.systems):
        for column, item in enumerate(verdicts.items):
            if system in rows and item in columns:
                text = showing.outputs[rows[system]][columns[item]]
                letters[row, column] = np.nan if text is None else len(text)
    return replace(verdicts, letters=letters)
