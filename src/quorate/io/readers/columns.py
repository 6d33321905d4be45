"""What the columns of somebody else's table are, told by their names."""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from quorate.data.words import NAMING, WHO, words_of
from quorate.io.csv_tables import NUMBER
from quorate.io.fields import GROUPINGS, METRIC, NOTHING, as_text
from quorate.records.showing import asks

# What others call our columns, the likeliest first.
ALIASES = {
    "item": (
        *("item_id", "question_id", "prompt_id", "example_id", "sample_id", "instance_id", "segment_id", "seg_id"),
        *(
            "example",
            "sample",
            "instance",
            "task_id",
            "qid",
            "id",
            "uid",
            "uuid",
            "idx",
            "index",
            "key",
            "segment",
            "no",
            "nr",
            "number",
            "row",
            "#",
        ),
    ),
    "system": (
        *("model", "model_name", "model_id", "system_name", "system_id", "engine", "generator", "provider", "llm"),
        *("method", "variant", "model_version", "experiment", "experiment_name", "run_name"),
    ),
    "output": (
        *("response", "answer", "completion", "generation", "generated_text", "generated", "prediction"),
        *("model_output", "model_response", "model_answer", "output_text", "response_text", "hypothesis", "hyp"),
        *("translation", "summary", "candidate", "reply", "result", "outputs", "responses", "answers", "generations"),
        *("completions", "predictions", "a", "mt", "antwort", "ausgabe", "réponse", "respuesta", "salida", "sortie"),
    ),
    "reference": (
        *("ref", "gold", "gold_answer", "ground_truth", "expected", "expected_output", "reference_answer"),
        *("reference_output", "reference_outputs", "correct_answer", "ideal", "target", "gold_label"),
    ),
}
OUTPUTS = {
    *("output", "outputs", "response", "responses", "answer", "answers", "completion", "completions", "generation"),
    *("generations", "prediction", "predictions", "translation", "translations", "summary", "summaries", "hypothesis"),
    *(
        "hypotheses",
        "hyp",
        "candidate",
        "candidates",
        "reply",
        "replies",
        "antwort",
        "antworten",
        "ausgabe",
        "ausgaben",
    ),
    *("übersetzung", "zusammenfassung", "réponse", "réponses", "traduction", "résumé", "respuesta", "respuestas"),
    *("traducción", "resumen", "salida", "gen", "gens", "pred", "preds", "out"),
}
_OF_OUTPUTS = {*WHO, "text", "content", "raw", "final", "generated", "clean", "ai", "full", "string", "my", "actual"}
_OF_ITEMS = {
    "item",
    "question",
    "prompt",
    "example",
    "sample",
    "instance",
    "task",
    "row",
    "segment",
    "query",
    "input",
    "frage",
}
_NUMBERING = {"id", "#", "no", "nr", "number", "index", "idx", "key", "uid", "num", "nummer"}
_NOT_SYSTEMS = {  # a column of texts that no system wrote
    *(
        "comment",
        "comments",
        "note",
        "notes",
        "annotator",
        "rater",
        "worker",
        "date",
        "time",
        "timestamp",
        "url",
        "link",
    ),
    *("title", "author", "license", "split", "language", "lang", "topic", "category", "type", "difficulty", "tags"),
    *("explanation", "rationale", "source_url", "dataset", "file", "description", "status", "error", "winner", "label"),
    *("judge", "verdict", "user", "session", "name", "version", *GROUPINGS),
}
_REFERENCE = re.compile(r"ref(erence)?|gold(en)?|expected|correct|ideal|truth|rubric|guideline|official", re.IGNORECASE)


def plain(name: str) -> str:
    """A name in small letters, with one mark between its words."""
    apart = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name.strip())
    return re.sub(r"[\s_\-.:/()\[\]]+", "_", apart).strip("_").lower()


def called(names: Iterable[str], role: str) -> list[str]:
    """Columns that others use for this one of ours, the likeliest first: by a usual name, then by its words."""
    given = list(names)
    found = {plain(name): name for name in reversed(given)}
    known = [found[alias] for alias in ALIASES[role] if alias in found and not (alias == "a" and "b" in found)]
    others = [name for alias, name in found.items() if alias.endswith("_id")] if role == "item" else []
    worded = [name for name in given if _in_words(name, role)]
    return list(dict.fromkeys([*known, *worded, *reversed(others)]))


def _in_words(name: str, role: str) -> bool:
    """Whether the words of a name say that it is this column: `Model Answer` an output, `Prompt #` an item."""
    words = set(words_of(name))
    if role == "output":
        return bool(words & OUTPUTS) and words <= OUTPUTS | _OF_OUTPUTS
    if role == "system":
        return bool(words & WHO) and words <= WHO | NAMING and words != {"candidate"} and "option" not in words
    return role == "item" and bool(words & _NUMBERING and words & _OF_ITEMS) and words <= _NUMBERING | _OF_ITEMS


def is_reference(name: str) -> bool:
    """Whether a column holds what should have been written, by its name."""
    return plain(name) == "reference" or plain(name) in ALIASES["reference"] or bool(_REFERENCE.search(name))


def keeps_texts(name: str) -> bool:
    """Whether values of a column stay texts though all of them look like numbers."""
    known = plain(name) in {*ALIASES["item"], *ALIASES["system"], *ALIASES["output"], *ALIASES["reference"]}
    return known or bool(set(plain(name).split("_")) & OUTPUTS)


def holds_texts(values: Sequence[Any]) -> bool:
    """Whether a column holds texts, most of its rows filled."""
    kinds = set(map(type, values))
    return str in kinds and kinds <= {str, NOTHING} and values.count(None) <= len(values) / 2


