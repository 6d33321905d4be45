"""What to ask about an input: by look-ahead, tree search, threshold, votes, chance, or nothing."""
