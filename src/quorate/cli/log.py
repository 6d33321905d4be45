"""`quorate log`: what happened, in order."""

from typing import TYPE_CHECKING, Annotated

import typer

from quorate.cli.options import DEFAULT_STORE, Json, Name, StoreAddress

if TYPE_CHECKING:
    from quorate.records.events import Event, ItemAnswered, SystemAdded
    from quorate.records.holdings import AdditionEvent
    from quorate.study import Study

After = Annotated[int, typer.Option("--after", metavar="POSITION", help="Only what came after this position.")]


def log(name: Name, after: After = 0, store: StoreAddress = DEFAULT_STORE, as_json: Json = False) -> None:
    """Print the log, one event on each line.

    With --json each line is one JSON object. Annotators are numbers; names are never in the log.

    \b
    Example:
      quorate log fall --after 100
      quorate log fall --json > fall.log.jsonl
    """
    from datetime import UTC, datetime

    from quorate.cli.opening import opened
    from quorate.cli.output import clean, json_text
    from quorate.records.events import event_to_json

    with opened(name, store) as study:
        for position, event in study.store.events(name, after):
            if as_json:
                typer.echo(json_text({"position": position, **event_to_json(event)}, indent=None))
            else:
                when = datetime.fromtimestamp(event.time, UTC)
                typer.echo(f"{position:>6}  {when:%Y-%m-%d %H:%M:%S}  {clean(_words(event, study))}")


def _words(event: "Event", study: "Study") -> str:
    from quorate.cli.output import json_text
    from quorate.questions import kind_of
    from quorate.records import events

    match event:
        case events.QuestionAsked():
            shown = " | ".join(study.index.systems[system] for system in event.systems)
            about = f"{shown} on" if shown else "on" if event.part < 0 else f"part {event.part} of"
            chance = [event.pair_probability, event.item_probability, event.side_probability]
            said = " · ".join("?" if share is None else f"{share:.3g}" for share in chance)
            copy = f", copy of {event.copy_of}" if event.copy_of != event.number else ""
            item = study.index.items[event.item]
            return f"question {event.number} asked of annotator {event.annotator}: {about} {item} ({said}){copy}"
        case events.JudgmentRecorded():
            answer = kind_of(study.design).answer(event.values, event.detail)
            return f"question {event.number} judged: {json_text(answer, indent=None)}"
        case events.QuestionReleased():
            return f"question {event.number} released ({event.reason}){_why(event.words)}"
        case events.ItemAnswered():
            return _answered_words(event, study)
        case events.JudgmentRetracted():
            return f"judgment of question {event.number} retracted{_why(event.reason)}"
    return _owner_words(event, study)


def _owner_words(event: "Event", study: "Study") -> str:
    from quorate.records import events
    from quorate.wording.phrases import counted

    match event:
        case events.StudyDefined():
            items = counted(event.items, "item")
            drawn = (
                f"a secret with SHA-256 {event.secret_digest}" if event.secret_digest else f"seed {event.design.seed}"
            )
            return f"study {event.study} defined: {event.design.kind}, {items}, drawn from {drawn}"
        case events.SystemAdded() | events.ItemsAdded() | events.OutputsAdded() | events.ScoresAdded():
            return _added_words(event, study)
        case events.AnnotatorExcluded() | events.AnnotatorReadmitted() | events.AnnotatorAway():
            became = "excluded" if isinstance(event, events.AnnotatorExcluded) else "let in again"
            became = "is away" if isinstance(event, events.AnnotatorAway) else became
            return f"annotator {event.annotator} {became}{_why(event.reason)}"
        case events.StudyPaused():
            return f"study paused{_why(event.reason)}"
        case events.StudyClosed():
            return f"study closed{_why(event.reason)}" + (f" (the secret was {event.secret})" if event.secret else "")
    return "study resumed" if isinstance(event, events.StudyResumed) else type(event).__name__


def _added_words(event: "SystemAdded | AdditionEvent", study: "Study") -> str:
    from quorate.records import events
    from quorate.wording.phrases import counted

    match event:
        case events.SystemAdded():
            return f"system {event.name} added with {counted(event.outputs, 'output')}"
        case events.ItemsAdded():
            return f"{counted(event.items, 'item')} added with {counted(event.outputs, 'output')}"
        case events.OutputsAdded():
            return f"{counted(event.outputs, 'output')} of {study.index.systems[event.system]} added"
        case events.ScoresAdded():
            made = f", made by {event.signature}" if event.signature else ""
            return f"{counted(event.scores, 'score')} {event.name} about {event.about} added{made}"


def _answered_words(event: "ItemAnswered", study: "Study") -> str:
    labels = study.kind.options.get("labels", [])
    said = " ".join(str(labels[int(value)]) if labels else f"{value:g}" for value in event.values)
    return f"{study.index.items[event.item]} answered: {said}{_why(str(event.detail.get('why', '')))}"


def _why(words: str) -> str:
    return f": {words}" if words else ""
