"""A study behind the application, without a network."""

from dataclasses import dataclass
from typing import Any

from fastapi.testclient import TestClient

from quorate.study import Study

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
        return self.post(
            "/tell", {"number": number, "answer": answer, "seconds": 2.0, "after": number, **more}, who=who
        )
