"""Models of labels over one interface: linear chains and heads, and whatever a user brings along."""
