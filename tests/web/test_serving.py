"""`quorate serve` as people start it: processes, ports, links, a database that is away, and the client."""

import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from contextlib import contextmanager

import pytest
from benches import TestClient
from typer.testing import CliRunner

from quorate.cli import app
from quorate.errors import InputError, StoreError
from quorate.records.design import Design
from quorate.records.guide import Guide
from quorate.stores import open_store
from quorate.study import Study, verify
from quorate.testing.material import make_material
from quorate.web import addresses
from quorate.web.addresses import served_at
from quorate.web.application import create_application
from quorate.web.client import Client, ServiceError
from quorate.web.invitations import invite
from quorate.web.serving import Place, address_of, listening, open_patiently

pytestmark = pytest.mark.slow

SERVE = "from quorate.cli import main; main()"


@pytest.fixture
def store_file(tmp_path):
    path = str(tmp_path / "studies.db")
    store = open_store(path)
    Study.define("fall", make_material(4, 30), design=Design(policy="uniform", guide=Guide(cap=3)), store=store)
    store.close()
    return path


def command(*arguments: str) -> list[str]:
    return [sys.executable, "-c", SERVE, *arguments]


def here(*arguments: str):
    """What a command does that serves nothing, in this process."""
    return CliRunner().invoke(app, arguments, prog_name="quorate")


