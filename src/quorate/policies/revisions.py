"""Which revisions of a pair policy and a selector may have decided a question, read from its signature.

A policy's revision is one more whenever it decides differently from the same history. Questions asked before there
were revisions are signed with the package's version; a policy that changed while the version stayed is listed below,
and such a signature then may mean any of its revisions.
"""

import re
from dataclasses import dataclass

IN_VERSION = {"0.1.0": {"certified": (1, 2)}}  # version → policy → its revisions then; all others had their first
_NAME = r"([^/@()]+)"
_SIGNED = re.compile(rf"{_NAME}@(\d+)(\(.*\))?/{_NAME}@(\d+)")
_SIGNED_BEFORE = re.compile(rf"{_NAME}/{_NAME}/(.+)")


@dataclass(frozen=True, kw_only=True)
class Signed:
    """What a signature says.

    Attributes:
        policy: The pair policy and the parameters that its design has set.
        selector: The selector.
        revisions: The revisions of the pair policy that it may mean.
        selector_revision: The revision of the selector.
    """

    policy: tuple[str, str]
    selector: str
    revisions: tuple[int, ...]
    selector_revision: int

    def is_about(self, other: "Signed") -> bool:
        """Whether it is about the same parts, whatever their revisions."""
        return (self.policy, self.selector) == (other.policy, other.selector)

    def may_be(self, other: "Signed") -> bool:
        """Whether it may mean the revisions of a policy that is here."""
        return self.selector_revision == other.selector_revision and other.revisions[0] in self.revisions


def read_signature(signature: str) -> Signed | None:
    """What a signature says; `None` where it is none, or names a version nobody knows."""
    now, before = _SIGNED.fullmatch(signature), _SIGNED_BEFORE.fullmatch(signature)
    if now:
        name, revision, parameters, selector, selector_revision = now.groups()
        return Signed(
            policy=(name, parameters or ""),
            selector=selector,
            revisions=(int(revision),),
            selector_revision=int(selector_revision),
        )
    if before and before[3] in IN_VERSION:
        revisions = IN_VERSION[before[3]].get(before[1], (1,))
        return Signed(policy=(before[1], ""), selector=before[2], revisions=revisions, selector_revision=1)
    return None
