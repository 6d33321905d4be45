"""What the first question of a study would look like, before there is a study."""

from itertools import combinations

import numpy as np

from quorate.errors import InputError
from quorate.questions import Family, kind_of
from quorate.records.design import Design
from quorate.records.material import Material, MaterialIndex
from quorate.stores.store import Texts
from quorate.study.question import Question, Showing


def first_question(material: Material, design: Design) -> Question:
    """What an annotator sees of the first item that can be asked about; the systems of a pair in the file's order.

    Raises:
        InputError: No item can be asked about.
    """
    kind = kind_of(design)
    index = MaterialIndex.of(material)
    found = [
        (int(np.argmax(mask)), systems)
        for systems in combinations(range(len(material.systems)), kind.arity)
        if (mask := index.askable(systems)).any()
    ]
    if not found:
        raise InputError("No question can be asked: no item has outputs of two systems that differ.")
    item, systems = min(found)
    fields = {name: text for name, values in material.items.texts.items() if (text := values[item]) is not None}
    outputs = {system: material.systems[system].texts[item] or "" for system in systems}
    part = None
    if kind.family is Family.SET and systems:
        stated = next((one for one in material.systems if one.parts is not None), None)
        if stated is None or stated.parts is None:
            raise InputError("No question can be asked: no system states anything.")
        item = int(stated.parts.item[0])
        part = {"text": stated.parts.texts[0], "place": stated.parts.places[0]}
        fields = {name: text for name, values in material.items.texts.items() if (text := values[item]) is not None}
    return Showing(design, kind).show(
        1, systems=systems, texts=Texts(item=fields, outputs=outputs), expires=0.0, is_practice=False, part=part
    )
