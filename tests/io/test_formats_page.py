"""The examples of docs/formats.md, through the real command."""

import re
import shlex
from pathlib import Path

import pytest
from typer.testing import CliRunner

from quorate.cli import app
from quorate.io.readers import readers

PAGE = (Path(__file__).parents[2] / "docs" / "formats.md").read_text(encoding="utf-8")
SECTIONS = dict(part.split("\n", 1) for part in PAGE.split("\n## ")[1:])
FILES = re.compile(r"```\w+ file=(\S+)\n(.*?)```", re.DOTALL)
RUN = [title for title, text in SECTIONS.items() if FILES.search(text)]


@pytest.mark.parametrize("title", RUN)
def test_each_example_is_read_as_the_page_says(title, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    text = SECTIONS[title]
    for name, content in FILES.findall(text):
        (tmp_path / name).write_text(content, encoding="utf-8")
    command = shlex.split(re.search(r"`quorate (define .*?)`", text)[1])
    ran = CliRunner().invoke(app, [*command, "--preview"])
    assert ran.exit_code == 0, ran.output
    assert "2 systems" in ran.output
    assert "A (left)" in ran.output


def test_every_reader_is_on_the_page():
    assert len(RUN) >= 8
    for name in readers():
        assert f"`{name}`" in PAGE
