"""A text in, its labels out; whoever waits on standby is asked at once, in whatever process."""

import threading
import time

import pytest
from benches import ORIGIN, TestClient

from quorate.stores import open_store
from quorate.study import verify
from quorate.web.application import create_application
from quorate.web.invitations import ensure_codes, invite
from quorate.workflows.label_define import define_labelling
from quorate.workflows.labeller import Labeller

API = "/api/v1/studies/tickets"


class Service:
    """Two processes' worth of service over one store, and links."""

    def __init__(self, folder, **options):
        self.address = f"{folder}/jobs.db"
        options = {"labels": ["bill", "login"], "model": "head", "cost": 0.05, "patience": 8.0, **options}
        define_labelling("tickets", store=self.address, **options).store.close()
        self.stores = [open_store(self.address) for _ in range(2)]
        ensure_codes(self.stores[0], "tickets")
        self.clients = [TestClient(create_application(store), base_url=ORIGIN) for store in self.stores]
        self.tokens = {
            name: invite(self.stores[0], "tickets", role, names=[name] if role == "annotator" else ())[0].token
            for name, role in (("owner", "owner"), ("ada", "annotator"), ("ben", "annotator"))
        }

    def post(self, path, body, who="owner", process=0):
        headers = {"Authorization": f"Bearer {self.tokens[who]}"}
        return self.clients[process].post(f"{API}/{path}", json=body, headers=headers)


@pytest.fixture
def service(tmp_path, request):
    made = Service(tmp_path, patience=getattr(request, "param", 8.0))
    for client in made.clients:
        client.__enter__()
    yield made
    for client in made.clients:
        client.__exit__(None, None, None)
    for store in made.stores:
        store.close()


def in_background(work):
    found = []
    thread = threading.Thread(target=lambda: found.append(work()), daemon=True)
    thread.start()
    return thread, found


def test_whoever_waits_in_another_process_is_called_at_once(service):
    thread, found = in_background(lambda: service.post("ask", {"wait": 10}, "ada", process=1))
    time.sleep(0.5)
    assert not found  # nothing to ask: the answer is held back
    begin = time.monotonic()
    labelled, answers = in_background(lambda: service.post("label", {"text": "my invoice", "id": "a"}))
    thread.join()
    took = time.monotonic() - begin
    turn = found[0].json()
    assert turn["questions"][0]["item"] == {"text": "my invoice"}
    assert turn["questions"][0]["options"]["labels"] == ["bill", "login"]
    assert took < 8  # and not the ten seconds that it would have waited
    told = service.post("tell", {"number": turn["questions"][0]["number"], "answer": "bill"}, "ada", process=1)
    assert told.json()["rest"]["reason"] == "standby"
    labelled.join()
    answer = answers[0].json()
    assert (answer["labels"], answer["answers"], answer["id"]) == (["bill"], 1, "a")
    assert service.post("label", {"text": "my invoice", "id": "a"}).json() == answer  # nobody gets two answers
    labeller = Labeller.open("tickets", store=service.stores[0])
    assert verify(labeller.study).holds


def test_nobody_is_called_for_nothing_and_waiting_ends(service):
    begin = time.monotonic()
    turn = service.post("ask", {"wait": 0.6}, "ada").json()
    assert 0.5 < time.monotonic() - begin < 3
    assert turn["rest"]["reason"] == "standby"
    assert turn["questions"] == []


def test_one_question_calls_one_person(service):
    waits = [in_background(lambda who=who: service.post("ask", {"wait": 4}, who).json()) for who in ("ada", "ben")]
    time.sleep(0.3)
    labelled, _ = in_background(lambda: service.post("label", {"text": "my invoice"}))
    for thread, _ in waits:
        thread.join()
    assert sorted(len(found[0]["questions"]) for _, found in waits) == [0, 1]
    labelled.join()


@pytest.mark.parametrize("service", [3.0], indirect=True)  # nobody answers: seconds until the model does
def test_bad_inputs_are_refused_in_words(service):
    for body, words in (
        ({"text": "  "}, "nothing to label"),
        ({"text": ""}, "text"),
        ({"words": "x"}, "text"),
    ):
        refused = service.post("label", body)
        assert refused.status_code in {400, 422}
        assert words in refused.json()["error"]["words"]
    assert service.post("label", {"text": "x"}, "ada").status_code in {401, 403}
    labelled, _ = in_background(lambda: service.post("label", {"text": "one", "id": "same"}))
    time.sleep(1)
    assert service.post("label", {"text": "two", "id": "same"}).status_code in {400, 409, 422}
    labelled.join()


def test_an_answer_that_is_no_label_is_refused_and_the_question_stays(service):
    labelled, _ = in_background(lambda: service.post("label", {"text": "my invoice"}))
    turn = service.post("ask", {"wait": 8}, "ada").json()
    number = turn["questions"][0]["number"]
    refused = service.post("tell", {"number": number, "answer": "spam"}, "ada")
    assert refused.status_code in {400, 422}
    assert "Labels: bill, login" in refused.json()["error"]["words"]
    assert service.post("tell", {"number": number, "answer": "bill"}, "ada").status_code == 200
    labelled.join()


@pytest.mark.parametrize("service", [3.0], indirect=True)  # nobody answers: seconds until the model does
def test_the_overview_says_how_the_stream_stands(service):
    service.post("label", {"text": "my invoice"})
    headers = {"Authorization": f"Bearer {service.tokens['owner']}"}
    overview = service.clients[0].get(f"{API}/overview", headers=headers).json()
    assert overview["inputs"] == 1
    assert overview["why"] == {"nobody was there to ask": 1}
    assert overview["headline"] == "1 input answered, 50.0% expected to be right."
    assert len(overview["prices"]) == 7
    refused = service.clients[0].get(f"{API}/report", headers=headers)
    assert refused.status_code in {400, 422}
    assert "quorate label report" in refused.json()["error"]["words"]
