"""Pages for annotators and owners, the public leaderboard, and the REST API. The web never decides: `study/` does."""
