"""No system name, policy or score reaches an annotator: over every response of whole sessions, good and bad."""

from dataclasses import replace

import numpy as np
import pytest
from benches import ORIGIN, TestClient

from quorate.records.design import Design
from quorate.records.guide import Exercise, Guide
from quorate.records.material import Material
from quorate.stores import open_store
from quorate.study import Study
from quorate.testing.material import make_material
from quorate.web.application import create_application
from quorate.web.invitations import invite

SECRETS = (
    "secretsystem",
    "certified",
    "uniform",
    "probability",
    "secretmetric",
    "secretreason",
    "seed",
    "strength",
    "win rate",
)
GUIDE = Guide(
    consent="We keep answers.",
    practice=(Exercise(outputs=("a", "b"), answer="left", why="a"),),
    checks=(Exercise(outputs=("c", "d"), answer="left"),),
    check_every=3,
    checks_allowed_wrong=5,
)


def hidden_material() -> Material:
    material = make_material(4, 6)
    systems = tuple(
        replace(system, name=f"secretsystem-{place}", metrics={"secretmetric": np.arange(6.0)})
        for place, system in enumerate(material.systems)
    )
    return replace(material, systems=systems)


@pytest.mark.parametrize("policy", ["uniform", "certified"])
def test_annotators_never_see_who_or_how_good(policy):
    store = open_store()
    design = Design(policy=policy, ahead=1, guide=GUIDE, stopping={"budget": 30})
    Study.define("fall", hidden_material(), design=design, store=store)
    tokens = [invite(store, "fall", names=[name])[0].token for name in ("ann", "ben")]
    owner = invite(store, "fall", "owner")[0].token
    seen = []
    with TestClient(create_application(store), base_url=ORIGIN) as client:

        def send(method, path, body=None, *, token=tokens[0]):
            response = client.request(method, path, json=body, headers={"Authorization": f"Bearer {token}"})
            if token != owner:
                seen.append((path, response.text, str(response.headers)))
            return response

        api = "/api/v1/studies/fall"

        def send_as(token, verb, body):
            return send("POST", f"{api}/{verb}", body, token=token)

        for path in (
            "/studies/fall",
            f"{api}/guide",
            f"{api}/progress",
            f"{api}/overview",
            f"{api}/questions",
            f"{api}/leaderboard",
            "/studies/fall/leaderboard",
            "/studies/fall/owner",
            f"{api}/events",
        ):
            send("GET", path)
        for token in tokens:
            turn = send("POST", f"{api}/consent", {}, token=token).json()
            for step in range(20):
                turn = _step(
                    lambda verb, body, token=token: send("POST", f"{api}/{verb}", body, token=token), turn, step
                )
        send("POST", f"{api}/pause", {"reason": "secretreason"}, token=owner)
        send("POST", f"{api}/ask", {})
        send("POST", f"{api}/close", {"reason": "secretreason: secretsystem-1 won"}, token=owner)
        send("POST", f"{api}/ask", {})
        send("POST", f"{api}/tell", {"number": 1, "answer": "right"})
        send("GET", f"{api}/progress")
    assert len(seen) > 80
    for path, text, headers in seen:
        for secret in SECRETS:
            assert secret not in text.lower(), (path, secret)
            assert secret not in headers.lower(), (path, secret)


def _step(post, turn, step):
    """Answer, skip or take back, and try what is not allowed."""
    turn = turn if turn["questions"] else post("ask", {}).json()
    if not turn["questions"]:
        return turn
    number = turn["questions"][0]["number"]
    for body in ({"number": number, "answer": "sideways"}, {"number": 10_000, "answer": "left"}, {"number": -1}):
        post("tell", body)
    if step % 7 == 3:
        return post("skip", {"number": number, "reason": "hard"}).json()
    turn = post("tell", {"number": number, "answer": "left"}).json()
    if step % 5 == 4 and turn["progress"]["last"]:
        post("retract", {"number": turn["progress"]["last"]})
        return post("ask", {}).json()
    return turn
