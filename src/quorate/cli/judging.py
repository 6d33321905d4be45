"""What `judge` does: read outputs, ask, write verdicts down, and say what they say."""

import re
from collections.abc import Container, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from quorate.cli.judge_wishes import Wishes, asking_of, budget_of, endpoint_of, price_of
from quorate.errors import InputError

if TYPE_CHECKING:
    from quorate.data.verdicts import Verdicts
    from quorate.judges.asking import AskingEnd
    from quorate.judges.calls import Pairs, ShownOutputs
    from quorate.judges.endpoint import Endpoint
    from quorate.judges.prices import TokenPrice
    from quorate.judges.verdicts import JudgeAsking
    from quorate.reports.judge_said import Calls


def judge_outputs(where: list[str], wishes: Wishes) -> None:
    """Ask, or read verdicts, and report.

    Raises:
        InputError: An option, a file or the key is wrong.
    """
    if wishes.output is not None and wishes.output.suffix.lower() not in (".html", ".txt", ".json"):
        raise InputError(f"This page ends in .html, .txt or .json, but {wishes.output.name!r} does not.")
    is_study = len(where) == 1 and not Path(where[0]).exists()
    if wishes.verdicts is not None:
        if wishes.model or wishes.url:
            raise InputError("--verdicts takes verdicts from a file and asks nobody: leave out --model and --url.")
        showing = showing_of(where, wishes.store)
        if is_study:
            _join(where[0], wishes, path=wishes.verdicts)
        _report(wishes.verdicts, wishes, None, showing, where[0] if is_study else "")
        return
    if not (wishes.model and wishes.url):
        raise InputError("Say whom to ask with --model NAME and --url URL, or take --verdicts FILE.")
    showing = showing_of(where, wishes.store)
    asking, pairs, same = asking_of(showing, wishes)
    endpoint, price, (budget, currency) = endpoint_of(wishes), price_of(wishes), budget_of(wishes)
    if wishes.dry_run:
        _forecast(asking, pairs, price, currency, as_json=wishes.as_json)
        return
    if is_study:
        _check_joins(where[0], wishes, asking, endpoint)
    calls = _ask(
        asking,
        pairs,
        same,
        endpoint=endpoint,
        price=price,
        wishes=wishes,
        money=(budget, currency),
        place=_place(where),
    )
    typer.echo(calls.words, err=wishes.as_json)
    if is_study:
        _join(where[0], wishes, path=calls.path, asking=asking, endpoint=endpoint, whole=calls.whole)
    if asking.is_rating:
        _say_ratings(calls.counts, wishes, calls.path)
    else:
        _report(calls.path, wishes, calls.counts, showing, where[0] if is_study else "")


def _check_joins(name: str, wishes: Wishes, asking: "JudgeAsking", endpoint: "Endpoint") -> None:
    """Nobody is asked, and nothing spent, for what could not join."""
    from quorate.cli.opening import opened
    from quorate.workflows.judged_study import check_joinable

    if not wishes.is_apart:
        with opened(name, wishes.store) as study:
            check_joinable(study, wishes.name, "outputs" if asking.is_rating else "pairs", asking.name_of(endpoint))


def _join(
    name: str,
    wishes: Wishes,
    *,
    path: Path,
    asking: "JudgeAsking | None" = None,
    endpoint: "Endpoint | None" = None,
    whole: Container[tuple[str, str]] = (),
) -> None:
    """Let verdicts, or ratings, of a file join a study: of pairs and outputs that are asked about in full."""
    from quorate.cli.opening import opened
    from quorate.io.formats import read_table
    from quorate.io.verdicts import read_verdicts
    from quorate.workflows.judged_study import FROM_FILE, join_ratings, join_verdicts

    if wishes.is_apart:
        return
    signature = FROM_FILE if asking is None or endpoint is None else asking.name_of(endpoint)
    with opened(name, wishes.store) as study:
        if asking is not None and asking.is_rating:
            table = read_table(path, is_text=lambda column: column in ("item", "system"))
            rows = [dict(zip(table.columns, row, strict=True)) for row in zip(*table.columns.values(), strict=True)]
            done = [row for row in rows if (row["item"], row["system"]) in whole]
            joined = [join_ratings(study, done, wishes.name, signature)]
        else:
            wanted = 1 if asking is None else asking.draws * (1 + asking.both_orders)
            verdicts = read_verdicts(path, alone=True)
            joined = list(join_verdicts(study, verdicts, signature=signature, wanted=wanted))
    for one in joined:
        typer.echo(one.words, err=wishes.as_json)


def showing_of(where: list[str], store: str) -> "ShownOutputs":
    """The outputs of a study that somebody may be asked about, or of files."""
    from quorate.judges.calls import ShownOutputs

    asked: list[bool] | None = None
    if len(where) == 1 and not Path(where[0]).exists():
        from quorate.cli.opening import opened

        try:
            with opened(where[0], store) as study:
                material = study.store.material(study.name)
                asked = study.index.is_asked.tolist()
        except LookupError as error:
            raise InputError(f"There is neither a file nor a study {where[0]!r} (looked in {store}).") from error
    else:
        from quorate.io.outputs import read_material

        material = read_material(*where)
    outputs = tuple(system.texts for system in material.systems)
    if asked is not None:
        outputs = tuple(tuple(text if use else None for text, use in zip(one, asked, strict=True)) for one in outputs)
    return ShownOutputs(
        systems=tuple(system.name for system in material.systems),
        items=material.items.names,
        outputs=outputs,
        texts={**material.items.columns, **material.items.texts},
    )


