"""What a user wants done in one line; the command line and the service call these and show what comes back."""

from quorate.workflows.estimate import estimate

__all__ = ["estimate"]
