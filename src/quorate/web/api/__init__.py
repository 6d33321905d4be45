"""The REST API: one router for each noun."""

from quorate.web.api import answering, conduct, invitations, reading, session, stream, systems

ROUTERS = (
    session.router,
    answering.router,
    conduct.router,
    reading.router,
    stream.router,
    invitations.router,
    systems.router,
)
