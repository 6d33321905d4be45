"""A judge that is made up: answers the chat protocol on this machine, and fails as real endpoints do.

It prefers by what it is told, or by a hash of the two answers, so that the same question has the same answer. Some
calls fail: with 500 or 503, with a connection that breaks, with something that is no JSON. More than so many calls a
second are answered 429 with `Retry-After`. `GET /counts` says how often each question arrived and was answered.
`python stand_in_judge.py PORT_FILE --fail 0.05` serves until it is stopped.
"""

import argparse
import asyncio
import hashlib
import json
import random
import re
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

ANSWERS = re.compile(r"<answer_A>\n(.*?)\n</answer_A>.*<answer_B>\n(.*?)\n</answer_B>", re.DOTALL)
Say = Callable[[str], str]


def by_hash(prompt: str) -> str:
    """A verdict that hangs on the two answers alone; of their places one time in ten."""
    found = ANSWERS.search(prompt)
    if found is None:
        return f"[[{1 + hashlib.sha256(prompt.encode()).digest()[0] % 5}]]"
    one, other = (hashlib.sha256(text.encode()).digest() for text in found.groups())
    both = hashlib.sha256(min(one, other) + max(one, other)).digest()[0]
    if both < 26:
        return "[[A]]"
    return "[[C]]" if both < 50 else "[[A]]" if one > other else "[[B]]"


class StandIn:
    """The server.

    Args:
        fail: Share of the calls that fail.
        per_second: More calls than this are turned away; 0 for any number.
        delay: Seconds that an answer takes on average.
        say: What it answers to a prompt.
        seed: What failures are drawn from.
    """

    def __init__(
        self, *, fail: float = 0.0, per_second: int = 0, delay: float = 0.0, say: Say = by_hash, seed: int = 0
    ) -> None:
        self.fail, self.per_second, self.delay, self.say = fail, per_second, delay, say
        self.random = random.Random(seed)
        self.arrived: Counter[str] = Counter()
        self.answered: Counter[str] = Counter()
        self.turned_away = 0
        self.failed = 0
        self.keys: set[str] = set()
        self.model = "stand-in-1"
        self._second, self._in_second = 0, 0

    async def serve(self) -> asyncio.Server:
        """Listen on a free port."""
        return await asyncio.start_server(self._connection, "127.0.0.1", 0)

    async def _connection(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while await self._request(reader, writer):
                pass
        except (ConnectionError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()

    async def _request(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        fields = dict(line.lower().split(": ", 1) for line in head.split("\r\n")[1:] if ": " in line)
        body = await reader.readexactly(int(fields.get("content-length", "0")))
        self.keys.add(fields.get("authorization", ""))
        if head.startswith("GET /counts"):
            counts = {
                "arrived": self.arrived,
                "answered": self.answered,
                "turned_away": self.turned_away,
                "failed": self.failed,
            }
            return await _send(writer, 200, json.dumps(counts).encode())
        return await self._judge(writer, body)

    async def _judge(self, writer: asyncio.StreamWriter, body: bytes) -> bool:
        now = int(time.monotonic())
        self._in_second = self._in_second + 1 if now == self._second else 1
        self._second = now
        if self.per_second and self._in_second > self.per_second:
            self.turned_away += 1
            return await _send(writer, 429, b'{"error": {"message": "slow down"}}', "Retry-After: 1\r\n")
        prompt = json.loads(body)["messages"][0]["content"]
        name = hashlib.sha256(prompt.encode()).hexdigest()
        self.arrived[name] += 1
        if self.delay:
            await asyncio.sleep(self.random.expovariate(1 / self.delay))
        chance = self.random.random()
        if chance < self.fail:
            self.failed += 1
            return await self._fail(writer, int(4 * chance / self.fail))
        words = self.say(prompt)
        self.answered[name] += 1
        usage = {"prompt_tokens": len(prompt) // 4, "completion_tokens": 3}
        choice = {"message": {"role": "assistant", "content": words}, "finish_reason": "stop"}
        return await _send(writer, 200, json.dumps({"model": self.model, "choices": [choice], "usage": usage}).encode())

    async def _fail(self, writer: asyncio.StreamWriter, way: int) -> bool:
        if way == 0:
            return await _send(writer, 500, b'{"error": {"message": "internal"}}')
        if way == 1:
            return await _send(writer, 503, b"<html>busy</html>")
        if way == 2:
            return await _send(writer, 200, b"this is no JSON")
        return False  # the connection breaks


async def _send(writer: asyncio.StreamWriter, status: int, body: bytes, more: str = "") -> bool:
    head = f"HTTP/1.1 {status} X\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n{more}\r\n"
    writer.write(head.encode() + body)
    await writer.drain()
    return True


async def _main(arguments: argparse.Namespace) -> None:
    stand_in = StandIn(fail=arguments.fail, per_second=arguments.per_second, delay=arguments.delay)
    server = await stand_in.serve()
    arguments.port_file.write_text(str(server.sockets[0].getsockname()[1]))
    await server.serve_forever()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("port_file", type=Path)
    parser.add_argument("--fail", type=float, default=0.0)
    parser.add_argument("--per-second", type=int, default=0)
    parser.add_argument("--delay", type=float, default=0.0)
    asyncio.run(_main(parser.parse_args()))
