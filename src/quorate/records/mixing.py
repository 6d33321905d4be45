"""How a metric decides part of a study's comparisons, as the design fixes it. Nothing of it is certified."""

from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

from quorate.errors import InputError

Use: TypeAlias = Literal["mix", "uncertainty", "eliminate", "both"]
Doubt: TypeAlias = Literal["confidence", "std", "bald"]
Scale: TypeAlias = Literal["linear", "btl", "logistic", "predicted"]

USES: tuple[Use, ...] = get_args(Use)
DOUBTS: tuple[Doubt, ...] = get_args(Doubt)
WORDS = {
    "mix": "it answers a random part of the comparisons",
    "uncertainty": "it answers where it is sure, people where it is not",
    "eliminate": "it leaves systems out that it takes for bad",
    "both": "it leaves systems out that it takes for bad, and answers where it is sure",
}


@dataclass(frozen=True, kw_only=True)
class Mixing:
    """A metric, what it is used for, and how its scores become answers.

    Attributes:
        metric: Name of a metric of the outputs, or of predictions about pairs of outputs.
        use: `mix`: the metric answers with probability `share`. `uncertainty`: it answers on the `share` of the items
            where its doubt is least, people on the others. `eliminate`: systems that it takes for bad are left out.
            `both`: the last two.
        share: Part of the comparisons that the metric may answer.
        doubt: What its doubt is: its nearness to one half (`confidence`), the standard deviation of the predictions of
            an ensemble (`std`), or how much they disagree while each is confident (`bald`).
        reach: α: how many standard errors are added to what a system is expected to win, before it is eliminated.
        keep: τ: share of the other systems that it must seem to beat to be kept.
        scale: How scores become a probability: one of `quorate.metrics.preferences.WAYS`; `predicted` for predictions.
        largest: The largest difference of two scores seen where it was fitted.
        lowest: The lowest score seen there.
        temperature: Of the logistic scale.
        lower: Below this probability the first output loses.
        upper: Above this one it wins; between them it is a tie.
        accuracy: Share of people's comparisons (wins, ties, losses) it names rightly.
        right: The same of those that decide, its ties counting one half; with its interval.
        low: Where the interval begins.
        high: Where it ends.
        count: On how many comparisons it was fitted; 0 where nobody held it against people.
    """

    metric: str
    use: Use = "both"
    share: float = 0.8
    doubt: Doubt = "confidence"
    reach: float = 0.6
    keep: float = 0.8
    scale: Scale = "linear"
    largest: float = 1.0
    lowest: float = 0.0
    temperature: float = 1.0
    lower: float = 0.5
    upper: float = 0.5
    accuracy: float = 0.0
    right: float = 0.5
    low: float = 0.0
    high: float = 1.0
    count: int = 0

    def __post_init__(self) -> None:
        for what, value, allowed in (
            ("A metric can be used as", self.use, USES),
            ("The doubt of a metric can be", self.doubt, DOUBTS),
            ("Scores become preferences by", self.scale, get_args(Scale)),
        ):
            if value not in allowed:
                raise InputError(f"{what} {', '.join(allowed)}; not {value!r}.")
        for holds, problem in (
            (bool(self.metric), "The metric that shall decide has no name."),
            (0 <= self.share <= 1, f"A metric answers a share from 0 to 1 of the comparisons; it is {self.share:g}."),
            (0 <= self.keep <= 1, f"To be kept a system beats a share from 0 to 1 of the others; not {self.keep:g}."),
            (0 <= self.reach < float("inf"), f"The reach of a bound is 0 or more; it is {self.reach:g}."),
            (
                0 < self.largest < float("inf"),
                "The metric gives everything the same score: it cannot tell outputs apart.",
            ),
            (self.temperature > 0, f"A temperature is above 0; it is {self.temperature:g}."),
            (0 <= self.lower <= self.upper <= 1, "The lower threshold lies below the upper one, both from 0 to 1."),
        ):
            if not holds:
                raise InputError(problem)

    @property
    def answers(self) -> bool:
        """Whether the metric answers comparisons."""
        return self.use != "eliminate" and self.share > 0

    @property
    def eliminates(self) -> bool:
        """Whether it leaves systems out."""
        return self.use in {"eliminate", "both"}

    @property
    def divides(self) -> bool:
        """Whether people get the items of which it is not sure."""
        return self.use in {"uncertainty", "both"} and self.share > 0

    @property
    def words(self) -> str:
        """What everything that is found must say."""
        return f"Uncertified: the metric {self.metric} decided part of the comparisons ({WORDS[self.use]})."
