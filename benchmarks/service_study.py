"""Define a study to load, in a process of its own: an earlier version of the package makes a store it can open.

Arguments: store, name, policy, systems, annotators, judgments, open link (0 or 1), file for tokens and names.
"""

import sys
from pathlib import Path

import numpy as np
import thread

from quorate.records.design import Design
from quorate.study import Study
from quorate.web.invitations import invite

SEED = 20261115
ITEMS = 600


def main() -> None:
    """Make it."""
    store, name, policy, systems, annotators, judgments, is_open, path = sys.argv[1:]
    design = Design(policy=policy, seed=SEED)
    study = Study.define(name, thread.make_material(int(systems), ITEMS), design=design, store=store)
    if int(judgments):
        rng = np.random.default_rng(SEED)
        study.store.restore_annotators(name, {number: f"past-{number}" for number in range(1, thread.ANNOTATORS + 1)})
        done, position = 0, int(systems) + 1
        while done < int(judgments):
            count = min(20_000, int(judgments) - done)
            position = study.store.append(name, list(thread.make_events(done + 1, count, ITEMS, position, rng)))
            done += count
    if int(is_open):
        invited = invite(study.store, name, is_open=True, days=1)
    else:
        invited = invite(study.store, name, names=[f"person-{place}" for place in range(int(annotators))], days=1)
    Path(path).write_text("".join(f"{one.token} {one.annotator or '-'}\n" for one in invited), encoding="utf-8")
    study.store.close()


if __name__ == "__main__":
    main()
