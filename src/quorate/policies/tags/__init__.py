"""What to ask about a stream of inputs whose labels are wanted within seconds."""

from quorate.policies.tags.asking import ASKING, TagPolicy, tag_policy

__all__ = ["ASKING", "TagPolicy", "tag_policy"]
