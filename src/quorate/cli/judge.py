"""`quorate judge`: what a model says of pairs of outputs, or of each."""

from pathlib import Path
from typing import Annotated

import typer

from quorate.cli.options import DEFAULT_STORE, Json, StoreAddress

Where = Annotated[
    list[str],
    typer.Argument(metavar="STUDY|OUTPUTS...", help="A study, or files of outputs.", show_default=False),
]
Model = Annotated[str, typer.Option("--model", metavar="NAME", help="Name of the model at the endpoint.")]
Url = Annotated[
    str, typer.Option("--url", metavar="URL", help="The endpoint, speaking OpenAI's chat protocol: https://…/v1.")
]
PromptFile = Annotated[
    Path | None,
    typer.Option(
        "--prompt",
        metavar="FILE",
        help="What it is asked. {first} and {second} stand for the outputs as shown ({output} to rate one), {source} "
        "and others for texts of the item. Without it a plain prompt to compare.",
    ),
]
Rate = Annotated[bool, typer.Option("--rate", help="Rate each output with the plain prompt, instead of comparing.")]
Scale = Annotated[str, typer.Option("--scale", metavar="LOW,HIGH", help="Ratings: the ends of the scale.")]
Budget = Annotated[
    str | None, typer.Option("--budget", metavar="MONEY", help="What all calls may cost, such as 5usd; never exceeded.")
]
Price = Annotated[
    str | None,
    typer.Option("--price", metavar="IN,OUT", help="Price of a million tokens sent, and answered: 0.15,0.6."),
]
Draws = Annotated[int, typer.Option("--draws", metavar="N", min=1, help="Answers to each question.")]
OneOrder = Annotated[
    bool, typer.Option("--one-order", help="Show each pair in one drawn order, not in both: half the calls, no flips.")
]
Logprobs = Annotated[bool, typer.Option("--logprobs", help="Ask for log-probabilities, and keep what they say.")]
Temperature = Annotated[
    float | None, typer.Option("--temperature", metavar="T", min=0, help="Else 0 for one draw, 1 for several.")
]
MostTokens = Annotated[int, typer.Option("--most-tokens", metavar="N", min=1, help="Longest answer, in tokens.")]
Send = Annotated[
    list[str] | None,
    typer.Option("--send", metavar="NAME=VALUE", help="Send this with every call, such as reasoning_effort=low."),
]
Against = Annotated[
    list[str] | None, typer.Option("--against", metavar="SYSTEM", help="Only pairs with this system; may be repeated.")
]
Most = Annotated[
    int, typer.Option("--most", metavar="N", min=0, help="So many pairs, or outputs, drawn at random; 0 for all.")
]
AtOnce = Annotated[int, typer.Option("--at-once", metavar="N", min=1, max=256, help="Calls at the same time.")]
PerMinute = Annotated[float | None, typer.Option("--per-minute", metavar="N", min=0.1, help="Most calls a minute.")]
Attempts = Annotated[int, typer.Option("--attempts", metavar="N", min=1, help="How often a call that fails is made.")]
Seconds = Annotated[float, typer.Option("--seconds", metavar="S", min=0.1, help="How long one call may take.")]
KeyFrom = Annotated[
    str,
    typer.Option("--key-from", metavar="NAME", help="Environment variable that holds the key; never shown or kept."),
]
Called = Annotated[str | None, typer.Option("--name", metavar="NAME", help="What to call the judge; else the model.")]
Round = Annotated[
    str, typer.Option("--round", metavar="NAME", help="Another name asks everything anew: for drift of a judge.")
]
AnswersFile = Annotated[
    Path | None, typer.Option("--answers", metavar="FILE", help="Where calls and answers are kept; else NAME.answers.")
]
VerdictsFile = Annotated[
    Path | None, typer.Option("--verdicts", metavar="FILE", help="Take verdicts from this file and ask nobody.")
]
To = Annotated[
    Path | None,
    typer.Option("--to", metavar="FILE", help="Where verdicts, or scores, are written; else NAME.verdicts.jsonl."),
]
JudgmentsFile = Annotated[
    Path | None,
    typer.Option("--judgments", metavar="FILE", help="Judgments by people, to hold verdicts against."),
]
Dry = Annotated[bool, typer.Option("--dry-run", help="Ask nobody: say how many calls it takes, and cost at the most.")]
Apart = Annotated[bool, typer.Option("--apart", help="A study: write the file alone; nothing joins the study.")]
Seed = Annotated[int, typer.Option("--seed", metavar="SEED", help="What the order of pairs is drawn from.")]
Level = Annotated[float, typer.Option("--level", metavar="P", min=0.5, max=0.999, help="Level of the intervals.")]
Out = Annotated[
    Path | None, typer.Option("--output", "-o", metavar="FILE", help="Write the page: .html, .txt or .json.")
]


