"""Figures as PDF and PNG: they open, look like the SVG, and their words are words."""

import re
import shutil
import struct
import subprocess
import zlib

import pytest
from findings_examples import examples

from quorate.errors import InputError
from quorate.reports import study_figure, write_report
from quorate.reports.canvas import Canvas
from quorate.reports.pdf import pdf_of, truetype
from quorate.reports.pdf.helvetica import width_of

EXAMPLES = examples()


def figure(words="ab"):
    page = Canvas("test", 200, 100)
    page.text(100, 20, words, anchor="center")
    page.text(20, 60, "turned", turn=90, bold=True)
    page.line([(10, 40), (190, 40)], dashes=(4, 3))
    page.dots([(50, 70)], radius=5, fill="#ffffff", edge="#1d5fa6", width=2)
    page.boxes([(80, 60, 10, 10)], colour="#1d5fa6")
    return page.svg("Title – “quoted”", "What it shows")


def content_of(pdf):
    """What the page draws, and the letters that are copied from it."""
    stream = re.search(rb"4 0 obj\n<< /Length (\d+).*?stream\n", pdf, re.DOTALL)
    return zlib.decompress(pdf[stream.end() : stream.end() + int(stream[1])]).decode("latin-1")


def test_every_object_of_a_pdf_stands_where_its_table_says():
    pdf = pdf_of(figure())
    start = int(re.search(rb"startxref\n(\d+)", pdf)[1])
    places = [int(line[:10]) for line in pdf[start:].split(b"\n")[3:] if line.endswith(b" n ")]
    assert [int(pdf[place:].split(b" ")[0]) for place in places] == list(range(1, len(places) + 1))
    assert pdf == pdf_of(figure())


def test_words_stand_where_the_figure_has_them():
    content = content_of(pdf_of(figure()))
    left = 100 - 13 * 2 * width_of("a", bold=False) / 2000
    assert f"1.00000 0.00000 0.00000 -1.00000 {left:.2f} 24.55 Tm [<6162>] TJ" in content
    assert "/F2 13 Tf 0.00000 -1.00000 -1.00000 -0.00000 20.00 60.00 Tm" in content
    assert content.count(" c\n") + content.count(" c ") == 4
    assert "[4 3] 0 d" in content


def test_minus_signs_thin_spaces_and_accents_are_in_helvetica():
    content = content_of(pdf_of(figure("−5\u2009%…é")))
    assert "[<8135> -167 <2585e9>] TJ" in content


def test_letters_that_helvetica_lacks_are_embedded_or_refused(monkeypatch):
    if truetype.font_with("Łё") is not None:
        pdf = pdf_of(figure("Łёx"))
        assert b"/FontFile2" in pdf
        assert len(pdf) < 60_000
        assert "/F3 13 Tf" in content_of(pdf)
    with pytest.raises(InputError, match=r"No font here sets 'אב' in a PDF. Write the figure as \.svg"):
        pdf_of(figure("אב"))
    monkeypatch.setattr(truetype, "_files", lambda: iter(()))
    with pytest.raises(InputError, match="No font here sets 'Łё'"):
        pdf_of(figure("Łёx"))


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_figure_of_every_study_is_written_in_each_form(tmp_path, name):
    findings = EXAMPLES[name]
    names = [estimate.subject[0] for estimate in findings.ranking.estimates]
    if any(ord(letter) > 0x2FF for name in names for letter in name if letter.isalpha()):
        pytest.skip("names in other scripts, which need a font")
    pdf = write_report(findings, tmp_path / "figure.pdf").read_bytes()
    assert pdf.startswith(b"%PDF-1.7")
    assert write_report(findings, tmp_path / "figure.svg").read_text(encoding="utf-8") == study_figure(findings)
    if shutil.which("pdftotext"):
        said = subprocess.run(["pdftotext", tmp_path / "figure.pdf", "-"], capture_output=True, text=True, check=True)
        assert not said.stderr
        assert names[0][:12] in said.stdout or not names


def test_a_png_has_the_size_of_the_figure_three_times(tmp_path):
    pytest.importorskip("resvg_py")
    findings = next(iter(EXAMPLES.values()))
    png = write_report(findings, tmp_path / "figure.png").read_bytes()
    width = int(re.search(r'width="(\d+)"', study_figure(findings))[1])
    assert struct.unpack(">I", png[16:20])[0] == 3 * width


def test_without_the_extra_a_png_is_one_line(tmp_path, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "resvg_py", None)
    with pytest.raises(InputError, match=r"pip install 'quorate\[png\]'"):
        write_report(next(iter(EXAMPLES.values())), tmp_path / "figure.png")