def _place(where: list[str]) -> Path:
    """Beside what files are written."""
    return Path(where[0]) if Path(where[0]).exists() else Path(f"{where[0]}.jsonl")


@dataclass(frozen=True, kw_only=True)
class _Told:
    words: str
    counts: "Calls"
    path: Path
    whole: set[tuple[str, str]]


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
    from quorate.judges.verdicts import count_calls, score_rows, verdict_rows, whole_ratings
    from quorate.reports.judge_said import Calls

    said = "scores" if asking.is_rating else "verdicts"
    edition = re.sub(r"[^\w.-]+", "-", wishes.edition)
    name = ".".join(filter(None, (place.stem, edition, said, "jsonl")))
    path = wishes.to or place.with_name(name)
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
            raise InputError(_nothing_answered(outcome, price.bound(asking.render(wanted[0][1])), money))
        rows = score_rows if asking.is_rating else verdict_rows
        write_table(rows(kept, asking, pairs, same, wishes.name), path)
        whole = whole_ratings(kept, asking, pairs) if asking.is_rating else set()
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
    return _Told(words=f"What it said is in {path}.", counts=calls, path=path, whole=whole)


def _nothing_answered(outcome: "AskingEnd", bound: float, money: tuple[float, str]) -> str:
    """Why there is nothing to say."""
    if outcome.why == "the budget":
        return (
            f"Nothing was asked: the first call may cost {bound:.4g} {money[1]}, and of the budget of {money[0]:.4g} "
            f"{money[1]} less is left. Raise --budget, or lower --most-tokens."
        )
    why = "; ".join(dict.fromkeys((outcome.why, *outcome.problems)))
    return f"Nothing was answered: {why.strip('; ')}. Check --url and --model; nothing was written but what is kept."


def _forecast(asking: "JudgeAsking", pairs: "Pairs", price: "TokenPrice", currency: str, *, as_json: bool) -> None:
    from quorate.cli.output import say
    from quorate.wording.phrases import counted

    wanted = list(asking.wanted(pairs))
    most = sum(price.bound(asking.render(call)) for _, call in wanted)
    costs = f", at most {most:.4g} {currency}".rstrip() if most else ", price unknown (--price)"
    say(f"{counted(len(wanted), 'call')}{costs}.", {"calls": len(wanted), "most": most or None}, as_json=as_json)


def _say_ratings(counts: "Calls", wishes: Wishes, path: Path) -> None:
    from quorate.io import write_text
    from quorate.reports.judge_said import ratings_page, said_json
    from quorate.reports.trust_page import trust_html, trust_text

    page = ratings_page(counts, wishes.name, wishes.draws, str(path))
    data = said_json((), (), counts)
    if wishes.output is not None:
        made = {".html": trust_html, ".txt": trust_text}.get(wishes.output.suffix.lower(), lambda _: data)
        write_text(wishes.output, made(page))
    typer.echo(data if wishes.as_json else trust_text(page), nl=False)


def _report(path: Path, wishes: Wishes, calls: "Calls | None", showing: "ShownOutputs", study: str) -> None:
    """Say what verdicts say, beside the judgments of a study where one is named and has any."""
    from quorate.estimators.trust.judges import JudgeTrust, trust_judges, unheard_judges
    from quorate.estimators.trust.standings import find_standings
    from quorate.io import write_text
    from quorate.io.verdicts import read_verdicts
    from quorate.reports.judge_said import said_json, said_page
    from quorate.reports.trust_page import trust_html, trust_text

    verdicts = with_texts(read_verdicts(path, judgments=wishes.judgments, alone=True), showing)
    if study and wishes.judgments is None:
        verdicts = _beside_people(study, wishes, path) or verdicts
    notes = list(verdicts.notes) if calls is None else []
    found = find_standings(verdicts, level=wishes.level)
    trusted: tuple[JudgeTrust, ...] = ()
    if len(verdicts.outcome):
        try:
            trusted = trust_judges(verdicts, level=wishes.level)
            notes += (f"Not held against people: {words}" for words in unheard_judges(verdicts).values())
        except InputError as error:
            notes.append(str(error))
    page, data = said_page(found, trusted, calls, notes), said_json(found, trusted, calls)
    if wishes.output is not None:
        made = {".html": trust_html, ".txt": trust_text}.get(wishes.output.suffix.lower(), lambda _: data)
        write_text(wishes.output, made(page))
        typer.echo(f"{page.answer}\nThe page is in {wishes.output}.", err=wishes.as_json)
    if wishes.as_json or wishes.output is None:
        typer.echo(data if wishes.as_json else trust_text(page), nl=False)


def _beside_people(name: str, wishes: Wishes, path: Path) -> "Verdicts | None":
    """The verdicts beside the study's own judgments; nothing where it has none."""
    from quorate.cli.opening import opened
    from quorate.workflows.trust import verdicts_in_study

    with opened(name, wishes.store) as study:
        has_any = study.kind.arity == 2 and study.history.counts.any()
        return verdicts_in_study(study, path) if has_any else None


def with_texts(verdicts: "Verdicts", showing: "ShownOutputs") -> "Verdicts":
    """Verdicts with the outputs they are about."""
    rows = {name: place for place, name in enumerate(showing.systems)}
    columns = {name: place for place, name in enumerate(showing.items)}
    return verdicts.with_texts([
        [
            showing.outputs[rows[system]][columns[item]] if system in rows and item in columns else None
            for item in verdicts.items
        ]
        for system in verdicts.systems
    ])  # fmt: skip