def judge(
    where: Where,
    *,
    model: Model = "",
    url: Url = "",
    prompt: PromptFile = None,
    rate: Rate = False,
    scale: Scale = "1,5",
    budget: Budget = None,
    price: Price = None,
    draws: Draws = 1,
    one_order: OneOrder = False,
    logprobs: Logprobs = False,
    temperature: Temperature = None,
    most_tokens: MostTokens = 512,
    send: Send = None,
    against: Against = None,
    most: Most = 0,
    at_once: AtOnce = 8,
    per_minute: PerMinute = None,
    attempts: Attempts = 8,
    seconds: Seconds = 120.0,
    key_from: KeyFrom = "QUORATE_JUDGE_KEY",
    name: Called = None,
    edition: Round = "",
    answers: AnswersFile = None,
    verdicts: VerdictsFile = None,
    to: To = None,
    judgments: JudgmentsFile = None,
    dry_run: Dry = False,
    apart: Apart = False,
    seed: Seed = 0,
    level: Level = 0.95,
    store: StoreAddress = DEFAULT_STORE,
    output: Out = None,
    as_json: Json = False,
) -> None:
    """Ask a model to judge outputs, through any endpoint that speaks OpenAI's chat protocol.

    Every pair is shown in both orders; where the answers contradict each other the pair counts as a tie, and such flips
    are reported. Answers are read strictly: what is prose, both, nothing or a refusal is unread, counted, and never
    guessed. Every call is kept: run the same command again after an interruption, and only what has no answer is asked.
    The price is written down, and no call is sent that could exceed the budget. Verdicts are evidence about people's
    judgments, never judgments: hold them against people with `quorate trust judge`.

    With {output} in the prompt, or --rate, each output gets a score, and the file written is one of metrics.

    Of a study, its own outputs are judged, and what is said joins it: verdicts as predictions about pairs, ratings as
    scores of outputs. They count from the next question on and never change; --apart leaves the study as it is.

    \b
    Example:
      quorate judge outputs.jsonl --model small --url http://localhost:8080/v1
      quorate judge outputs.jsonl --model big --url https://api.example.com/v1 --price 2.5,10 --budget 5usd
      quorate judge outputs.jsonl --verdicts verdicts.csv -o judge.html
      quorate judge fall --verdicts verdicts.csv
    """
    from quorate.cli.judge_wishes import Wishes
    from quorate.cli.judging import judge_outputs

    judge_outputs(
        where,
        Wishes(
            model=model,
            url=url,
            prompt=prompt,
            rate=rate,
            scale=scale,
            budget=budget,
            price=price,
            draws=draws,
            both_orders=not one_order,
            logprobs=logprobs,
            temperature=temperature,
            most_tokens=most_tokens,
            send=tuple(send or ()),
            against=tuple(against or ()),
            most=most,
            at_once=at_once,
            per_minute=per_minute,
            attempts=attempts,
            seconds=seconds,
            key_from=key_from,
            name=name or model,
            edition=edition,
            answers=answers,
            verdicts=verdicts,
            to=to,
            judgments=judgments,
            dry_run=dry_run,
            is_apart=apart,
            seed=seed,
            level=level,
            store=store,
            output=output,
            as_json=as_json,
        ),
    )
