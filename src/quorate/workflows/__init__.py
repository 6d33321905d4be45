"""What a user wants done in one line; the command line and the service call these and show what comes back."""

from quorate.workflows.define import Definition, define, prepare_study
from quorate.workflows.estimate import estimate
from quorate.workflows.select import ItemChoice, select
from quorate.workflows.verify import verify

__all__ = ["Definition", "ItemChoice", "define", "estimate", "prepare_study", "select", "verify"]
