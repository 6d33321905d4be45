"""What an annotator gets to see of an item beside the outputs, where the design does not say.

A text that asks for the outputs is shown, whatever its length: without the prompt nobody can judge an answer. What may
give a judgment away is not: references, gold answers and rubrics are shown where the design names them.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace

from quorate.errors import InputError
from quorate.records.design import Design
from quorate.records.material import Items, Material


def _words(name: str) -> set[str]:
    apart = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name)
    return set(re.findall(r"[^\W\d_]+", apart.lower()))


_ASKING = _words("""
    source src prompt prompts question questions query input inputs instruction instructions context contexts messages
    conversation dialogue dialog history document documents passage passages article request utterance post
    problem sentence review message email ticket transcript paragraph story statement original doc docs
    frage fragen eingabe eingaben quelle quelltext ausgangstext anweisung aufgabenstellung kontext gespräch anfrage
    pregunta preguntas entrada entradas instrucción contexto fuente consigna
    entrée consigne contexte texte
""")
_TELLING = _words("""
    reference references ref gold golden expected target targets ideal label labels answer answers solution rubric truth
    response output hint explanation
    antwort antworten ausgabe ausgaben lösung musterlösung referenz referencia respuesta respuestas référence réponse
    réponses corrigé
""")
# What a column says about a text, instead of holding it.
_ABOUT = _words("""
    id ids lang language languages type category categories tokens token length len count number hash url name names
    version index idx time date domain topic key file path year level split kind dataset model author score scores
    precision recall relevance relevancy rating quality faithfulness similarity rank
""")


def asks(field: str) -> bool:
    """Whether a column or field of an item, by its name, holds what the outputs answer."""
    words = _words(field)
    if field.strip().lower() in ("text", "q"):  # but not text1 beside text2
        return True
    return bool(words & _ASKING) and not words & (_TELLING | _ABOUT)


def tells(field: str) -> bool:
    """Whether a field, by its name, holds what a good output would be, so that seeing it may sway a judgment."""
    return bool(_words(field) & _TELLING)


def shown_by_default(items: Items, also: Iterable[str] = ()) -> tuple[str, ...]:
    """Texts of the items that annotators see where nothing is said: all that ask; if none does, all that do not tell.

    Args:
        also: What the kind of question needs, such as the passages that a check goes by.
    """
    shown = [field for field in items.texts if asks(field) or field in also]
    return tuple(shown or [field for field in items.texts if not tells(field)])


def labelled(design: Design, material: Material, labels: Mapping[str, str]) -> tuple[Design, Material]:
    """The design and the material with labels in place of the names of texts and columns that annotators read.

    What is shown has been settled before, by the names that the files have: a label says nothing about it.

    Raises:
        InputError: There is no such text or column.
    """
    items = material.items
    for field in labels:
        if field not in items.texts and field not in items.columns:
            known = ", ".join([*items.texts, *items.columns]) or "none"
            raise InputError(f"The items have no text {field!r} to label. They have: {known}.")
    texts = {labels.get(name, name): values for name, values in items.texts.items()}
    columns = {labels.get(name, name): values for name, values in items.columns.items()}
    question = design.question
    if question.get("context") in labels:
        question = {**question, "context": labels[str(question["context"])]}
    shown = tuple(labels.get(name, name) for name in design.show or ())
    design = replace(design, show=shown if design.show is not None else None, question=question)
    return design, replace(material, items=replace(items, texts=texts, columns=columns))


def with_shown(design: Design, material: Material) -> tuple[Design, Material]:
    """The design with what is shown of the items, and the material with it as texts: a column may be shown as well.

    Raises:
        InputError: The design shows what the items do not have.
    """
    items = material.items
    if design.show is None:
        needed = [str(design.question.get("context") or "context")] if design.kind == "check" else []
        return replace(design, show=shown_by_default(items, needed)), material
    if not items.names:  # all of them join later
        return design, material
    for field in design.show:
        if field not in items.texts and field not in items.columns:
            known = ", ".join([*items.texts, *items.columns]) or "none"
            raise InputError(f"The items have no text {field!r} to show. They have: {known}.")
    columns = {field: items.columns[field] for field in design.show if field not in items.texts}
    if not columns:
        return design, material
    return design, replace(material, items=replace(items, texts={**items.texts, **columns}))
