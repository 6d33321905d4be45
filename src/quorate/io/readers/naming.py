"""Names for items that have none, and for systems that only their files name."""

import hashlib
import re
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

LONGEST = 60


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
        return _bare(told)
    return _bare([path.stem for path in paths])


def _bare(names: list[str]) -> list[str]:
    """Without what all begin with up to a mark, such as `hyp-`."""
    start = re.match(r".*[-_ ]", names[0]) if len(names) > 1 else None
    while start and not all(name.startswith(start[0]) for name in names):
        start = re.match(r".*[-_ ](?=.)", start[0][:-1])
    bare = [name[start.end() :] for name in names] if start else names
    return bare if all(bare) else names
