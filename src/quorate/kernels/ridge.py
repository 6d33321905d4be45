"""Linear predictions from many correlated numbers, with a penalty that the data choose.

Idea:
    Least squares with a penalty on the size of the coefficients. All that is needed of the rows are sums that can be
    added to, so learning on goes on where it stood. The penalty is the one of a fixed list for which generalised
    cross-validation promises the smallest error; where none promises less than the mean alone, the mean it is.

Formula:
    With weights of mean one and centred columns, A = XᵀWX = VEVᵀ and c = VᵀXᵀWy, the coefficients are
    β = V (c / (e + λ)). GCV(λ) = (RSS(λ)/n) / (1 − d(λ)/n)², with d(λ) = 1 + Σ e/(e + λ).

Guarantee:
    Deterministic; a constant target or constant columns give coefficients of zero, never a division by zero.

Reference:
    Hoerl, Kennard (1970), Ridge regression; Golub, Heath, Wahba (1979), Generalized cross-validation.
"""

from dataclasses import dataclass

import numpy as np

from quorate.arrays import Floats

PENALTIES = 10.0 ** np.arange(-0.5, 4.6, 0.5)
MOST_FREEDOM = 0.9  # share of the judgments that may be spent on coefficients


@dataclass(frozen=True, kw_only=True)
class Spectrum:
    """The rows so far, as far as any target needs them.

    Attributes:
        count: How many rows.
        weight: Their weights added up.
        centre: Weighted mean of the rows.
        values: Eigenvalues e of the centred, weighted products.
        vectors: Eigenvectors V, one in each column.
    """

    count: int
    weight: float
    centre: Floats
    values: Floats
    vectors: Floats


@dataclass(frozen=True, kw_only=True)
class Line:
    """A linear prediction: offset + row · coefficients.

    Attributes:
        coefficients: One for each column; all 0 where the columns promise nothing.
        offset: What is added.
    """

    coefficients: Floats
    offset: float

    def __call__(self, rows: Floats) -> Floats:
        """Predict each row."""
        predicted: Floats = rows @ self.coefficients + self.offset
        return predicted


def decompose(products: Floats, sums: Floats, weight: float, count: int) -> Spectrum:
    """The spectrum from Σ w x xᵀ, Σ w x, Σ w and the number of rows."""
    scale = count / weight
    centred = (products - np.outer(sums, sums) / weight) * scale
    values, vectors = np.linalg.eigh(centred) if len(sums) else (np.empty(0), np.empty((0, 0)))
    return Spectrum(count=count, weight=weight, centre=sums / weight, values=np.maximum(values, 0.0), vectors=vectors)


def fit(spectrum: Spectrum, products: Floats, total: float, squares: float) -> Line:
    """The line of a target from Σ w x y, Σ w y and Σ w y²."""
    count, mean = spectrum.count, total / spectrum.weight
    scale = count / spectrum.weight
    flat = Line(coefficients=np.zeros(len(spectrum.centre)), offset=mean)
    spread = max((squares - total * mean) * scale, 0.0)
    if count < 3 or spread <= 0:
        return flat
    turned = spectrum.vectors.T @ ((products - spectrum.centre * total) * scale)
    inverse = 1 / (spectrum.values + PENALTIES[:, None])
    turned_coefficients = turned * inverse
    left = spread - 2 * turned_coefficients @ turned + turned_coefficients**2 @ spectrum.values
    freedom = 1 + (spectrum.values * inverse).sum(axis=1)
    error = np.where(freedom < MOST_FREEDOM * count, left / np.maximum(1 - freedom / count, 1e-9) ** 2, np.inf)
    best = int(np.argmin(error))
    if error[best] >= spread / (1 - 1 / count) ** 2:
        return flat
    coefficients: Floats = spectrum.vectors @ turned_coefficients[best]
    return Line(coefficients=coefficients, offset=mean - float(spectrum.centre @ coefficients))
