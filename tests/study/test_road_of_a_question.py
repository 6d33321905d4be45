"""How far a reader has to go to know what happens when an annotator asks, and when somebody looks.

What is counted: the files of the package of which a function runs during one call, in a study that has been asked and
looked at before, so that what is made once (compiled functions, imports, the first reading of the log) does not count.
"""

import sys
from pathlib import Path

from helpers_of_studies import answer

import quorate
from quorate.records.design import Design
from quorate.study import Study
from quorate.testing.material import make_material

SOURCE = str(Path(quorate.__file__).parent)
MOST = 16  # files
MOST_OF_FINDINGS = 36  # 11 estimate, 2 are about annotators, 8 are mathematics, 5 are the policy, 10 record and say


def played():
    study = Study.define("study", make_material(3, 20), design=Design())
    for turn in range(20):
        answer(study, f"person {turn % 3}")
    return study


def files_of(work):
    files = set()

    def see(frame, event, _argument):
        if event == "call" and frame.f_code.co_filename.startswith(SOURCE):
            files.add(frame.f_code.co_filename.removeprefix(SOURCE))

    sys.setprofile(see)
    try:
        work()
    finally:
        sys.setprofile(None)
    return files


def test_a_question_passes_through_few_files():
    study = played()
    files = files_of(lambda: study.ask("person 0"))
    assert len(files) <= MOST, sorted(files)


def test_findings_pass_through_few_files():
    study = played()
    study.findings()
    answer(study, "person 0")
    files = files_of(study.findings)
    assert len(files) <= MOST_OF_FINDINGS, sorted(files)
