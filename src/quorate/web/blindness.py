"""Whom a study is blind to: what an owner must know before people answer."""

from quorate.records.events import StudyDefined
from quorate.stores import Store
from quorate.study import Study

NOT_BLIND = (
    "Its questions are drawn from its seed: whoever knows that, or finds it in a signature or a report, can compute "
    "which system is which. For a blind study leave out --seed when you define it."
)
YOURS = (
    "Questions are drawn from a secret: you can verify its choices now, whoever has a copy or an export only after the "
    "close."
)
EVERYBODY = "Questions were drawn from a secret that the log now holds: everybody who has a copy can verify them."


def blindness_of(store: Store, study: str) -> str:
    """What is to be said about a study that is not blind to everybody; empty where it is."""
    _, first = next(iter(store.events(study)))
    is_blind = isinstance(first, StudyDefined) and first.design.draws == "secret"
    return "" if is_blind else NOT_BLIND


def blindness_words(study: Study) -> list[str]:
    """The same for the owner's page, and who can verify choices."""
    if study.design.draws == "seed":
        return [NOT_BLIND] if study.ledger.history.closed is None else []
    return [YOURS if study.hides_choices else EVERYBODY]


def public_signature(study: Study, signature: str) -> str:
    """A signature as everybody may see it: without the seed while questions are drawn from it."""
    history = study.ledger.history
    if study.design.draws == "secret" or history.closed is not None:
        return signature
    return signature.replace(f"|seed:{study.design.seed}|", "|seed:after the close|")
