"""One line that makes a number comparable and repeatable."""

import hashlib
import json

from quorate.data.from_history import Evidence
from quorate.records.codec import to_json
from quorate.records.design import Design
from quorate.records.guide import Guide
from quorate.version import __version__


def sign(evidence: Evidence, **parts: object) -> str:
    """Version, study, design, what was computed how, and the log position it was computed at."""
    design, history = evidence.design, evidence.history
    study = history.definition.study if history.definition is not None else ""
    fields = {
        "quorate": __version__,
        "study": study,
        "design": evidence.once(_digest),
        **parts,
        "policy": f"{design.policy}/{design.selector}",
        "seed": design.seed,
        "log": history.position,
    }
    return "|".join(f"{name}:{value}" for name, value in fields.items())


def _digest(evidence: Evidence) -> str:
    return design_digest(evidence.design)


def design_digest(design: Design) -> str:
    """Eight hexadecimal digits of the design."""
    data = to_json(design)
    usual = Guide() if design.guide.hides_checks else Guide(hides_checks=False, attempts=design.guide.attempts)
    if design.guide == usual:  # a study without a guide is signed as before there were guides
        del data["guide"]
    if design.chosen is None:  # nor does a study of all items show that there could be a choice
        del data["chosen"]
    if design.draws == "seed":  # nor one whose questions are drawn from its seed that there could be a secret
        del data["draws"]
    if design.frame == "as they came":  # nor one that asks whoever comes that it could draw among them
        del data["frame"]
    for name in ("people", "policy_parameters"):
        if not data[name]:
            del data[name]
    for name in ("claim", "evidence"):  # nor one whose claim and evidence are those of before that there are others
        if data[name] == Design.BEFORE[name]:
            del data[name]
    if "guide" in data and not design.guide.hides_checks:  # as before checks were hidden
        del data["guide"]["hides_checks"]
    text = json.dumps(data, sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()[:8]
