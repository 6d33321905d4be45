"""The default policy in a served study, and what it claims."""

from types import ModuleType

from quorate.errors import InputError
from quorate.estimators.estimate import Certificate
from quorate.policies.duels import certified, certified_pool, certified_ranking
from quorate.policies.duels.certified_ranking import above
from quorate.policies.duels.served import ServedPolicy
from quorate.records.design import Design
from quorate.records.history import History
from quorate.records.material import MaterialIndex

_WHERE = {
    "items": "On these items",
    "judgments": "On these items as they are judged, one judgment for each pair and item,",
    "population": "On inputs like these",
}


class CertifiedPolicy(ServedPolicy):
    """Finds the winner, the top systems or the ranking, says when it is done, and words what it claims.

    Args:
        design: Target, scope, level and whether ties at the top are ruled out.
    """

    def __init__(self, design: Design) -> None:
        if design.target != "winner" and design.scope == "judgments":
            raise InputError("The scope 'judgments' certifies a winner; for the top or the ranking choose 'items'.")
        error = round(1 - design.level, 12)
        module: ModuleType = certified_pool if design.scope == "judgments" else certified
        parameters: tuple[float, ...] = (error if design.strict else error / 2,)
        if design.target != "winner":
            module = certified_ranking
            parameters = (error, float(design.top) if design.target == "top" else 0.0, 0.0)
        super().__init__(module, parameters)
        self.name = "certified"
        self._error = error

    def claim(self, design: Design, index: MaterialIndex, history: History) -> Certificate:
        """What holds now."""
        names = index.systems[: len(history.systems)]
        tail = f"error ≤ {100 * self._error:.3g} % at every look; {history.assignments.judged:,} judgments."
        if history.interventions:
            words = (
                "The certificate is void: judgments were retracted or annotators excluded after answers could be seen. "
                "The intervals below remain as a description."
            )
            return self._certificate("void", names, design, words)
        if not history.assignments.judged:
            return self._certificate("none", names, design, "Nothing is known yet: there is no judgment that counts.")
        if design.target != "winner":
            return self._claim_order(design, index, history, tail)
        state = self.state_at(history, index)
        marks = state.marks[self.module.ALIVE :]
        alive = tuple(name for name, is_alive in zip(names, marks, strict=True) if is_alive)
        where = _WHERE[design.scope]
        if len(alive) == 1:
            ties = "assuming there are no exact ties" if design.strict else "ties included"
            words = f"{where} {alive[0]} is best, if some system loses to nobody; {ties}; {tail}"
            return self._certificate("best", alive, design, words)
        if not alive:
            words = f"{where} no system is best: each is shown to lose to another; {tail}"
            return self._certificate("no winner", names, design, words)
        leader = names[state.marks[self.module.WINNER]]
        words = f"No winner yet. {leader} leads. Still possible as the best: {_listed(alive)}; {tail}"
        return self._certificate("none", alive, design, words)

    def _claim_order(self, design: Design, index: MaterialIndex, history: History, tail: str) -> Certificate:
        names = index.systems[: len(history.systems)]
        order = above(self.state_at(history, index))
        where = _WHERE[design.scope]
        if design.target == "ranking":
            ranked = sorted(range(len(names)), key=lambda i: order[:, i].sum())
            if order.sum() == len(names) * (len(names) - 1) // 2:
                said = " > ".join(names[i] for i in ranked)
                return self._certificate("ranking", names, design, f"{where} the ranking is {said}; {tail}")
            known = int(order.sum())
            words = (
                f"The ranking is not fixed yet: {known} of {len(names) * (len(names) - 1) // 2} relations hold; {tail}"
            )
            return self._certificate("none", names, design, words)
        inside = [i for i in range(len(names)) if order[i].sum() >= len(names) - design.top]
        top = tuple(names[i] for i in inside)
        if len(top) == design.top:
            return self._certificate("top", top, design, f"{where} the top {design.top} are {_listed(top)}; {tail}")
        possible = tuple(names[i] for i in range(len(names)) if order[:, i].sum() < design.top)
        words = f"The top {design.top} are not fixed yet. Still possible: {_listed(possible)}; {tail}"
        return self._certificate("none", possible, design, words)

    def _certificate(self, claim: str, subject: tuple[str, ...], design: Design, words: str) -> Certificate:
        return Certificate(claim=claim, subject=subject, error=self._error, scope=design.scope, words=words)


def _listed(names: tuple[str, ...]) -> str:
    if len(names) > 8:
        return f"{', '.join(names[:6])} and {len(names) - 6} more"
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
