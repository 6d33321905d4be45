"""How many judgments will it take, and what will they cost."""
