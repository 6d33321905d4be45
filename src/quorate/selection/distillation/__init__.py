"""Utilities told from source texts alone, learned from past items.

    past items ──► utility of each ──► training on sources ──► utility model ──► file ──► utility `distilled`

Two ways to learn: `linear` on plain numbers about the text, and `neural` with a pretrained encoder, as published.
"""
