"""Sentences, made from data and nowhere else.

What is decided elsewhere is data: a claim with its systems, a reason to rest with its numbers. `english.json` has the
sentences, by key, with gaps (`KEY, one` is said where the count is one); `sentence` fills them. So nobody has to take a
sentence apart, and the table of another language says the same.
"""

from quorate.records.claims import Claim
from quorate.wording.sentence import Said, Sentence

__all__ = ["Claim", "Said", "Sentence"]
