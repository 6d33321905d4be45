"""Strangers, in a process of their own, on this machine alone: large bodies, unfinished bodies, half heads.

They go on until somebody makes the file named by --stop, at most for a minute.
"""

import argparse
import asyncio
import os
import time
from contextlib import suppress

BODY = b"[[[[[[[]]]]]]]," * (30_000_000 // 15)
ATTEMPT = 5.0  # seconds between two rounds of large bodies


async def large(host: str, port: int) -> None:
    """A body of 30 MB under a wrong token."""
    reader, writer = await asyncio.open_connection(host, port)
    head = f"POST /api/v1/studies/plain/systems HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bearer x\r\n"
    head += f"Content-Type: application/json\r\nContent-Length: {len(BODY)}\r\n\r\n"
    with suppress(OSError, asyncio.IncompleteReadError):
        writer.write(head.encode())
        for at in range(0, len(BODY), 1_000_000):
            writer.write(BODY[at : at + 1_000_000])
            await writer.drain()
        await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 30)
    writer.transport.abort()


async def unfinished(host: str, port: int) -> None:
    """A body that never ends."""
    while True:
        with suppress(OSError):
            _, writer = await asyncio.open_connection(host, port)
            head = f"POST /api/v1/studies/plain/systems HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bearer x\r\n"
            writer.write((head + "Content-Length: 32000000\r\n\r\n").encode() + b"[" * 1_000_000)
            while not writer.transport.is_closing():
                await asyncio.sleep(0.5)
                writer.write(b"[" * 1000)
        await asyncio.sleep(0.5)


async def half(host: str, port: int) -> None:
    """The head of a request without its end."""
    while True:
        with suppress(OSError):
            reader, writer = await asyncio.open_connection(host, port)
            writer.write(b"GET / HTTP/1.1\r\nHost: he")
            await reader.read()
            writer.transport.abort()
        await asyncio.sleep(1)


async def run(options: argparse.Namespace) -> None:
    """All of them."""
    host, port = options.address.rsplit(":", 1)
    given = (host, int(port))
    waiting = [unfinished(*given) for _ in range(40)] + [half(*given) for _ in range(1500)]
    tasks = [asyncio.create_task(one) for one in waiting]
    end = time.monotonic() + 60
    while time.monotonic() < end and not os.path.exists(options.stop):  # noqa: ASYNC240, PTH110 - another makes it
        await asyncio.gather(*(large(*given) for _ in range(8)), return_exceptions=True)
        await asyncio.sleep(ATTEMPT)
    for task in tasks:
        task.cancel()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("address", "stop"):
        parser.add_argument(f"--{name}", required=True)
    asyncio.run(run(parser.parse_args()))
