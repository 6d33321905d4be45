"""A served study without a network: the application, links of each role, and clients that carry them."""

import warnings
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import pytest

from quorate.records.design import Design
from quorate.records.guide import Guide
from quorate.stores import Role, Store, open_store
from quorate.study import Study
from quorate.testing.material import make_material
from quorate.web.application import create_application
from quorate.web.invitations import ensure_codes, invite
from quorate.web.settings import Settings

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)  # it asks for a successor of httpx
    from fastapi.testclient import TestClient

ORIGIN = "http://testserver"


@dataclass(frozen=True)
class Bench:
    """A study behind the application."""

    study: Study
    client: TestClient
    tokens: dict[str, str]

    def header(self, who: str) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.tokens[who]}"} if who in self.tokens else {}

    def send(self, method: str, path: str, body: Any = None, *, who: str = "annotator") -> Any:
        return self.client.request(method, f"/api/v1/studies/fall{path}", json=body, headers=self.header(who))

    def post(self, path: str, body: Any = None, *, who: str = "annotator", status: int = 200) -> Any:
        response = self.send("POST", path, {} if body is None else body, who=who)
        assert response.status_code == status, response.text
        return response.json()

    def get(self, path: str, *, who: str = "annotator", status: int = 200) -> Any:
        response = self.send("GET", path, who=who)
        assert response.status_code == status, response.text
        return response.json()

    def answer(self, turn: Any, answer: object = "left", *, who: str = "annotator", **more: Any) -> Any:
        """Tell the first question of a turn."""
        number = turn["questions"][0]["number"]
        return self.post("/tell", {"number": number, "answer": answer, "seconds": 2.0, "after": number, **more}, who=who)


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
        roles: dict[str, Role] = {"owner": "owner", "annotator": "annotator", "other": "annotator", "submitter": "submitter"}
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
