"""Loads all that whoever asks and tells needs, down to compiled functions. Nothing stays open."""

from quorate.records.design import Design
from quorate.stores import open_store
from quorate.study import Study
from quorate.testing.material import make_material

for design in (Design(), Design(claim="best if there is a winner", evidence="arrived")):
    study = Study.define("study", make_material(systems=5, items=20), design=design, store=open_store())
    for _ in range(3):
        study.tell(study.ask("somebody").number, "left", annotator="somebody")
    study.store.close()
