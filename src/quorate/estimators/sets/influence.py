"""What every independent piece adds to the estimates of all systems: variances and covariances come from it.

Formula: piece s moves the estimate of system i by C[i, s] − shareᵢ·shared[s]; listed items move it by `listed[i, d]`.
Covariance of two estimates: Σ_s of the products of moves − Σ_j of the products of `centred[·, j]` (what draws from one
system have in common does not vary) + Σ_d of the products of `listed`.
"""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from quorate.arrays import Floats


@dataclass(frozen=True, kw_only=True, eq=False)
class Influence:
    """Moves of the estimates of all systems.

    Attributes:
        pieces: System × piece, sparse.
        shared: What each piece adds to all systems alike, times their share; empty for none.
        share: How much of that each system takes off.
        centred: System × source: root of what is taken off because draws of a source were made independently.
        listed: System × listed item.
        kind: What a piece is: a `draw`, or a judged `statement`; empty where no piece moves anything.
    """

    pieces: Any
    shared: Floats
    share: Floats
    centred: Floats
    listed: Floats
    kind: str = "draw"

    @classmethod
    def of_pieces(
        cls,
        pieces: Any,  # noqa: ANN401 - scipy's sparse array
        centred: Floats | None = None,
        kind: str = "draw",
    ) -> "Influence":
        """Moves by pieces alone."""
        systems, count = pieces.shape
        return cls(
            pieces=pieces,
            shared=np.zeros(count),
            share=np.zeros(systems),
            centred=np.zeros((systems, 0)) if centred is None else centred,
            listed=np.zeros((systems, 0)),
            kind=kind,
        )

    @classmethod
    def of_listed(cls, listed: Floats) -> "Influence":
        """Moves by listed items alone."""
        from scipy.sparse import csr_array

        systems = len(listed)
        return cls(
            pieces=csr_array((systems, 0)),
            shared=np.zeros(0),
            share=np.zeros(systems),
            centred=np.zeros((systems, 0)),
            listed=listed,
            kind="",
        )

    def times(self, factor: Floats) -> "Influence":
        """The moves of each system times its factor."""
        from scipy.sparse import diags_array

        return Influence(
            pieces=diags_array(factor) @ self.pieces,
            shared=self.shared,
            share=factor * self.share,
            centred=factor[:, None] * self.centred,
            listed=factor[:, None] * self.listed,
            kind=self.kind,
        )

    def flat(self) -> "Influence":
        """The same with what every piece adds to all systems alike among the moves of each."""
        from scipy.sparse import csr_array

        common = csr_array(self.share[:, None]) @ csr_array(self.shared[None, :])
        return replace(self, pieces=csr_array(self.pieces - common), shared=np.zeros(len(self.shared)))

    def beside(self, other: "Influence") -> "Influence":
        """The moves of both together, where both are flat and their listed items are not the same."""
        both = replace(self, listed=self.listed[:, :0]).plus(replace(other, listed=other.listed[:, :0]))
        return replace(both, listed=np.hstack([self.listed, other.listed]))

    def joins(self, other: "Influence") -> bool:
        """Whether what moves both is known: their pieces are the same, or one has none."""
        return not self.kind or not other.kind or self.kind == other.kind

    def plus(self, other: "Influence") -> "Influence":
        """The moves of both together; pieces of two kinds stand side by side, as if nothing moved both."""
        from scipy.sparse import hstack

        pieces, shared = self.pieces, self.shared
        if self.kind == other.kind:
            pieces = self.pieces + other.pieces
            shared = self.shared if self.shared.any() else other.shared
        elif not self.kind or not other.kind:
            pieces, shared = (other.pieces, other.shared) if not self.kind else (pieces, shared)
        else:
            pieces = hstack([self.pieces, other.pieces], format="csr")
            shared = np.concatenate([self.shared, other.shared])
        return Influence(
            pieces=pieces,
            shared=shared,
            share=self.share + other.share,
            centred=_wider(self.centred, other.centred),
            listed=_wider(self.listed, other.listed),
            kind=self.kind if self.kind == other.kind else self.kind + other.kind,
        )

    @property
    def variances(self) -> Floats:
        """Of each estimate."""
        squares = np.asarray(self.pieces.power(2).sum(axis=1)).ravel()
        common = np.asarray(self.pieces @ self.shared).ravel()
        moved = squares - 2 * self.share * common + self.share**2 * float(self.shared @ self.shared)
        moved = moved - (self.centred**2).sum(axis=1) + (self.listed**2).sum(axis=1)
        bounded: Floats = np.maximum(moved, 0.0)
        return bounded

    @property
    def covariances(self) -> Floats:
        """System × system."""
        products: Floats = (self.pieces @ self.pieces.T).toarray()
        common = np.asarray(self.pieces @ self.shared).ravel()
        products = products - np.outer(self.share, common) - np.outer(common, self.share)
        products += np.outer(self.share, self.share) * float(self.shared @ self.shared)
        both: Floats = products - self.centred @ self.centred.T + self.listed @ self.listed.T
        return both


def _wider(a: Floats, b: Floats) -> Floats:
    if not a.shape[1] or not b.shape[1]:
        return a if a.shape[1] else b
    return a + b
