"""`quorate verify`: does the log reproduce itself?"""

import typer

from quorate.cli.options import DEFAULT_STORE, Json, Name, StoreAddress


def verify(name: Name, store: StoreAddress = DEFAULT_STORE, as_json: Json = False) -> None:
    """Check that the log reproduces itself.

    Every question is decided again from what its policy had seen, by the revision of the policy that decided it, and
    compared. The exit code is 1, and the problems are listed, where something does not come out the same. A revision
    that this version does not have any more is no problem: its questions are counted, and said not to be replayed.

    \b
    Example:
      quorate verify fall
    """
    from quorate.cli.opening import opened
    from quorate.cli.output import say
    from quorate.cli.progress import counting
    from quorate.wording.phrases import counted
    from quorate.workflows import verify as replay

    with opened(name, store) as study, counting(f"Verifying {name}", study.history.position) as progress:
        found = replay(study, progress=progress)
        progress(found.events)
    what = f"{counted(found.events, 'event')}, {counted(found.questions, 'question')} decided again"
    if found.holds:
        words = f"The log of {name} reproduces itself: {what}, nothing different."
    else:
        listed = "".join(f"\n  {problem}" for problem in found.problems)
        words = (
            f"The log of {name} does not reproduce itself ({what}; {counted(len(found.problems), 'problem')}):{listed}"
        )
    words += "".join(f"\n  {one.words}." for one in found.decided)
    data = {"study": name, **found.to_json()}
    say(words, data, as_json=as_json)
    if not found.holds:
        raise typer.Exit(1)
