"""Split outputs into statements: by rules, or by a model at an endpoint."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from quorate.io.held import Source
from quorate.wording.phrases import counted

if TYPE_CHECKING:
    from quorate.judges.endpoint import Endpoint
    from quorate.records.material import Material


@dataclass(frozen=True, kw_only=True)
class SplitOutputs:
    """Outputs as statements.

    Attributes:
        rows: One for each statement: item, system, statement; an empty statement where an output states nothing.
        outputs: How many outputs were split.
        by_rules: How many of them by rules, because the model's answer could not be read or never came.
        cost: What the model cost.
        splitter: Who has split them.
    """

    rows: tuple[Mapping[str, str], ...]
    outputs: int
    by_rules: int = 0
    cost: float = 0.0
    splitter: str = "rules"

    @property
    def headline(self) -> str:
        """How many statements of how many outputs."""
        said = sum(bool(row["statement"]) for row in self.rows)
        words = f"{counted(self.outputs, 'output')} split into {counted(said, 'statement')} by {self.splitter}."
        if self.by_rules:
            words += f" {counted(self.by_rules, 'answer')} could not be read or never came: these outputs by rules."
        return words

    def write(self, path: str | Path) -> None:
        """Write the statements to a file that `quorate define --kind statement` reads."""
        from quorate.io import write_table

        write_table([dict(row) for row in self.rows], Path(path))


def split_outputs(
    outputs: Source,
    *,
    url: str = "",
    model: str = "",
    key: str = "",
    prompt: str = "",
    answers: str | Path | None = None,
    price: tuple[float, float] = (0.0, 0.0),
    budget: float = math.inf,
    at_once: int = 8,
    seconds: float = 120.0,
    columns: Mapping[str, str | Sequence[str]] | None = None,
    shape: str = "",
) -> SplitOutputs:
    """Split outputs into statements.

    Args:
        outputs: As for `define`.
        url: Address of an endpoint that speaks the chat protocol; without it rules split.
        model: Name of the model there.
        key: What the endpoint knows us by.
        prompt: What is asked instead of ours; `{output}` stands for the output.
        answers: File that keeps what was answered, so that nothing is paid twice; without it as long as this runs.
        price: Of a million tokens sent, and answered.
        budget: What all calls may cost.
        at_once: Calls at the same time.
        seconds: How long one call may take.
        columns: Our name of a column → what the outputs call it.
        shape: What files are, where that shall not be told by looking at them.

    Raises:
        InputError: The outputs cannot be read, or the endpoint gives no answer that can be.

    Example:
        >>> split = split_outputs([{"item": "1", "system": "a", "output": "Graz is a city. It lies on the Mur."}])
        >>> [row["statement"] for row in split.rows]
        ['Graz is a city.', 'It lies on the Mur.']
    """
    from quorate.data.sentences import split_by_rules
    from quorate.errors import InputError
    from quorate.workflows.understanding import understand_sources

    if bool(url) != bool(model):
        raise InputError("A model that splits needs both --url and --model; without both, rules split.")
    if prompt and "{output}" not in prompt:
        raise InputError("The prompt does not show what is to be split: write {output} where it stands.")
    material = understand_sources(outputs, columns=columns, shape=shape).material
    split: dict[str, Sequence[str]] = {}
    cost, splitter = 0.0, "rules"
    if url:
        from quorate.judges.endpoint import Endpoint

        endpoint = Endpoint(url=url, model=model, settings={"temperature": 0}, seconds=seconds, key=key)
        split, cost = _ask(material, endpoint, prompt, answers=answers, price=price, budget=budget, at_once=at_once)
        splitter = model
        wanted = any(text and text.strip() for system in material.systems for text in system.texts)
        if wanted and not split:
            raise InputError(
                f"{model!r} at {url} gave no answer that could be read, so that nothing was split. Check the address, "
                "the model and the key; without --url and --model, rules split."
            )
    rows: list[Mapping[str, str]] = []
    texts = 0
    by_rules = 0
    for system in material.systems:
        for item, text in zip(material.items.names, system.texts, strict=True):
            if text is None:
                continue
            texts += 1
            by_rules += bool(url) and bool(text.strip()) and text not in split
            said = split[text] if text in split else split_by_rules(text)
            rows += [{"item": item, "system": system.name, "statement": one} for one in _different(said) or [""]]
    return SplitOutputs(rows=tuple(rows), outputs=texts, by_rules=by_rules, cost=cost, splitter=splitter)


def _different(said: Sequence[str]) -> list[str]:
    """Each statement once, as they will be compared."""
    from quorate.records.statements import as_stated

    return list({as_stated(one): one for one in reversed(said)}.values())[::-1]


def _ask(
    material: "Material",
    endpoint: "Endpoint",
    prompt: str,
    *,
    answers: str | Path | None,
    price: tuple[float, float],
    budget: float,
    at_once: int,
) -> tuple[dict[str, Sequence[str]], float]:
    """What the model makes of each output: by the output's text."""
    from quorate.judges.answers import KeptAnswers
    from quorate.judges.asking import CallPace, ask_all
    from quorate.judges.endpoint import EndpointClient
    from quorate.judges.prices import TokenPrice
    from quorate.judges.splitting import PROMPT, key_of, prompt_for, read_split, splitter_name

    asked = prompt or PROMPT
    texts = {text for system in material.systems for text in system.texts if text is not None and text.strip()}
    by_key = {key_of(text): text for text in sorted(texts)}
    kept = KeptAnswers(None if answers is None else Path(answers), splitter_name(endpoint, asked))
    line = EndpointClient(endpoint, at_once)
    tokens = TokenPrice(asked=price[0], said=price[1], most_said=4096)
    try:
        known = kept.answered()
        wanted = iter([(key, prompt_for(text, asked)) for key, text in by_key.items() if key not in known])
        ask_all(wanted, line, kept, price=tokens, budget=budget, pace=CallPace(at_once=at_once))
        found: dict[str, Sequence[str]] = {}
        for key, answer in kept.answers():
            said = None if answer.is_refused else read_split(answer.text)
            if said is not None and key in by_key:
                found[by_key[key]] = said
        return found, kept.spent()
    finally:
        line.close()
        kept.close()
