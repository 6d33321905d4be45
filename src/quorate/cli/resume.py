"""`quorate resume`: ask questions again."""

from quorate.cli.options import DEFAULT_STORE, Json, Name, StoreAddress


def resume(name: Name, store: StoreAddress = DEFAULT_STORE, as_json: Json = False) -> None:
    """Resume a study that was paused.

    \b
    Example:
      quorate resume fall
    """
    from quorate.cli.opening import opened
    from quorate.cli.output import say

    with opened(name, store) as study:
        study.owner.resume()
        say(f"{name} asks again.", {"study": name, "state": study.state.words}, as_json=as_json)
