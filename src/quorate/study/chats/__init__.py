"""Chats as people read them: the turns of a conversation from any of the forms that services record.

Nothing but what a person is to read comes through: no name of a model, no signature, no encrypted or binary content.
"""

from quorate.study.chats.parts import Part
from quorate.study.chats.turns import Turn, as_text, to_plain, turns_of

__all__ = ["Part", "Turn", "as_text", "to_plain", "turns_of"]
