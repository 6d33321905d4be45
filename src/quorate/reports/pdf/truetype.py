"""TrueType fonts of this machine, for letters that Helvetica lacks: which font has them, and only their outlines.

Glyphs keep their numbers; the outlines of those that are not used are left out.
"""

import os
import struct
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

_LARGEST = 64 << 20
_KEPT = ("head", "hhea", "maxp", "hmtx", "cvt ", "fpgm", "prep")
_COMPOSITE = {"words": 1, "scale": 8, "more": 32, "scales": 64, "matrix": 128}


@dataclass(frozen=True, kw_only=True)
class Font:
    """A TrueType font.

    Attributes:
        name: Its file, without extension.
        tables: Its tables by their tags.
        glyphs: Number of the glyph of each code point that it has.
    """

    name: str
    tables: dict[str, bytes]
    glyphs: dict[int, int]

    @property
    def unit(self) -> int:
        """Units in the size of the font."""
        return int(struct.unpack_from(">H", self.tables["head"], 18)[0])

    def width(self, glyph: int) -> float:
        """Width of a glyph in thousandths of the size."""
        count = struct.unpack_from(">H", self.tables["hhea"], 34)[0]
        advance: int = struct.unpack_from(">H", self.tables["hmtx"], 4 * min(glyph, count - 1))[0]
        return 1000.0 * advance / self.unit

    def has(self, letters: Iterable[str]) -> bool:
        """Whether it has a glyph for each of these letters."""
        return all(self.glyphs.get(ord(letter)) for letter in letters)

    def subset(self, used: Iterable[int]) -> bytes:
        """The font with the outlines of these glyphs alone."""
        places, outlines = self._places(), self.tables["glyf"]
        wanted = self._with_parts({0, *used}, places)
        glyf, loca = b"", []
        for glyph in range(len(places) - 1):
            loca.append(len(glyf))
            if glyph in wanted:
                outline = outlines[places[glyph] : places[glyph + 1]]
                glyf += outline + bytes(-len(outline) % 4)
        loca.append(len(glyf))
        head = bytearray(self.tables["head"])
        struct.pack_into(">h", head, 50, 1)  # long offsets
        tables = {tag: self.tables[tag] for tag in _KEPT if tag in self.tables}
        tables |= {"head": bytes(head), "glyf": glyf, "loca": struct.pack(f">{len(loca)}I", *loca)}
        return _written(tables)

    def _places(self) -> tuple[int, ...]:
        count = struct.unpack_from(">H", self.tables["maxp"], 4)[0] + 1
        is_long = struct.unpack_from(">h", self.tables["head"], 50)[0]
        if is_long:
            return struct.unpack_from(f">{count}I", self.tables["loca"])
        return tuple(2 * place for place in struct.unpack_from(f">{count}H", self.tables["loca"]))

    def _with_parts(self, glyphs: set[int], places: tuple[int, ...]) -> set[int]:
        """These glyphs, and those that they are put together from."""
        found: set[int] = set()
        todo = list(glyphs)
        while todo:
            glyph = todo.pop()
            if glyph not in found:
                found.add(glyph)
                todo += _parts(self.tables["glyf"][places[glyph] : places[glyph + 1]])
        return found


def _parts(outline: bytes) -> Iterator[int]:
    if len(outline) < 10 or struct.unpack_from(">h", outline)[0] >= 0:
        return
    at, more = 10, True
    while more:
        flags, glyph = struct.unpack_from(">HH", outline, at)
        yield glyph
        at += 8 if flags & _COMPOSITE["words"] else 6
        at += 2 * bool(flags & _COMPOSITE["scale"]) + 4 * bool(flags & _COMPOSITE["scales"])
        at += 8 * bool(flags & _COMPOSITE["matrix"])
        more = bool(flags & _COMPOSITE["more"])


