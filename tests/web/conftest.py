"""A served study without a network: the application, and links of each role."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from benches import ORIGIN, Bench, TestClient

from quorate.records.design import Design
from quorate.records.guide import Guide
from quorate.stores import Role, Store, open_store
from quorate.study import Study
from quorate.testing.material import make_material
from quorate.web.application import create_application
from quorate.web.invitations import ensure_codes, invite
from quorate.web.settings import Settings


@pytest.fixture
def serve() -> Iterator[Any]:
    """Makes a bench: a study called `fall` with this design and these settings, served from memory."""
    opened: list[TestClient] = []

    def make(
        design: Design | None = None, *, settings: Settings | None = None, store: Store | None = None, **guide: Any
    ) -> Bench:
        design = design or Design(policy="uniform", seed=7)
        design = replace(design, guide=Guide(**guide)) if guide else design
        store = store or open_store()
        study = Study.define("fall", make_material(4, 12), design=design, store=store)
        ensure_codes(store, "fall")
        roles: dict[str, Role] = {
            "owner": "owner",
            "annotator": "annotator",
            "other": "annotator",
            "submitter": "submitter",
        }
        tokens = {
            name: invite(store, "fall", role, names=[name] if role == "annotator" else ())[0].token
            for name, role in roles.items()
        }
        tokens["open"] = invite(store, "fall", is_open=True)[0].token
        client = TestClient(create_application(store, settings), base_url=ORIGIN)
        client.__enter__()
        opened.append(client)
        return Bench(study=study, client=client, tokens=tokens)

    yield make
    for client in opened:
        client.__exit__(None, None, None)
