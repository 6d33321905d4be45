"""The load generator of `service.py`, run in a process of its own: annotators on kept-open HTTP connections.

Each has a token and a connection of their own; they ask, think, tell at random, and go on with the question the answer
brought. With `--cut`, some requests are cut off: half of them in the middle of the request, half before the response is
read; the annotator then comes back on a new connection and sends the same again, as a browser does. With `--join` the
annotators come through an open link within so many seconds, each from an address of their own as a proxy would say.
Written with asyncio streams alone, because the generator shares the processors with what it measures.
"""

import argparse
import asyncio
import json
import os
import random
import sys
import time
from pathlib import Path
from typing import Any

RETRY = 0.1


class Crowd:
    """Annotators and what happened to them."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.host, port = options.address.rsplit(":", 1)
        self.port = int(port)
        self.study = options.study
        self.think = options.think
        self.join = options.join
        self.cut = options.cut
        self.end = 0.0
        self.begin = 0.0
        self.latencies: list[tuple[float, float]] = []  # when, how long
        self.joining: list[float] = []  # from following the link to holding the first question
        self.acknowledged: list[tuple[int, int, str]] = []  # who, which question of theirs, answer
        self.failures: dict[str, int] = {}
        self.cuts = 0
        self.rests: dict[str, int] = {}

    async def watch(self, stop: str) -> None:
        """End early when somebody makes this file."""
        while stop and not await asyncio.to_thread(os.path.exists, stop):  # noqa: ASYNC110 - another process makes it
            await asyncio.sleep(0.2)
        if stop:
            self.end = time.monotonic()

    async def annotate(self, token: str, seed: int, place: int) -> None:
        """One annotator's session."""
        rng = random.Random(seed)
        connection = Connection(self, token, rng, place)
        await asyncio.sleep(rng.random() * (self.join or self.think))
        begin = time.monotonic()
        if self.join:
            await connection.join(token)
        turn = await connection.post("ask", {})
        self.joining.append(time.monotonic() - begin)
        while time.monotonic() < self.end:
            if not turn["questions"]:
                reason = (turn["rest"] or {}).get("reason", "?")
                self.rests[reason] = self.rests.get(reason, 0) + 1
                await asyncio.sleep(RETRY)
                turn = await connection.post("ask", {})
                continue
            question = turn["questions"][0]
            if self.think:
                await asyncio.sleep(rng.expovariate(1 / self.think))
            answer = "left" if rng.random() < 0.5 else "right"
            body = {"number": question["number"], "answer": answer, "seconds": 1.0, "after": question["number"]}
            begin = time.monotonic()
            turn = await connection.post("tell", body)
            self.latencies.append((begin, time.monotonic() - begin))
            if turn.get("judgment"):
                self.acknowledged.append((place, question["number"], answer))
            else:  # a final refusal: look again
                turn = await connection.post("ask", {})
        await connection.close()


