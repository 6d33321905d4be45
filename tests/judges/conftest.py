"""A judge that is made up, served from a thread."""

import asyncio
import threading
from contextlib import contextmanager

import pytest
from stand_in_judge import StandIn


@contextmanager
def serving(stand_in):
    """Serve until the block ends; gives the address."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    server = asyncio.run_coroutine_threadsafe(stand_in.serve(), loop).result(10)

    async def stop():
        server.close()
        own = asyncio.current_task()
        others = [one for one in asyncio.all_tasks() if one is not own]
        for one in others:
            one.cancel()
        await asyncio.gather(*others, return_exceptions=True)

    try:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/v1"
    finally:
        asyncio.run_coroutine_threadsafe(stop(), loop).result(10)
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


@pytest.fixture
def serve():
    return serving


@pytest.fixture
def stand_in():
    return StandIn
