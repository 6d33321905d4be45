"""Whom a policy takes for the best where a metric has decided part of the comparisons; never certified."""

from dataclasses import dataclass

from quorate.records.mixing import Mixing
from quorate.wording.phrases import counted, listed


@dataclass(frozen=True, kw_only=True)
class Named:
    """What the policy of such a study has come to.

    Attributes:
        policy: Its name.
        system: Whom it takes for the best.
        judgments: Comparisons by people that it went by.
        answers: Comparisons that the metric answered.
        eliminated: Systems that the metric left out, which nobody is asked about.
        mixing: The metric, and how it is used.
    """

    policy: str
    system: str
    judgments: int
    answers: int
    eliminated: tuple[str, ...]
    mixing: Mixing

    @property
    def words(self) -> str:
        """In two or three sentences: that nothing is certified, whom it names, what it rests on."""
        said = [self.mixing.words]
        if self.judgments or self.answers:
            said.append(
                f"Its policy {self.policy} names {self.system}, from {counted(self.judgments, 'comparison')} by people "
                f"and {counted(self.answers, 'answer')} of the metric."
            )
        if self.eliminated:
            said.append(f"Left out, because the metric takes them for bad: {listed(list(self.eliminated))}.")
        if self.mixing.divides:
            said.append(
                "People judge the items of which the metric is not sure: numbers and intervals are about these, and "
                "no system is certified to beat another."
            )
        return " ".join(said)
