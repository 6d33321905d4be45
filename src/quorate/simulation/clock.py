"""Time that passes when it is told to."""


class VirtualClock:
    """A clock for simulated studies: give it to `Study.define` or `Study.open`, and to `simulate`.

    Args:
        start: Seconds since 1970 (UTC) at which it stands.
    """

    def __init__(self, start: float) -> None:
        self.now = start

    def __call__(self) -> float:
        """What time it is."""
        return self.now

    def advance(self, now: float) -> None:
        """Move on to a later time; never back."""
        self.now = max(self.now, now)