def differing(columns: Mapping[str, Sequence[Any]], system: str) -> str | None:
    """The one column of texts that the systems of an item do not share, where a column names the items."""
    item = next((name for name in ("item", *called(columns, "item")) if name in columns), None)
    if item is None or len(set(map(str, columns[system]))) < 2:
        return None
    found = []
    for name, values in columns.items():
        if name in (item, system) or not holds_texts(values) or not _may_be_output(name):
            continue
        texts: dict[str, set[str]] = {}
        for one, value in zip(columns[item], values, strict=True):
            texts.setdefault(str(one), set()).add(str(value))
        several = sum(len(some) > 1 for some in texts.values())
        found += [name] if several > len(texts) / 2 else []
    return found[0] if len(found) == 1 else None


def _may_be_output(name: str) -> bool:
    return plain(name) not in _NOT_SYSTEMS and not is_reference(name) and not plain(name).endswith("_id")


def values_as_names(columns: Mapping[str, Sequence[Any]]) -> list[str]:
    """Names of columns that are values of a row: a file without a header begins with its first row.

    A number is a value; so is what recurs below itself, and what differs from what stands below it by a number alone,
    as `q0` above `q1`. One may be chance; where names are known as names of columns, it is.
    """
    numbers = [name for name in columns if NUMBER.fullmatch(name)]
    if len(numbers) >= max(2, len(columns) / 4):
        return numbers
    if any(
        asks(name) or is_reference(name) or _known(name) for name in columns if not re.search(r"\w[.?!…]\W*$", name)
    ):
        return []
    recurring = [name for name, values in columns.items() if _continues(name, values)]
    sentences = [name for name in columns if len(name.split()) > 3 and re.search(r"[.?!…]\W*$", name)]
    return [*recurring, *sentences] if recurring and len(recurring) + len(sentences) > 1 else []


def _continues(name: str, values: Sequence[Any]) -> bool:
    """Whether values go on as their column's name begins."""
    below = [str(value) for value in values if value is not None]
    bare = [re.sub(r"\d+", "0", text) for text in below]
    alike = "0" in re.sub(r"\d+", "0", name) and bare.count(re.sub(r"\d+", "0", name)) > 0.8 * len(bare)
    return bool(below) and (alike or below.count(name) > 1)


def _known(name: str) -> bool:
    return any(name in called([name], role) for role in ("item", "system", "output"))


def written_by_systems(columns: Mapping[str, Sequence[Any]]) -> dict[str, str]:
    """Columns that hold outputs, each of one system, with the names of the systems; empty where there are not two.

    Columns that say so (`output_a`, `gpt-4 response`) are taken; where none do, all texts that differ from row to row
    and are neither what is asked nor what is known about the item.
    """
    texts = {name for name, values in columns.items() if holds_texts(values)}
    named = {name: _without_outputs(name) for name in columns if name in texts and _says_output(name)}
    if len(named) > 1 and len(set(named.values())) == len(named):
        return named if all(len(system) > 1 for system in named.values()) else {name: name for name in named}
    others = {
        name: values
        for name, values in columns.items()
        if name in texts
        and not asks(name)
        and not is_reference(name)
        and (_may_be_system(name) or (plain(name) == "a" and "b" in map(plain, columns)))
    }
    others = {name: values for name, values in others.items() if len(set(values)) >= min(4, len(values) / 2)}
    lengths = {name: sum(len(value or "") for value in values) / len(values) for name, values in others.items()}
    usual = sorted(lengths.values())[len(lengths) // 2] if lengths else 0
    return {name: name for name in others if usual < 40 or lengths[name] > usual / 8}


def are_alike(names: Collection[str]) -> bool:
    """Whether names are of one kind: all hold a word for outputs or systems, as `bot A` does, or are numbered."""
    numbered = {re.sub(r"[\W_]*\d+$", "", name) for name in names}
    if len(numbered) == 1 < len(names) and numbered != set(names):
        return True
    return all(not (OUTPUTS | WHO).isdisjoint(words_of(name)) for name in names)


def is_odd_among(names: Collection[str]) -> bool:
    """Whether some names begin with a word for outputs and others end with one: `Answer X`, `Guideline answer`."""
    begin = [not OUTPUTS.isdisjoint(words_of(name)[:1]) for name in names]
    end = [not OUTPUTS.isdisjoint(words_of(name)[-1:]) for name in names]
    return any(begin) and any(end) and not all(begin) and not all(end)


def _says_output(name: str) -> bool:
    """Whether a name says that a column holds the outputs of some system, as `gpt-4 response` does."""
    words = plain(name).split("_")
    rest = [word for word in words if word not in OUTPUTS | WHO]
    is_about = words[-1] in _NOT_SYSTEMS | {"id"} or _is_known(name)
    return bool(rest) and not OUTPUTS.isdisjoint(words) and not is_about


def _is_known(name: str) -> bool:
    """Whether a name says that a text was known before, so that no system wrote it."""
    return bool(_REFERENCE.search(name))


def _may_be_system(name: str) -> bool:
    known = {*ALIASES["item"], *ALIASES["system"], *ALIASES["output"], "item", "system", "output", "text", "content"}
    return not name.startswith(METRIC) and plain(name) not in known | _NOT_SYSTEMS and not plain(name).endswith("_id")


def _without_outputs(name: str) -> str:
    words = re.split(r"([\s_\-.:/]+)", name)
    kept = "".join(" " if plain(word) in OUTPUTS | WHO else word for word in words)
    return kept.strip(" _-.:/()[]") or name


def as_name(value: object) -> object:
    """A name of an item or system as tables hold it: numbers of a spreadsheet without a point."""
    return as_text(value) if isinstance(value, float) and value.is_integer() else value
