"""`quorate exclude`: count nothing an annotator answered."""

from quorate.cli.options import DEFAULT_STORE, Json, KnownAnnotator, Name, Reason, StoreAddress


def exclude(
    name: Name, annotator: KnownAnnotator, reason: Reason, store: StoreAddress = DEFAULT_STORE, as_json: Json = False
) -> None:
    """Exclude an annotator.

    Nothing they answered counts any more, and they are asked nothing more. The log keeps what they said.

    \b
    Example:
      quorate exclude fall --annotator 3 --reason "answers in under a second"
    """
    from quorate.cli.opening import opened
    from quorate.cli.output import say
    from quorate.cli.parsing import annotator_of

    with opened(name, store) as study:
        who = annotator_of(annotator, study.store.annotators(name).values())
        study.owner.exclude(who, reason)
        say(f"Annotator {annotator} is excluded.", {"study": name, "annotator": who, "reason": reason}, as_json=as_json)