def _written(tables: dict[str, bytes]) -> bytes:
    count = len(tables)
    power = 1 << (count.bit_length() - 1)
    header = struct.pack(">IHHHH", 0x00010000, count, 16 * power, power.bit_length() - 1, 16 * (count - power))
    at, entries, body = 12 + 16 * count, b"", b""
    for tag, data in sorted(tables.items()):
        padded = data + bytes(-len(data) % 4)
        check = sum(struct.unpack(f">{len(padded) // 4}I", padded)) & 0xFFFFFFFF
        entries += struct.pack(">4sIII", tag.encode(), check, at + len(body), len(data))
        body += padded
    return header + entries + body


def font_with(letters: Iterable[str]) -> Font | None:
    """The first TrueType font of this machine that has these letters; `None` where none has."""
    wanted = set(letters)
    for path in _files():
        font = _opened(path)
        if font is not None and font.has(wanted):
            return font
    return None


def _files() -> Iterator[Path]:
    home = Path.home()
    folders = {
        "darwin": ("/System/Library/Fonts", "/Library/Fonts", str(home / "Library/Fonts")),
        "win32": (os.environ.get("WINDIR", "C:/Windows") + "/Fonts",),
    }.get(sys.platform, ("/usr/share/fonts", "/usr/local/share/fonts", str(home / ".local/share/fonts")))
    found = [path for folder in folders for path in Path(folder).rglob("*.ttf")]
    usual = ("sans-regular", "dejavusans.ttf", "arial", "noto")
    yield from sorted(found, key=lambda path: (not any(word in path.name.lower() for word in usual), path.name))


@cache
def _opened(path: Path) -> Font | None:
    try:
        data = path.read_bytes() if path.stat().st_size < _LARGEST else b""
        count = struct.unpack_from(">H", data, 4)[0]
        found = [struct.unpack_from(">4sIII", data, 12 + 16 * number) for number in range(count)]
        tables = {tag.decode("latin-1"): data[at : at + size] for tag, _, at, size in found}
        if {"glyf", "loca", "cmap", "head", "hhea", "hmtx", "maxp"} <= tables.keys():
            return Font(name=path.stem.replace(" ", ""), tables=tables, glyphs=_codes(tables["cmap"]))
    except (OSError, struct.error, IndexError):
        pass
    return None


def _codes(cmap: bytes) -> dict[int, int]:
    """Code point → glyph, from the largest of the Unicode maps."""
    count = struct.unpack_from(">H", cmap, 2)[0]
    entries = [struct.unpack_from(">HHI", cmap, 4 + 8 * number) for number in range(count)]
    maps = [at for platform, encoding, at in entries if platform == 0 or (platform == 3 and encoding in (1, 10))]
    read = {4: _short_map, 12: _long_map}
    found = [read[form](cmap, at) for at in maps if (form := struct.unpack_from(">H", cmap, at)[0]) in read]
    return max(found, key=len, default={})


def _short_map(cmap: bytes, at: int) -> dict[int, int]:
    size = struct.unpack_from(">H", cmap, at + 6)[0]
    count, found = size // 2, {}
    ends, starts, shifts, places = (
        struct.unpack_from(f">{count}H", cmap, at + 14 + (part * size if part == 0 else part * size + 2))
        for part in range(4)
    )
    for segment in range(count):
        for code in range(starts[segment], min(ends[segment], 0xFFFE) + 1):
            glyph = code
            if places[segment]:
                where = at + 16 + 3 * size + 2 * segment + places[segment] + 2 * (code - starts[segment])
                glyph = struct.unpack_from(">H", cmap, where)[0]
                if not glyph:
                    continue
            found[code] = (glyph + shifts[segment]) & 0xFFFF
    return found


def _long_map(cmap: bytes, at: int) -> dict[int, int]:
    found: dict[int, int] = {}
    for number in range(struct.unpack_from(">I", cmap, at + 12)[0]):
        first, last, glyph = struct.unpack_from(">III", cmap, at + 16 + 12 * number)
        found.update(zip(range(first, last + 1), range(glyph, glyph + last - first + 1), strict=True))
    return found
