"""The REST API: one router for each noun."""

from quorate.web.api import annotators, answering, conduct, invitations, leaderboard, reading, session, stream, systems

ROUTERS = (
    session.router,
    answering.router,
    conduct.router,
    reading.router,
    annotators.router,
    stream.router,
    invitations.router,
    systems.router,
    leaderboard.router,
)
