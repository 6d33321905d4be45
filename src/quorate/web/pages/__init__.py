"""Pages: one router for each of the people who look at them."""

from quorate.web.pages import annotator, documentation, entrance, leaderboard, operation, owner, submission

PAGES = (
    entrance.router,
    operation.router,
    documentation.router,
    annotator.router,
    owner.router,
    submission.router,
    leaderboard.router,
)
