"""Pages: one router for each of the people who look at them."""

from quorate.web.pages import annotator, documentation, entrance, leaderboard, owner, submission

PAGES = (entrance.router, documentation.router, annotator.router, owner.router, submission.router, leaderboard.router)
