"""Questions in a terminal: how they are shown, and how they are answered."""
