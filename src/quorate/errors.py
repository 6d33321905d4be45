"""Every error Quorate raises on purpose.

    QuorateError
    ├── InputError            a file, a flag or a value from outside is wrong (exit code 2)
    │   ├── FileError         … and it stands in a file, at a line
    │   └── AnswerError       … and it is an answer that the question does not allow
    │       └── TooSoonError  … because it came too soon
    ├── UnknownError          no such study, system, item, question or annotator
    ├── StudyError            the study does not allow this now
    │   ├── ClosedError       … because it is closed
    │   ├── ExistsError       … because that name is taken
    │   ├── NotYoursError     … because the question was put to somebody else
    │   ├── ErasedError       … because who asks was erased
    │   ├── StrangerError     … because who asks must be introduced first
    │   ├── JoinError         … because nobody can join so: the name is somebody else's, or all places are taken
    │   └── AnsweredError     … because the question has another answer already
    ├── RequirementError      an estimator needs what the log does not hold
    └── StoreError            the store cannot be opened or read
        ├── ConflictError     somebody else appended first: read on and try again
        └── StuckError        it cannot go on before somebody mends it: damaged, full or only to be read

A message says what happened, what was expected and what to do.
"""


class QuorateError(Exception):
    """Anything that went wrong and that a person can do something about."""


class InputError(QuorateError, ValueError):
    """A value from outside is wrong."""


class FileError(InputError):
    """A file is wrong: says which one, where, and what to do.

    Args:
        path: The file.
        problem: What is wrong and what was expected.
        line: Where, counted from 1; `None` where the whole file is meant.
        remedy: What to do about it.
    """

    def __init__(self, path: object, problem: str, *, line: int | None = None, remedy: str = "") -> None:
        self.path = str(path)
        self.line = line
        self.problem = problem
        self.remedy = remedy
        place = f"{path}" if line is None else f"{path}, line {line}"
        super().__init__(f"{place}: {problem}" + (f" {remedy}" if remedy else ""))


class AnswerError(InputError):
    """An answer that the question does not allow."""


class TooSoonError(AnswerError):
    """An answer that came sooner than the guide allows."""


class UnknownError(QuorateError, LookupError):
    """Something is asked for by a name that nobody has."""


class StudyError(QuorateError):
    """The study does not allow this now."""


class ClosedError(StudyError):
    """The study is closed."""


class ExistsError(StudyError):
    """The name is taken."""


class NotYoursError(StudyError):
    """The question was put to somebody else."""


class ErasedError(StudyError):
    """Who asks was erased: their link ends, and nothing remembers them."""


class StrangerError(StudyError):
    """Who asks must be introduced first, or again: somebody was erased meanwhile."""


class JoinError(StudyError):
    """Nobody can join so: the name is somebody else's, or all places are taken."""


class AnsweredError(StudyError):
    """The question has another answer already."""


class RequirementError(QuorateError):
    """An estimator needs something that the log does not hold."""


class StoreError(QuorateError):
    """The store cannot be opened or read."""


class ConflictError(StoreError):
    """Somebody else appended first: read on and try again."""


class StuckError(StoreError):
    """The store cannot go on before somebody mends it."""
