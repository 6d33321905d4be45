"""The REST API: one router for each noun."""

from quorate.web.api import (
    annotators,
    answering,
    conduct,
    growth,
    invitations,
    labelling,
    leaderboard,
    reading,
    session,
    stream,
    systems,
)

ROUTERS = (
    answering.router,  # first: most requests are for it, and routes are tried in order
    session.router,
    conduct.router,
    reading.router,
    annotators.router,
    stream.router,
    invitations.router,
    labelling.router,
    systems.router,
    growth.router,
    leaderboard.router,
)
