"""A rehearsal: what the first questions and answers would wait for is done before anybody comes.

What policies compute with is loaded when it is first called, which takes tenths of a second, and compiled where it
never ran on a machine, which takes many seconds. Whoever comes first would wait for it, and all who come meanwhile.
"""

from quorate.kernels.streams import Stream
from quorate.policies import Ask, Rest, policy_of
from quorate.questions import Kind
from quorate.records.events import Event, JudgmentRecorded
from quorate.records.history import History
from quorate.records.log import stretch_of
from quorate.records.material import MaterialIndex
from quorate.records.secret import SIZE
from quorate.study.asking import put_to
from quorate.study.study import Study

TURNS = 3  # the first is asked of nothing, the next of an answer, and then of an answer more


def prepare(study: Study) -> None:
    """Get ready to ask, so that whoever comes first need not wait. Nothing is written.

    What the policy computes with is loaded, or compiled where it never was, and it takes in what the log holds.
    """
    history = study.ledger.history
    if history.closed is not None or history.is_paused:
        return
    newcomer = 1 + int(history["annotator"].max(initial=0))
    rehearse(history, study.index, study.kind)

    def attempt() -> Ask | Rest:
        now = study.ledger.history
        number = now.count + 1
        stream = Stream(now.chances.key(number), 0, number)
        return study.policy.choose(study.design, study.index, now, newcomer, stream, time=study.ledger.now())

    chosen = study.ledger.transaction(attempt)
    if isinstance(chosen, Ask):
        study.store.texts(study.name, chosen.item, chosen.systems)


def rehearse(history: History, index: MaterialIndex, kind: Kind) -> int:
    """Ask and answer a few questions of a study in a history of its own, which nobody keeps.

    Args:
        history: What the study began with is taken from it.
        index: What is known about its material.
        kind: The kind of question.

    Returns:
        How many were asked: fewer where there are not so many.
    """
    design = history.design
    policy = policy_of(design)
    staged = History()
    staged.secret = bytes(SIZE) if design.draws == "secret" else None  # not the study's own: nothing is given away
    assert history.definition is not None
    _fold(staged, history.definition, *history.systems)
    answer = tuple(criterion.low for criterion in kind.criteria)
    for number in range(1, TURNS + 1):
        stream = Stream(staged.chances.key(number), 0, number)
        time = history.definition.time + number
        ask = policy.choose(design, index, staged, number, stream, time=time)
        if not isinstance(ask, Ask):
            return number - 1
        put = put_to(number, number, ask, kind=design.kind, policy=policy.signature, seen=staged.position, time=time)
        _fold(staged, put, JudgmentRecorded(time=time, number=number, values=answer, detail={}, seconds=1.0))
    return TURNS


def _fold(history: History, *events: Event) -> None:
    history.fold(stretch_of(enumerate(events, history.position + 1), history.position))