@contextmanager
def serving(store: str, *more: str):
    """A server in processes of its own, and what it printed up to its address."""
    process = subprocess.Popen(
        command("serve", "fall", "--store", store, "--port", "0", *more),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    said = []
    try:
        for line in process.stdout:
            said.append(line)
            if line.startswith("Serving at"):
                break
        yield process, "".join(said)
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
        process.stdout.close()
        process.wait()


def fetch(address: str, *, patience: float = 120.0) -> str:
    end = time.monotonic() + patience
    while True:
        try:
            return urllib.request.urlopen(address, timeout=5).read().decode()
        except OSError:
            if time.monotonic() > end:
                raise
            time.sleep(0.05)


def test_a_study_is_served_with_links_and_answered_by_the_client(store_file):
    with serving(store_file, "--workers", "2") as (process, said):
        address = re.search(r"Serving at (\S+)\.", said)[1]
        owner = re.search(r"owner +(\S+)", said)[1]
        assert re.fullmatch(r"http://localhost:\d+", address)
        assert owner.startswith(f"{address}/enter#q_")
        assert "Quorate" in fetch(address)
        client = Client(address, "fall", owner, annotator="script")
        turn = client.ask()
        while turn["questions"]:
            turn = client.tell(turn["questions"][0]["number"], "left", seconds=1.0)
        assert turn["rest"]["reason"] == "cap"
        assert len(turn["progress"]["completion"]["code"]) == 8
        with pytest.raises(ServiceError, match="another answer") as caught:
            client.tell(1, "right")
        assert (caught.value.status, caught.value.kind) == (409, "answered")
        assert client.get("progress?annotator=script")["told"] == 3
        assert client.post("pause", {"reason": "tea"})["state"] == "paused"
        process.send_signal(signal.SIGTERM)
        rest = process.stdout.read()
        assert process.wait(timeout=300) == 0
        assert "q_" not in rest
        assert "Traceback" not in rest
    store = open_store(store_file)
    assert verify(Study.open("fall", store)).holds
    store.close()


def test_a_process_that_dies_is_replaced_and_nothing_acknowledged_is_lost(store_file):
    with serving(store_file, "--workers", "2") as (process, said):
        address = re.search(r"Serving at (\S+)\.", said)[1]
        owner = re.search(r"owner +(\S+)", said)[1]
        fetch(address)
        client = Client(address, "fall", owner, annotator="script")
        first = client.ask()["questions"][0]["number"]
        client.tell(first, "left")
        children = subprocess.run(
            ["pgrep", "-P", str(process.pid)], stdout=subprocess.PIPE, text=True, check=True
        ).stdout
        for child in children.split():
            os.kill(int(child), signal.SIGKILL)
        turn = client.tell(first, "left")  # tries until somebody answers
        assert turn["judgment"]["number"] == first
        assert turn["progress"]["told"] == 1


def test_a_port_that_is_taken_is_said(store_file):
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        done = subprocess.run(
            command("serve", "fall", "--store", store_file, "--port", str(port)),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=300,
            check=False,
        )
    assert done.returncode == 2
    assert f"Port {port} is taken" in done.stdout
    assert "--port" in done.stdout
    assert "Traceback" not in done.stdout


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("serve", "winter"), "No study is called 'winter'"),
        (("invite", "fall"), "Whom to invite"),
        (("invite", "winter", "--open"), "No study is called 'winter'"),
        (("serve", "fall", "--host", "203.0.113.7", "--port", "0"), "Cannot listen on 203.0.113.7"),
        (("serve", "fall", "--store", "folder/nowhere.db"), "no store at folder/nowhere.db"),
    ],
)
def test_what_cannot_be_served_is_said(store_file, arguments, words):
    more = () if "--store" in arguments else ("--store", store_file)
    done = subprocess.run(
        command(*arguments, *more),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode != 0
    assert words in " ".join(done.stdout.split())
    assert "Traceback" not in done.stdout


def test_invitations_from_the_command_line(store_file):
    done = here("invite", "fall", "--annotators", "2", "--open", "--at", "https://x.example/", "--store", store_file)
    assert done.exit_code == 0
    lines = [line.split() for line in done.stdout.splitlines()]
    links = [link for _, link in lines]
    assert [who.partition(":")[0] for who, _ in lines] == ["invited", "invited", "anybody"]
    assert [link.partition("q_")[0] for link in links] == ["https://x.example/enter#"] * 2 + ["https://x.example/join/"]
    store = open_store(store_file)
    assert len(store.tokens("fall")) == 3
    assert set(store.settings("fall")) == {"completion_passed", "completion_failed"}
    store.close()


def test_a_database_that_is_away_is_tried_again():
    said: list[str] = []
    with pytest.raises(StoreError, match="does not answer"):
        open_patiently("postgresql://a:secret@127.0.0.1:1/none?connect_timeout=1", wait=1.2, say=said.append)
    assert len(said) >= 1
    assert "Trying again" in said[0]
    assert "secret" not in said[0]


def test_a_database_that_comes_back_is_found(monkeypatch):
    calls = []

    def sometimes(address):
        calls.append(address)
        if len(calls) < 3:
            raise StoreError("The store does not answer.")
        return open_store()

    monkeypatch.setattr("quorate.web.serving.open_store", sometimes)
    assert open_patiently("postgresql://a@b/c", wait=30, say=lambda _words: None).studies() == []
    assert len(calls) == 3


def test_a_server_listens_on_this_machine_alone_unless_told():
    with listening(Place(port=0)) as listener:
        assert listener.getsockname()[0] == "127.0.0.1"
        assert address_of(Place(port=0), listener) == f"http://localhost:{listener.getsockname()[1]}"
        with pytest.raises(InputError, match="is taken"), listening(Place(port=listener.getsockname()[1])):
            pass
    place = Place(port=0, origin="https://studies.example.org/")
    with listening(place) as listener:
        assert address_of(place, listener) == "https://studies.example.org"


def test_the_client_is_patient_and_then_says_so():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    client = Client(f"http://127.0.0.1:{port}", "fall", "q_x", patience=0.3)
    begin = time.monotonic()
    with pytest.raises(StoreError, match="does not answer"):
        client.ask()
    assert time.monotonic() - begin < 5


def invited(store: str, *more: str) -> list[list[str]]:
    ran = here("invite", "fall", *more, "--store", store)
    assert ran.exit_code == 0
    return [line.split() for line in ran.stdout.splitlines()]


def test_links_lead_to_the_port_and_address_really_served_with_names_beside_them(store_file):
    assert invited(store_file, "-a", "ann")[0][1].startswith("http://localhost:8000/enter#q_")
    with serving(store_file, "--host", "0.0.0.0") as (_, said):
        address = re.search(r"Serving at (\S+)\.", said)[1]
        port = int(address.rpartition(":")[2])
        assert address == served_at("0.0.0.0", port)
        assert f"annotators  {address}/join/q_" in said
        assert "Quorate" in fetch(address)
        links = invited(store_file, "-a", "ann", "-a", "ben", "--owner")
        assert [who for who, _ in links] == ["ann", "ben", "owner"]
        assert all(link.startswith(f"{address}/enter#q_") for _, link in links)
        assert invited(store_file, "-a", "cy", "--at", "https://x.example")[0][1].startswith("https://x.example/enter#")
    assert invited(store_file, "-a", "di")[0][1].startswith(f"{address}/")


def test_a_server_for_this_machine_alone_says_so(store_file):
    with serving(store_file) as (_, said):
        assert "work on this machine alone" in said
    with serving(store_file, "--origin", "https://x.example") as (_, said):
        assert "work on this machine alone" not in said


def test_the_address_of_this_machine_on_its_network(monkeypatch):
    monkeypatch.setattr(addresses, "on_the_network", lambda: "192.0.2.44")
    assert served_at("0.0.0.0", 80) == "http://192.0.2.44:80"
    assert served_at("::", 80) == "http://192.0.2.44:80"
    assert served_at("127.0.0.1", 80) == "http://localhost:80"
    assert served_at("198.51.100.7", 80) == "http://198.51.100.7:80"
    assert served_at("2001:db8::7", 80) == "http://[2001:db8::7]:80"
    monkeypatch.setattr(addresses, "on_the_network", lambda: None)
    assert served_at("0.0.0.0", 80) == "http://localhost:80"


def test_links_made_on_the_page_do_not_lead_to_loopback_where_others_can_get_in():
    store = open_store()
    Study.define("fall", make_material(4, 30), store=store)
    (owner,) = invite(store, "fall", "owner")
    client = TestClient(create_application(store), base_url="http://localhost:8123")
    headers = {"Authorization": f"Bearer {owner.token}"}
    made = "/api/v1/studies/fall/invitations"

    def link() -> str:
        return client.post(made, json={"role": "annotator"}, headers=headers).json()[0]["link"]

    assert link().startswith("http://localhost:8123/")
    addresses.remember(store, "fall", "http://192.0.2.44:8123")
    assert link().startswith("http://192.0.2.44:8123/")
