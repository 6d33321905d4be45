"""Define · ask · tell · release · retract · close: the only writer of the log."""

from quorate.study.copying import copy_study
from quorate.study.question import Judgment, Question
from quorate.study.study import Study
from quorate.study.verification import Verification, verify

__all__ = ["Judgment", "Question", "Study", "Verification", "copy_study", "verify"]
