"""A served study of sets under fire: 40 systems join through REST while 30 annotators answer; the server is killed.

Two systems are there at the beginning; the others join one after the other. SIGKILL ends the server, which is started
again at once; clients send again what was not acknowledged. At the end the numbers of every table are compared with
those of a study that nobody disturbed: all systems there from the beginning, one annotator, the same answers.
"""

import math
import tempfile
import time
from contextlib import closing
from pathlib import Path

from frame import Results
from service_harness import Server
from set_crowd import Crowd, design_of, material_of, systems_of, tables_of, undisturbed

from quorate.stores import open_store
from quorate.study import Study, verify
from quorate.web.invitations import ensure_codes, invite
from quorate.web.studies import slug_of

SYSTEMS, BEGUN, ITEMS, PEOPLE, KILLS, WIDTH, PAUSE = 42, 2, 60, 30, 10, 0.08, 1.5
FEW = {"systems": 8, "items": 20, "people": 6, "kills": 2}


def run(results: Results, data: Path, quick: bool, seed: int) -> None:  # noqa: ARG001
    """Serve, submit, answer, kill; then look what is there."""
    systems = FEW["systems"] if quick else SYSTEMS
    people, kills = (FEW["people"], FEW["kills"]) if quick else (PEOPLE, KILLS)
    made = systems_of(systems, FEW["items"] if quick else ITEMS, seed)
    late = {name: made[name] for name in list(made)[BEGUN:]}
    material, design = material_of(made, BEGUN), design_of(WIDTH, seed)
    case = f"{len(late)} systems, {people} annotators, {kills} kills"
    with tempfile.TemporaryDirectory(prefix="quorate-") as folder:
        place = str(Path(folder) / "studies.db")
        with closing(open_store(place)) as store:
            Study.define("facts", material, design=design, store=store)
            ensure_codes(store, "facts")
            tokens = [invite(store, "facts", names=[f"p{person}"])[0].token for person in range(people)]
            links = [invite(store, "facts", "submitter")[0].token for _ in range(math.ceil(len(late) / 4))]
        server = Server(place, 1)
        server.start()
        begin = time.monotonic()

        def kill() -> None:
            server.kill()
            server.start()

        crowd = Crowd(f"http://127.0.0.1:{server.port}", slug_of("facts"))
        try:
            crowd.work(tokens, links, late, kill=kill, kills=kills, pause=PAUSE)
        finally:
            server.kill()
        seconds = time.monotonic() - begin
        with closing(open_store(place)) as store:
            study = Study.open("facts", store)
            judged = [number for number in range(1, study.history.count + 1) if study.history.is_live(number)]
            kept = {study.question(number).outputs[0] for number in judged}
            calm = undisturbed(material, design, late)
            mine, theirs = tables_of(study), tables_of(calm)
            lost = len(set(crowd.told) - kept)
            absent = len(set(made) - set(study.index.systems))
            results.at_most("service: acknowledged answers that are not in the log", case, lost, "", 0)
            results.at_most("service: systems that joined and are not there", case, absent, "", 0)
            results.at_most("service: problems that verify finds", case, len(verify(study).problems), "", 0)
            apart = max(
                abs(one - other) for key, row in mine.items() for one, other in zip(row, theirs[key], strict=True)
            )
            results.at_most("service: largest difference from the undisturbed run, any number", case, apart, "", 0)
            results.at_most("service: judgments", case, len(judged), "")
            results.at_most("service: judgments of the undisturbed run", case, int(calm.history.is_judged.sum()), "")
            results.at_most("service: numbers compared", case, 3 * len(mine), "")
            results.at_most("service: seconds, with restarts", case, round(seconds), "s")