class Connection:
    """One annotator's connection; opened again whenever it is lost."""

    def __init__(self, crowd: Crowd, token: str, rng: random.Random, place: int) -> None:
        self.crowd = crowd
        self.rng = rng
        self.streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        self.place = f"Host: {crowd.host}:{crowd.port}\r\nX-Forwarded-For: 10.1.{place // 250}.{place % 250 + 1}\r\n"
        self.head = f"{self.place}Authorization: Bearer {token}\r\nContent-Type: application/json\r\n"

    async def join(self, link: str) -> None:
        """Follow an open link and keep the cookie it sets."""
        request = f"GET /join/{link} HTTP/1.1\r\n{self.place}\r\n".encode()
        while time.monotonic() < self.crowd.end:
            try:
                status, head, _ = await asyncio.wait_for(self._send(request), 60)
            except (OSError, EOFError, TimeoutError, ValueError) as error:
                self._count(type(error).__name__)
                await self.close()
            else:
                if status == 303:
                    cookie = next(line for line in head if line.lower().startswith("set-cookie:"))
                    carried = cookie.split(":", 1)[1].split(";")[0].strip()
                    origin = f"http://{self.crowd.host}:{self.crowd.port}"
                    self.head = (
                        f"{self.place}Cookie: {carried}\r\nOrigin: {origin}\r\nContent-Type: application/json\r\n"
                    )
                    return
                self._count(f"join {status}")
            await asyncio.sleep(RETRY)

    async def post(self, verb: str, body: dict[str, Any]) -> dict[str, Any]:
        """Send until an answer comes that is not 'try again'."""
        data = json.dumps(body).encode()
        path = f"/api/v1/studies/{self.crowd.study}/{verb}"
        request = f"POST {path} HTTP/1.1\r\n{self.head}Content-Length: {len(data)}\r\n\r\n".encode() + data
        while True:
            try:
                status, found = await asyncio.wait_for(self._exchange(request), 60)
            except (OSError, EOFError, TimeoutError, ValueError) as error:
                self._count(type(error).__name__)
                await self.close()
                await asyncio.sleep(RETRY)
            else:
                if status == 200:
                    return found
                self._count(f"{status} {found['error']['kind']}")
                if status not in (429, 503):
                    return {"questions": [], "rest": None}
                await asyncio.sleep(RETRY)
            if time.monotonic() > self.crowd.end + 30:
                return {"questions": [], "rest": None}

    async def _exchange(self, request: bytes) -> tuple[int, dict[str, Any]]:
        status, _, body = await self._send(request)
        return status, json.loads(body)

    async def _send(self, request: bytes) -> tuple[int, list[str], bytes]:
        if self.streams is None:
            self.streams = await asyncio.open_connection(self.crowd.host, self.crowd.port)
        reader, writer = self.streams
        if self.crowd.cut and self.rng.random() < self.crowd.cut:
            self.crowd.cuts += 1
            writer.write(request if self.rng.random() < 0.5 else request[: self.rng.randrange(len(request))])
            await writer.drain()
            writer.transport.abort()
            raise EOFError
        writer.write(request)
        head = await reader.readuntil(b"\r\n\r\n")
        lines = head.decode("latin-1").split("\r\n")
        length = next(int(line.split(":")[1]) for line in lines if line.lower().startswith("content-length:"))
        return int(lines[0].split()[1]), lines, await reader.readexactly(length)

    def _count(self, what: str) -> None:
        self.crowd.failures[what] = self.crowd.failures.get(what, 0) + 1

    async def close(self) -> None:
        """Let go of the connection."""
        if self.streams is not None:
            self.streams[1].transport.abort()
            self.streams = None


async def run(options: argparse.Namespace) -> None:
    """All annotators at once, for so many seconds."""
    crowd = Crowd(options)
    tokens = [line.split()[0] for line in options.tokens.splitlines()]
    tokens = tokens[:1] * options.annotators if options.join else tokens[: options.annotators]
    crowd.begin = time.monotonic()
    crowd.end = crowd.begin + options.seconds
    watching = asyncio.create_task(crowd.watch(options.stop))
    await asyncio.gather(*(crowd.annotate(token, options.seed + place, place) for place, token in enumerate(tokens)))
    watching.cancel()
    warm = crowd.begin + options.warm
    json.dump(
        {
            "seconds": options.seconds - options.warm,
            "latencies": [round(took, 5) for begun, took in crowd.latencies if warm <= begun < crowd.end],
            "joining": [round(took, 5) for took in crowd.joining],
            "acknowledged": crowd.acknowledged,
            "failures": crowd.failures,
            "cuts": crowd.cuts,
            "rests": crowd.rests,
            "cpu": time.process_time(),
        },
        sys.stdout,
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    for name, kind, default in (
        ("address", str, "127.0.0.1:8000"),
        ("study", str, "study"),
        ("tokens", str, ""),
        ("stop", str, ""),
        ("annotators", int, 16),
        ("seconds", float, 60.0),
        ("warm", float, 3.0),
        ("think", float, 0.0),
        ("join", float, 0.0),
        ("cut", float, 0.0),
        ("seed", int, 0),
    ):
        parser.add_argument(f"--{name}", type=kind, default=default)
    given = parser.parse_args()
    given.tokens = Path(given.tokens).read_text(encoding="utf-8")
    asyncio.run(run(given))
