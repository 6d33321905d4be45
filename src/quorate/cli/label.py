"""`quorate label`: labels for a stream of inputs, people asked where it pays."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from quorate.cli.options import DEFAULT_STORE, Json, Name, StoreAddress

if TYPE_CHECKING:
    from collections.abc import Callable

    from quorate.judges.guesser import LabelGuesser

What = Annotated[
    Literal["define", "run", "report"],
    typer.Argument(metavar="define|run|report", help="What to do.", show_default=False),
]
Inputs = Annotated[
    Path | None,
    typer.Argument(
        metavar="INPUTS",
        help="run: JSONL with `text` and perhaps `id`, or a text on each line; - or nothing: from stdin.",
        show_default=False,
    ),
]
Labels = Annotated[
    list[str] | None,
    typer.Option("--label", metavar="LABEL", help="define: what an input, or a word of it, can be; repeat it."),
]
Model = Annotated[
    str,
    typer.Option(
        "--model",
        metavar="NAME",
        help="define: chain: each word has a label; head, the default: the text has one. "
        "run: name of the model at the endpoint.",
        show_default=False,
    ),
]
Cost = Annotated[
    float, typer.Option("--cost", metavar="C", min=0, help="define: price of a question; a wrong label costs 1.")
]
Second = Annotated[
    float, typer.Option("--second", metavar="C", min=0, help="define: price of a second until an input is answered.")
]
Patience = Annotated[
    float,
    typer.Option(
        "--patience", metavar="SECONDS", help="define: after so long an input is answered with what is known."
    ),
]
Lease = Annotated[
    float | None,
    typer.Option(
        "--lease",
        metavar="SECONDS",
        help="define: after so long a question goes to somebody else; half of the patience without it.",
    ),
]
Most = Annotated[int, typer.Option("--most", metavar="N", min=1, help="define: most questions about one position.")]
Queue = Annotated[
    int, typer.Option("--queue", metavar="N", min=1, help="define: most inputs that wait for people at once.")
]
Audit = Annotated[
    float, typer.Option("--audit", metavar="SHARE", min=0, max=1, help="define: share of the inputs that is checked.")
]
Block = Annotated[int, typer.Option("--block", metavar="N", min=1, help="define: inputs in one block of the audit.")]
Error = Annotated[
    float, typer.Option("--error", metavar="P", help="define: chance that the bound of a block is ever too high.")
]
Auditors = Annotated[
    list[str] | None, typer.Option("--auditor", metavar="WHO", help="define: who checks, and answers nothing else.")
]
Question = Annotated[str, typer.Option("--question", metavar="WORDS", help="define: the question in words.")]
Policy = Annotated[
    Literal["look-ahead", "online", "1-vote", "3-vote", "5-vote"],
    typer.Option("--policy", help="define: what decides what is asked; online: nobody is."),
]
Budget = Annotated[
    float | None,
    typer.Option(
        "--budget",
        metavar="N",
        min=0,
        help="define: ask for at most so many answers. run: what calls to the model may cost in this run.",
    ),
]
Seed = Annotated[int, typer.Option("--seed", metavar="SEED", help="define: what lessons and audit are drawn from.")]
AtOnce = Annotated[int, typer.Option("--at-once", metavar="N", min=1, help="run: most inputs in work at once.")]
Url = Annotated[
    str,
    typer.Option("--url", metavar="URL", help="run: an endpoint that guesses first, speaking OpenAI's chat protocol."),
]
PromptFile = Annotated[
    Path | None,
    typer.Option(
        "--prompt",
        metavar="FILE",
        help="run: what the model is asked; {text}, {words}, {labels} and {question} stand for these.",
    ),
]
KeyFrom = Annotated[
    str,
    typer.Option(
        "--key-from", metavar="NAME", help="run: environment variable that holds the key; never shown or kept."
    ),
]
Price = Annotated[
    str | None,
    typer.Option("--price", metavar="IN,OUT", help="run: price of a million tokens sent, and answered: 0.15,0.6."),
]


def label(
    what: What,
    name: Name,
    inputs: Inputs = None,
    *,
    labels: Labels = None,
    model: Model = "",
    cost: Cost = 0.004,
    second: Second = 0.0,
    patience: Patience = 5.0,
    lease: Lease = None,
    most: Most = 5,
    queue: Queue = 1000,
    audit: Audit = 0.0,
    block: Block = 1000,
    error: Error = 0.05,
    auditor: Auditors = None,
    question: Question = "",
    policy: Policy = "look-ahead",
    budget: Budget = None,
    seed: Seed = 0,
    at_once: AtOnce = 100,
    url: Url = "",
    prompt: PromptFile = None,
    key_from: KeyFrom = "OPENAI_API_KEY",
    price: Price = None,
    store: StoreAddress = DEFAULT_STORE,
    as_json: Json = False,
) -> None:
    """Label a stream of inputs within seconds: a model learns on the job, people are asked where it pays.

    `define` begins a study of tags; `quorate invite` and `quorate serve` let people wait for questions. `run` answers
    inputs as they come, one JSON object on a line: labels, how sure they are, what was asked, what it cost, how long it
    took and why it was answered then. Stopped and started again on the same file, or with the same `id`s, it goes
    on where it stopped. With --url and --model a language model guesses first; it is trusted as far as people's answers
    agree with it. `report` says what came of it, with what the audit shows.

    \b
    Example:
      quorate label define tickets --label bill --label login --cost 0.01 --patience 5
      quorate invite tickets --annotator ada
      quorate serve
      quorate label run tickets inputs.jsonl > labelled.jsonl
      quorate label run tickets more.jsonl --url https://api.example.com/v1 --model small >> labelled.jsonl
      quorate label report tickets
    """
    if what == "define":
        from quorate.cli.output import say
        from quorate.errors import InputError
        from quorate.workflows.label_define import define_labelling

        if inputs is not None:
            raise InputError(f"Inputs come with `quorate label run {name} INPUTS`; `define` has none.")
        study = define_labelling(
            name,
            labels=labels or (),
            store=store,
            model=_model(model),
            cost=cost,
            second=second,
            patience=patience,
            lease=lease,
            most=most,
            queue=queue,
            audit=audit,
            block=block,
            error=error,
            auditors=auditor or (),
            question=question,
            policy=policy,
            budget=_answers(budget),
            seed=seed,
        )
        about = "words" if model == "chain" else "texts"
        words = f"{name} labels {about}: {', '.join(study.kind.options['labels'])}."
        words += f" Invite people with `quorate invite {name} --annotator WHO`, and let them in with `quorate serve`."
        say(words, {"study": name, "digest": study.design.digest}, as_json=as_json)
    elif what == "run":
        wished = _guesser(url=url, model=model, prompt=prompt, key_from=key_from, price=price, budget=budget)
        _run(name, inputs, store, at_once, wished)
    else:
        _report(name, store, as_json=as_json)


def _model(name: str) -> Literal["chain", "head"]:
    """What has a label: each word, or the text."""
    from quorate.errors import InputError

    if name in ("", "head"):
        return "head"
    if name == "chain":
        return "chain"
    raise InputError(f"--model of `define` is chain or head, not {name!r}. A model that guesses is for `run`.")


def _answers(budget: float | None) -> int | None:
    from quorate.errors import InputError

    if budget is not None and (budget < 1 or budget != int(budget)):
        raise InputError(f"--budget of `define` is a number of answers from 1, not {budget:g}.")
    return None if budget is None else int(budget)


def _guesser(
    *, url: str, model: str, prompt: Path | None, key_from: str, price: str | None, budget: float | None
) -> "Callable[[float], LabelGuesser] | None":
    """What guesses first, where that is wanted, in so many seconds; the key comes from the environment."""
    import math
    import os

    from quorate.cli.parsing import price_of_tokens
    from quorate.errors import FileError, InputError

    if not (url and model):
        if url or model or prompt or price or budget is not None:
            raise InputError("A model that guesses first needs both --url and --model.")
        return None
    from quorate.judges.endpoint import Endpoint
    from quorate.judges.guesser import LabelGuesser

    try:
        asked = "" if prompt is None else prompt.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise FileError(prompt or Path(), f"the prompt cannot be read ({error}).") from error
    key = os.environ.get(key_from, "").strip()
    tokens, money = price_of_tokens(price), math.inf if budget is None else budget
    Endpoint(url=url, model=model, key=key)  # what is wrong with it is said before anything else
    return lambda seconds: LabelGuesser(
        Endpoint(url=url, model=model, key=key, seconds=seconds), prompt=asked, price=tokens, budget=money
    )


def _run(
    name: str, inputs: Path | None, store: str, at_once: int, wished: "Callable[[float], LabelGuesser] | None"
) -> None:
    """Answer inputs as they come; every answer is one line as soon as it is there."""
    from contextlib import ExitStack

    from quorate.cli.opening import existing_store
    from quorate.cli.output import json_text
    from quorate.cli.progress import counting
    from quorate.workflows.label_inputs import read_inputs
    from quorate.workflows.labeller import Labeller

    with ExitStack() as held:
        labeller = Labeller.open(name, store=held.enter_context(existing_store(store)))
        lines = held.enter_context(read_inputs(inputs))
        if wished is not None:
            labeller.own = own = wished(labeller.patience)
            held.callback(lambda: typer.echo(own.words, err=True))
            held.enter_context(own)
        reached = held.enter_context(counting("answered", None))
        for number, answer in enumerate(labeller.label_all(lines, at_once=at_once), 1):
            typer.echo(json_text(answer.to_json(), indent=None))
            reached(number)


def _report(name: str, store: str, *, as_json: bool) -> None:
    from quorate.cli.opening import opened
    from quorate.cli.output import say
    from quorate.workflows.label_report import report_labels

    with opened(name, store) as study:
        report = report_labels(study)
    say("\n".join(report.lines), report.to_json(), as_json=as_json)
