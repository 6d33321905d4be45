"""`quorate readmit`: let somebody try again who failed practice or checks."""

from quorate.cli.options import DEFAULT_STORE, Json, KnownAnnotator, Name, Reason, StoreAddress


def readmit(
    name: Name, annotator: KnownAnnotator, reason: Reason, store: StoreAddress = DEFAULT_STORE, as_json: Json = False
) -> None:
    """Let an annotator in again.

    Whoever failed practice may practise again, as often as the guide allows; whoever failed too many checks goes on
    with questions, and checks that were wrong before no longer count against them. Their link stays the same.

    \b
    Example:
      quorate readmit fall --annotator ann --reason "a slip of the finger"
    """
    from quorate.cli.opening import opened
    from quorate.cli.output import say
    from quorate.cli.parsing import annotator_of

    with opened(name, store) as study:
        who = annotator_of(annotator, study.store.annotators(name).values())
        study.owner.readmit(who, reason)
        said = {"study": name, "annotator": who, "reason": reason}
        say(f"Annotator {annotator} may try again.", said, as_json=as_json)
