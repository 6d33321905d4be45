"""Models that are asked to judge outputs: what they are asked, what they answer, what it costs, and how it is read."""
