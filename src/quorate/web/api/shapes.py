"""What requests bring and what responses look like."""

from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from quorate.records.looks import is_storable
from quorate.study.question import Question

Number = Annotated[int, Field(ge=1, le=2**53, description="Number of a question.")]
Words = Annotated[str, Field(max_length=10_000)]


def _check_storable(text: str) -> str:
    if not is_storable(text):
        raise ValueError("a text without NUL and halves of surrogate pairs is needed")
    return text


Storable = Annotated[str, AfterValidator(_check_storable)]


class Strict(BaseModel):
    """A body: fields that nobody knows are refused."""

    model_config = ConfigDict(extra="forbid")


class AskRequest(Strict):
    """What the client holds already."""

    after: Annotated[int | None, Field(ge=0, le=2**53, description="Greatest number of a question it holds.")] = None
    annotator: Annotated[str | None, Field(max_length=200, description="Whom to ask, where the owner asks.")] = None


class Waiting(AskRequest):
    """How long the client would wait."""

    wait: Annotated[
        float, Field(ge=0, le=60, description="Seconds to wait for a question, where there is none but may be soon.")
    ] = 0.0


class InputToLabel(Strict):
    """An input whose labels are wanted."""

    text: Annotated[Storable, Field(min_length=1, max_length=100_000)]
    id: Annotated[Storable, Field(max_length=200, description="What it is called: sent again it gets the same.")] = ""
    guess: Annotated[
        list[list[float]] | list[float] | None,
        Field(
            max_length=10_000, description="Chances of the labels for each position, by whatever guesses beforehand."
        ),
    ] = None


class Telling(AskRequest):
    """An answer."""

    number: Number
    answer: Annotated[Any, Field(description="As the kind of question takes it, such as left, 4 or an object.")]
    seconds: Annotated[float | None, Field(ge=0, le=1e9, description="Time spent on the question.")] = None


class Retracting(Strict):
    """Which answer to take back."""

    number: Number
    annotator: Annotated[str | None, Field(max_length=200)] = None


class Skipping(AskRequest):
    """Which question to give up, and why."""

    number: Number
    reason: Words = ""


class Reason(Strict):
    """Why; kept in the log."""

    reason: Words = ""


class RestBody(BaseModel):
    """Why there is no question."""

    reason: str
    words: str


class JudgmentBody(BaseModel):
    """A judgment that is in the log."""

    number: int
    time: float


class Feedback(BaseModel):
    """Whether an exercise was right; `why` is HTML that is safe to show."""

    right: bool
    answer: Any
    why: str


class Practice(BaseModel):
    """How far practice has come."""

    told: int
    of: int
    right: int


class Completion(BaseModel):
    """What an annotator shows to prove that they have finished."""

    code: str
    passed: bool


class AnnotatorProgress(BaseModel):
    """How far an annotator has come."""

    stage: str
    told: int
    cap: int
    last: int | None
    practice: Practice
    completion: Completion | None


class TurnBody(BaseModel):
    """What an annotator has to do now."""

    questions: list[Question]
    rest: RestBody | None
    judgment: JudgmentBody | None
    feedback: Feedback | None
    progress: AnnotatorProgress


class Failure(BaseModel):
    """What went wrong."""

    class Words(BaseModel):
        """One word for programs, and words for people."""

        kind: str
        words: str
        request: Annotated[str | None, Field(description="What to quote where the service itself failed.")] = None

    error: Words
