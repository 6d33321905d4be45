"""`quorate retract`: take back a judgment."""

from quorate.cli.options import DEFAULT_STORE, Json, Name, Number, Reason, StoreAddress


def retract(
    name: Name, number: Number, reason: Reason, store: StoreAddress = DEFAULT_STORE, as_json: Json = False
) -> None:
    """Retract a judgment.

    It counts no more, and its question is open again for its annotator. The log keeps both, with the reason.

    \b
    Example:
      quorate retract fall 17 --reason "pressed the wrong key"
    """
    from quorate.cli.opening import opened
    from quorate.cli.output import say

    with opened(name, store) as study:
        study.owner.retract(number, reason)
        data = {"study": name, "number": number, "reason": reason}
        say(f"The judgment of question {number} of {name} is retracted; the question is open.", data, as_json=as_json)
