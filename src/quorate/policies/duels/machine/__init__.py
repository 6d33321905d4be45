"""What all duel policies are made of: the state they keep, the loops they run in, the bets some of them place."""
