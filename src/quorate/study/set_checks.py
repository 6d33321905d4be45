"""What a study of sets needs before it can ask: statements, weights to draw them by, a text to check them against."""

from quorate.errors import InputError
from quorate.estimators.set_plan import distribution_of
from quorate.estimators.stated import GIVEN, stated_of
from quorate.questions import Family, StatementKind, kind_of
from quorate.records.design import Design
from quorate.records.material import Material, MaterialIndex, SystemOutputs
from quorate.records.statements import WEIGHT


def check_sets(material: Material, design: Design, index: MaterialIndex) -> None:
    """Make sure that a study of statements can be drawn and shown.

    Raises:
        InputError: Nobody states anything, a system has no weights, or there is no such text or column.
    """
    kind = kind_of(design)
    if not isinstance(kind, StatementKind):
        return
    if not any(map(len, index.parts.said)):
        raise InputError("No question can be asked: no system states anything.")
    if kind.context and kind.context not in material.items.texts:
        known = ", ".join(material.items.texts) or "none"
        raise InputError(f"The items have no text {kind.context!r} to check statements against. Texts: {known}.")
    for system in material.systems:
        check_weights(system, design)
    stated_of(index, distribution_of(design))  # a column that is not there is said


def check_stated(outputs: SystemOutputs, design: Design) -> None:
    """Make sure that a system brings statements, not texts, with weights where these are drawn by.

    Raises:
        InputError: It brings something else.
    """
    if kind_of(design).family is not Family.SET:
        return
    if outputs.parts is None and any(outputs.texts):
        raise InputError(
            f"{outputs.name!r} brings texts, and this study asks about statements. Split them: quorate split."
        )
    check_weights(outputs, design)


def check_weights(outputs: SystemOutputs, design: Design) -> None:
    """Make sure that a system has weights to draw its statements by, where the design draws by given ones.

    Raises:
        InputError: It has none.
    """
    if design.selector != GIVEN or outputs.parts is None:
        return
    weight = outputs.parts.metrics.get(WEIGHT)
    if weight is None or not (weight > 0).any():
        raise InputError(
            f"The study draws statements by given weights, and {outputs.name!r} has none: give its statements a column "
            "'p' (which adds up to 1) or 'weight'."
        )
