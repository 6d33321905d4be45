"""The application: routers, static files, errors and protection put together."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI

from quorate.stores import Store
from quorate.version import __version__
from quorate.web import failures
from quorate.web.access import TokenCache
from quorate.web.api import ROUTERS
from quorate.web.assets import Assets
from quorate.web.batching import RequestBatchers
from quorate.web.broadcast import Broadcasts
from quorate.web.compression import Compression
from quorate.web.condition import Condition
from quorate.web.joins import Joins
from quorate.web.journal import Journal
from quorate.web.limits import Doors
from quorate.web.pages import PAGES
from quorate.web.progress import ProgressTracker
from quorate.web.protection import Protection
from quorate.web.rendering import STATIC
from quorate.web.settings import Settings
from quorate.web.standby import Attendants
from quorate.web.studies import Studies
from quorate.web.tally import Tally


def create_application(store: Store, settings: Settings | None = None, tally: Tally | None = None) -> FastAPI:
    """The service over the studies of a store.

    Args:
        store: Where the studies live.
        settings: Limits and addresses.
        tally: Where requests are counted, where processes share it.
    """
    settings = settings or Settings()
    batchers = RequestBatchers()
    attendants = Attendants()
    tally = tally or Tally()
    condition = Condition(store, tally)

    @asynccontextmanager
    async def lifespan(_application: FastAPI) -> AsyncIterator[None]:
        yield
        attendants.stop()
        batchers.stop()

    application = FastAPI(
        lifespan=lifespan,
        title="Quorate",
        version=__version__,
        description="Which system is better: ask for the next question, tell the answer, read what is known.",
        openapi_url="/api/v1/openapi.json",
        docs_url=None,
        redoc_url=None,
    )
    application.state.settings = settings
    application.state.studies = Studies(store)
    application.state.token_cache = TokenCache(application.state.studies, settings)
    application.state.joins = Joins(application.state.studies, application.state.token_cache)
    application.state.tracker = ProgressTracker()
    application.state.doors = Doors(settings)
    application.state.broadcasts = Broadcasts(settings)
    application.state.batchers = batchers
    application.state.attendants = attendants
    application.state.tally = tally
    application.state.condition = condition
    failures.install(application)
    for router in ROUTERS:
        application.include_router(router, prefix="/api/v1")
    for router in PAGES:
        application.include_router(router, include_in_schema=False)
    application.mount("/static", Assets(STATIC), name="static")
    application.add_middleware(Compression)
    application.add_middleware(Protection, settings=settings)
    application.add_middleware(Journal, tally=tally, condition=condition)
    return application
