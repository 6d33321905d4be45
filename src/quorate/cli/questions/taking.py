"""How each kind of question is answered in a terminal: by keys, numbers, an editor, or pieces of the text."""

import os
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

if TYPE_CHECKING:
    from quorate.questions import Kind
    from quorate.study import Question

KEYS = {
    "l": "left",
    "r": "right",
    "t": "tie",
    "s": "skip",
    "q": "quit",
    "\x1b[D": "left",
    "\x1b[C": "right",
    "\x1bOD": "left",
    "\x1bOC": "right",
}
ENDS = {"s": "skip", "q": "quit"}
WEIGHTS = {"m": "minor", "j": "major"}


def take(question: "Question", kind: "Kind") -> object:
    """What the annotator wants: an answer, skip or quit."""
    match question.kind:
        case "comparison":
            return _choose("← left   → right   t tie   s skip   q quit ", KEYS)
        case "edit":
            return _edit(question.outputs[0])
        case "check":
            return _check(question.item.get(kind.options["context"], ""))
        case "spans":
            return _spans(question.outputs[0], kind.options["categories"])
        case "statement" | "listing":
            return _of_set(question, kind.options)
    return _rating(question)


def _rating(question: "Question") -> object:
    scores: dict[str, object] = {}
    for criterion in question.criteria:
        typed = typer.prompt(f"{criterion['name']} ({criterion['low']:g} to {criterion['high']:g}, s skip, q quit)")
        if typed in ("s", "q"):
            return KEYS[typed]
        scores[criterion["name"]] = typed
    return scores


def _edit(output: str) -> object:
    said = _choose("e edit   k keep as it is   s skip   q quit ", {"e": "edit", "k": "keep", **ENDS})
    if said != "edit":
        return {"text": output} if said == "keep" else said
    editor = os.environ.get("VISUAL") or os.environ.get("EDITOR")
    if not (editor and sys.stdin.isatty()):
        return {"text": typer.prompt("the edited text")}
    return {"text": _edited(output, editor)}


def _edited(text: str, editor: str) -> str:
    """What the annotator's own editor makes of the text."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "output.txt"
        path.write_text(text, encoding="utf-8")
        subprocess.run([*shlex.split(editor), str(path)], check=True)  # noqa: S603 - the annotator's own program
        return path.read_text(encoding="utf-8").removesuffix("\n")


def _check(context: str) -> object:
    from quorate.questions.check import NEEDED, split_paragraphs

    verdicts = {"c": "correct", "i": "incorrect", "t": "cannot tell"}
    verdict = _choose("c correct   i incorrect   t cannot tell   s skip   q quit ", {**verdicts, **ENDS})
    if verdict in ENDS.values():
        return verdict
    paragraphs, stance = split_paragraphs(context), NEEDED.get(verdict)
    marked = _pieces(f"what {stance} it", paragraphs) if stance and paragraphs else []
    evidence = [{"paragraph": place, "start": start, "end": end, "stance": stance} for place, start, end in marked]
    sure = typer.confirm("Did you compare it with the text, word by word?", default=True)
    return {"verdict": verdict, "evidence": evidence, "confirmed": sure}


def _of_set(question: "Question", options: Mapping[str, Any]) -> object:
    from quorate.questions.statement import text_of

    context = text_of(question.item, options["context"])
    return _statement(context, options) if question.outputs else _listing(context, options)


def _statement(context: str, options: Mapping[str, Any]) -> object:
    from quorate.questions.check import split_paragraphs
    from quorate.questions.statement import NEEDED

    verdicts = {"r": "right", "w": "wrong", "t": "cannot tell"}
    words = "r right   w wrong   t cannot tell   s skip   q quit "
    verdict = _choose(words, {**verdicts, **ENDS})
    if verdict in ENDS.values():
        return verdict
    paragraphs, stance = split_paragraphs(context), NEEDED.get(verdict)
    marked = _pieces(f"what {stance} it", paragraphs) if stance and paragraphs and options["evidence"] else []
    evidence = [{"paragraph": place, "start": start, "end": end, "stance": stance} for place, start, end in marked]
    links = {}
    for link in options["links"]:
        typer.echo(f"{link}: ", nl=False)
        links[link] = _choose("r right   w wrong   t cannot tell ", verdicts)
    return {"verdict": verdict, "links": links, "evidence": evidence}


def _listing(context: str, options: Mapping[str, Any]) -> object:
    marks: list[dict[str, object]] = []
    for _, start, end in _pieces("what is there", (context,)):
        marks.append({"start": start, "end": end})
        if options["types"]:
            marks[-1]["type"] = typer.prompt(f"what it is ({', '.join(options['types'])})")
    links = []
    while options["relations"] and len(marks) > 1 and typer.confirm("Link two of them?", default=False):
        said = [
            f"{number}. {context[int(str(mark['start'])) : int(str(mark['end']))]}" for number, mark in enumerate(marks)
        ]
        typer.echo("   ".join(said))
        first, second = typer.prompt("from (number)", type=int), typer.prompt("to (number)", type=int)
        relation = typer.prompt(f"relation ({', '.join(options['relations'])})")
        links.append({"from": first, "to": second, "relation": relation})
    facts = []
    while fact := typer.prompt("a fact in words (empty: no more)", default="", show_default=False):
        facts.append(fact)
    return {"marks": marks, "links": links, "facts": facts}


def _spans(output: str, categories: list[str]) -> object:
    spans: list[dict[str, object]] = []
    for _, start, end in _pieces("an error", (output,)):
        spans.append({"start": start, "end": end, "weight": _choose("m minor   j major ", WEIGHTS)})
        if categories:
            typed = typer.prompt(f"its category ({', '.join(categories)}; empty: none)", default="", show_default=False)
            spans[-1] |= {"category": typed} if typed else {}
    typed = typer.prompt("score (0 to 100, s skip, q quit)")
    return KEYS[typed] if typed in ("s", "q") else {"score": typed, "spans": spans}


def _pieces(what: str, texts: Sequence[str]) -> Iterator[tuple[int, int, int]]:
    """Pieces of the texts as they are typed, until nothing is: which text, from where, to where."""
    while typed := typer.prompt(f"{what}, as it stands there (empty: no more)", default="", show_default=False):
        place = next((place for place, text in enumerate(texts) if typed in text), None)
        if place is None:
            typer.echo("This does not stand there.")
        else:
            start = texts[place].index(typed)
            yield place, start, start + len(typed)


def _choose(words: str, keys: Mapping[str, str]) -> str:
    while True:
        typer.echo(words, nl=False)
        key = _key()
        typer.echo(keys.get(key, "?"))
        if key in keys:
            return keys[key]


def _key() -> str:
    """One key in a terminal; else the first letter of a line."""
    if sys.stdin.isatty():
        key = typer.getchar()
        return key.lower() if len(key) == 1 else key
    line = sys.stdin.readline()
    return line.strip()[:1].lower() if line else "q"
