"""The REST API: one router for each noun."""

from quorate.web.api import answering, session

ROUTERS = (session.router, answering.router)
