"""The load generator of the live section, in a process of its own: people on standby pages, and a stream of inputs.

Each person has a token and a kept-open connection: they wait for a question as their page does, think for a second in
the median, answer, and now and then walk away from a question. Inputs come at a fixed rate, each as a request that is
sent again, with the same name, until it has its labels.
"""

import argparse
import asyncio
import json
import random
import sys
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from service_crowd import Connection

WAIT = 20.0  # seconds that a page lets the server hold its answer
SPREAD = 0.5  # of the logarithm of the time that people think
WRONG, LEFT, AWAY = 0.08, 0.01, 8.0  # how often people err, walk away, and for how many seconds
TELLING = (("invoice", "password"), ("please help me", "please help me"))  # half of the inputs tell their label
LABELS = ("bill", "login")


def text_of(number: int, rng: random.Random) -> str:
    """An input; its label is known from its number."""
    return f"{rng.choice(TELLING)[number % 2]}, ticket {number}"


async def annotate(crowd: Any, token: str, place: int) -> None:  # noqa: ANN401
    """One person, until the end."""
    rng = random.Random(place)
    connection = Connection(crowd, token, rng, place)
    turn: dict[str, Any] = {"questions": []}
    while not crowd.is_over:
        if not turn["questions"]:
            turn = await connection.post("ask", {"wait": WAIT})
            continue
        question = turn["questions"][0]
        text = question["item"]["text"]
        crowd.reached.append((text, place, time.time()))
        if rng.random() < LEFT:
            await asyncio.sleep(AWAY)
            turn = {"questions": []}
            continue
        seconds = rng.lognormvariate(0.0, SPREAD)
        await asyncio.sleep(seconds)
        number = int(text.rsplit(" ", 1)[1])
        answer = LABELS[(number + (rng.random() < WRONG)) % 2]
        turn = await connection.post("tell", {"number": question["number"], "answer": answer, "seconds": seconds})
        if turn.get("judgment"):
            crowd.told.append((place, question["number"], answer))
    await connection.close()


async def label(crowd: Any, token: str, number: int, text: str) -> None:  # noqa: ANN401
    """One input, sent again until it has its labels."""
    connection = Connection(crowd, token, random.Random(number), 251)
    begin = time.monotonic()
    answer = await connection.post("label", {"text": text, "id": str(number)})
    crowd.answers.append((number, time.monotonic() - begin, answer))
    await connection.close()


async def run(options: argparse.Namespace) -> None:
    """The stream, and everybody who waits."""
    owner, *people = options.tokens
    host, port = options.address.rsplit(":", 1)
    crowd = SimpleNamespace(
        host=host,
        port=int(port),
        study=options.study,
        cut=0.0,
        cuts=0,
        end=time.monotonic() + 1e6,
        failures={},
        reached=[],
        told=[],
        answers=[],
        is_over=False,
    )
    waiting = [asyncio.create_task(annotate(crowd, token, place)) for place, token in enumerate(people)]
    await asyncio.sleep(options.warm)
    rng, begin = random.Random(options.seed), time.monotonic()
    inputs = []
    for number in range(int(options.seconds * options.rate)):
        await asyncio.sleep(max(0.0, begin + number / options.rate - time.monotonic()))
        inputs.append(asyncio.create_task(label(crowd, owner, number, text_of(number, rng))))
    await asyncio.gather(*inputs)
    crowd.is_over = True
    for one in waiting:
        one.cancel()
    await asyncio.gather(*waiting, return_exceptions=True)
    said = {"reached": crowd.reached, "told": crowd.told, "answers": crowd.answers, "failures": crowd.failures}
    json.dump(said | {"cpu": time.process_time()}, sys.stdout)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    for name, kind in (("address", str), ("study", str), ("tokens", str)):
        parser.add_argument(f"--{name}", type=kind, required=True)
    for name, default in (("seconds", 60.0), ("rate", 20.0), ("warm", 3.0)):
        parser.add_argument(f"--{name}", type=float, default=default)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    given.tokens = Path(given.tokens).read_text(encoding="utf-8").split()
    asyncio.run(run(given))
