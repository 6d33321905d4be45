"""The file around a drawing: numbered objects, fonts, and where each object stands."""

import zlib
from collections.abc import Iterable, Mapping

from quorate.reports.pdf.helvetica import DIFFERENCES
from quorate.reports.pdf.truetype import Font


def write_pdf(
    content: str, size: tuple[float, float], title: str, embedded: Mapping[str, tuple[Font, Mapping[str, int]]]
) -> bytes:
    """One page.

    Args:
        content: What is drawn on it, in PDF's language.
        size: Width and height in points.
        title: What the document is called.
        embedded: Fonts by the name they have in the content, each with its letters and their glyphs.
    """
    differences = " ".join(f"{code} /{name}" for code, (_, name) in DIFFERENCES.items())
    encoding = f"<< /Type /Encoding /BaseEncoding /WinAnsiEncoding /Differences [{differences}] >>"
    bodies: list[bytes] = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"",
        _stream(content.encode("latin-1")),
        *(
            f"<< /Type /Font /Subtype /Type1 /BaseFont /{name} /Encoding {encoding} >>".encode()
            for name in ("Helvetica", "Helvetica-Bold")
        ),
        b"<< /Title " + _text(title) + b" /Producer (Quorate) >>",
    ]
    fonts = {"F1": 5, "F2": 6}
    for name, (font, letters) in embedded.items():
        fonts[name] = len(bodies) + 1
        bodies += _font_objects(font, letters, len(bodies) + 1)
    named = " ".join(f"/{name} {number} 0 R" for name, number in fonts.items())
    box = f"/MediaBox [0 0 {size[0]:g} {size[1]:g}]"
    page = f"<< /Type /Page /Parent 2 0 R {box} /Contents 4 0 R /Resources << /Font << {named} >> >> >>"
    bodies[2] = page.encode()
    return _file(bodies)


def _font_objects(font: Font, letters: Mapping[str, int], number: int) -> Iterable[bytes]:
    """A font whose codes are the numbers of its glyphs, with which letters these are, so that words can be copied."""
    glyphs = sorted(set(letters.values()))
    widths = " ".join(f"{glyph} [{font.width(glyph):.0f}]" for glyph in glyphs)
    name = f"/QUORAT+{font.name}"
    inner = f"{number + 1} 0 R"
    about = "/CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /CIDToGIDMap /Identity"
    metrics = (
        "/Flags 4 /FontBBox [-1000 -300 2000 1000] /ItalicAngle 0 /Ascent 900 /Descent -250 /CapHeight 700 /StemV 80"
    )
    lines = "\n".join(
        f"<{glyph:04x}> <{letter.encode('utf-16-be').hex()}>" for letter, glyph in sorted(letters.items())
    )
    unicode_map = (
        "/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapType 2 def\n"
        f"1 begincodespacerange <0000> <ffff> endcodespacerange\n{len(letters)} beginbfchar\n{lines}\nendbfchar\n"
        "endcmap end end"
    )
    return (
        f"<< /Type /Font /Subtype /Type0 /BaseFont {name} /Encoding /Identity-H /DescendantFonts [{inner}] "
        f"/ToUnicode {number + 4} 0 R >>".encode(),
        f"<< /Type /Font /Subtype /CIDFontType2 /BaseFont {name} {about} /DW 1000 /W [{widths}] "
        f"/FontDescriptor {number + 2} 0 R >>".encode(),
        f"<< /Type /FontDescriptor /FontName {name} {metrics} /FontFile2 {number + 3} 0 R >>".encode(),
        _stream(font.subset(glyphs)),
        _stream(unicode_map.encode()),
    )


def _stream(data: bytes) -> bytes:
    packed = zlib.compress(data, 9)
    return f"<< /Length {len(packed)} /Filter /FlateDecode >>\nstream\n".encode() + packed + b"\nendstream"


def _text(words: str) -> bytes:
    return b"<feff" + words.encode("utf-16-be").hex().encode() + b">"


def _file(bodies: Iterable[bytes]) -> bytes:
    found, places = b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n", []
    for number, body in enumerate(bodies, 1):
        places.append(len(found))
        found += b"%d 0 obj\n%b\nendobj\n" % (number, body)
    start = len(found)
    found += b"xref\n0 %d\n0000000000 65535 f \n" % (len(places) + 1)
    found += b"".join(b"%010d 00000 n \n" % place for place in places)
    trailer = b"trailer\n<< /Size %d /Root 1 0 R /Info 7 0 R >>\nstartxref\n%d\n%%%%EOF\n"
    return found + trailer % (len(places) + 1, start)
