"""How far a reader has to go to know what happens when an annotator asks."""

import sys
from pathlib import Path

from helpers_of_studies import answer

import quorate
from quorate.records.design import Design
from quorate.study import Study
from quorate.testing.material import make_material

SOURCE = str(Path(quorate.__file__).parent)
MOST = 16  # files


def test_a_question_passes_through_few_files():
    study = Study.define("study", make_material(3, 20), design=Design())
    for turn in range(20):
        answer(study, f"person {turn % 3}")
    files = set()

    def see(frame, event, _argument):
        if event == "call" and frame.f_code.co_filename.startswith(SOURCE):
            files.add(frame.f_code.co_filename.removeprefix(SOURCE))

    sys.setprofile(see)
    try:
        study.ask("person 0")
    finally:
        sys.setprofile(None)
    assert len(files) <= MOST, sorted(files)
