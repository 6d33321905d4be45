"""Names for items that have none, and for systems that only their files name."""

import hashlib
import os
import re
from collections import Counter
from collections.abc import Collection, Sequence
from pathlib import Path

from quorate.data.words import spelled, words_of
from quorate.io.readers.columns import OUTPUTS

LONGEST = 60
_OF_FILES = OUTPUTS | spelled(  # words of a file's name that say what is in it, and not which system wrote it
    "results result preds pred out outs eval evals run runs test dev val log logs samples sample hyp hyps sys system "
    "systems model models served batch final file data"
)
ROLES = {
    "source": re.compile(r"src|sources?|inputs?|prompts?|questions?"),
    "reference": re.compile(r"refs?|references?|gold|targets?"),
    "document": re.compile(r"docs?|docids?|documents?"),
}
OUTPUT_FILES = ("hyp", "hypothesis", "sys", "system", "output", "outputs", "txt")  # words of files that name no system


def name_of(text: str) -> str:
    """A name for an item by what it asks: the same text has the same name in every file."""
    lines = [" ".join(line.split()) for line in text.split("\n")]
    words = " / ".join(line for line in lines if line)
    if 0 < len(words) <= LONGEST:
        return words
    mark = hashlib.sha256(text.encode(errors="surrogatepass")).hexdigest()[:6]
    return f"{words[: LONGEST - 10].rstrip()}… {mark}"


def counted_names(names: Sequence[str], systems: Sequence[str]) -> list[str]:
    """Names of items where a system may answer one several times: from the second time on with its number."""
    seen: Counter[tuple[str, str]] = Counter()
    result = []
    for name, system in zip(names, systems, strict=True):
        seen[name, system] += 1
        times = seen[name, system]
        result.append(name if times == 1 else f"{name}#{times}")
    return result


def distinct_parts(paths: Sequence[Path], *, without: Sequence[str] = ()) -> list[str]:
    """What tells the names of some files apart: their parts between points that not all have, and none of `without`."""
    names = [path.name for path in paths]
    parts = [re.split(r"[.]", name) for name in names]
    common = {part for part in parts[0] if all(part in other for other in parts)} if len(parts) > 1 else set()
    told = [".".join(part for part in some if part not in common and part not in without) for some in parts]
    if all(told) and len(set(told)) == len(told):
        return bare(told)
    return bare([path.stem for path in paths])


def systems_of(paths: Sequence[Path]) -> list[str]:
    """Names of systems by their files; by the folders where files are called alike."""
    stems = [path.stem for path in paths]
    if len(set(stems)) == len(stems):
        return bare(stems)
    folders = [path.parent.name for path in paths]
    return bare(folders) if len(set(folders)) == len(folders) else [f"{path.parent.name}/{path.stem}" for path in paths]


def bare(names: Sequence[str]) -> list[str]:
    """Names of files without what all begin or end with and what names no system: `hyp-`, `_outputs`."""
    if len(names) < 2:
        return list(names)
    backwards = [name[::-1] for name in _without_start(list(names))]
    return [name[::-1] for name in _without_start(backwards, turn=-1)]


def _without_start(names: list[str], turn: int = 1) -> list[str]:
    start = re.match(r".*[-_ .]", names[0])
    while start and not all(name.startswith(start[0]) for name in names):
        start = re.match(r".*[-_ .](?=.)", start[0][:-1])
    if start is None or not all(word in _OF_FILES or _is_date(word) for word in words_of(start[0][::turn])):
        return names
    rest = [name[start.end() :] for name in names]
    return rest if all(len(name) > 1 for name in rest) else names


def _is_date(word: str) -> bool:
    return word.isdigit() and len(word) > 3


def role_of(name: str) -> str:
    """Whether a file holds sources, references or documents, by its name; nothing for the outputs of a system."""
    words = re.split(r"[._\-\s]+", name.lower())
    return next((role for role, words_of in ROLES.items() if any(map(words_of.fullmatch, words))), "")


def role_of_file(path: Path, paths: Sequence[Path]) -> str:
    """The same of a file among others, whose folder may say it: `sources/en-de.txt` beside `systems/alpha.txt`."""
    shared = len(Path(os.path.commonpath([one.parent for one in paths])).parts)
    folders = path.parent.parts[shared:]
    return next(filter(None, map(role_of, (path.name, *reversed(folders)))), "")


def grid_of(names: Sequence[str]) -> tuple[list[str], list[str]] | None:
    """Items and systems of files of which each holds one output, as `q1__gpt` does; `None` where names do not say so.

    Names are two parts around a mark, and every first part is there with every second one.
    """
    for mark in ("__", "--", "/", "_", "-", ".", " "):
        for parted in (str.partition, str.rpartition):
            apart = [parted(name, mark) for name in names]
            pairs = {(first, last) for first, _, last in apart}
            firsts, lasts = ({pair[place] for pair in pairs} for place in (0, 1))
            is_whole = len(pairs) == len(names) == len(firsts) * len(lasts) and all(all(pair) for pair in pairs)
            if is_whole and len(firsts) > 1 and len(lasts) > 1:
                one, other = [first for first, _, _ in apart], [last for _, _, last in apart]
                is_first = _are_systems(firsts, lasts)
                return (other, one) if is_first else (one, other)
    return None


def _are_systems(names: Collection[str], others: Collection[str]) -> bool:
    """Whether these are the names of systems, and not those others: one says what was asked, or they are fewer."""
    if any(map(role_of, names)) is not any(map(role_of, others)):
        return any(map(role_of, names))
    numbered = [len({re.sub(r"\d+", "", name) for name in some}) == 1 for some in (names, others)]
    return numbered[1] if numbered[0] is not numbered[1] else len(names) < len(others)
