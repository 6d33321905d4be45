"""Processes that start at once: forked from one that has loaded everything and opened nothing."""

import multiprocessing
import os
from functools import cache
from multiprocessing import forkserver
from multiprocessing.context import ForkServerContext
from pathlib import Path


@cache
def processes() -> ForkServerContext:
    """What makes them."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["fault_loading"])
    before = os.environ.get("PYTHONPATH")
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, (str(Path(__file__).parent), before)))
    try:
        forkserver.ensure_running()
    finally:
        del os.environ["PYTHONPATH"]
        if before is not None:
            os.environ["PYTHONPATH"] = before
    return context
