"""Sentences, made from data and nowhere else.

What is decided elsewhere is data: a claim with its systems, a reason to rest with its numbers. `english` has the
sentences, by key, with gaps; `sentence` fills them. So whoever reads a sentence never has to take it apart, and a table
of another language says the same.
"""

from quorate.records.claims import Claim
from quorate.wording.sentence import Said, Sentence

__all__ = ["Claim", "Said", "Sentence"]
