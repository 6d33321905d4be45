"""A distilled utility with a pretrained encoder, as published; needs the packages of `[neural]`.

Idea:
    The encoder reads the source; a head of three layers tells the utility from the mean of its last layer. Both are
    trained on past items, the encoder only after the head has found its feet.

Formula:
    Head: hidden size × 2048 × 1024 × 1 with tanh between; squared error; Adam with rate 1.5·10⁻⁵, in the encoder 0.95
    times less with each layer down from the top (the published "decay 0.95" is read so, as the framework it names has
    it); 4 epochs, the encoder frozen for the first 0.3; batches of 16.

Guarantee:
    The same seed gives the same training on the same machine and versions. The correlation is that on a tenth of the
    documents, which are left out of the training.

Reference:
    Zouhar, Cui, Sachan (2025), How to select datapoints for efficient human evaluation of NLG models?, section 4.1 and
    table 6; Rei, Stewart, Farinha, Lavie (2020), COMET: a neural framework for MT evaluation.

When not to use:
    With fewer than some thousand past items: `linear` tells as much, a hundred times as fast.
"""

import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from quorate.arrays import Floats
from quorate.errors import FileError, InputError
from quorate.metrics.encoders import Encoder, load_encoder, load_torch, pieces_of, pooled
from quorate.selection.distillation.correlation import HeldOutCorrelation, correlate
from quorate.selection.distillation.linear import assign_folds
from quorate.selection.distillation.training_set import TrainingSet

FORMAT = "quorate-distilled-neural"
HEAD = (2048, 1024)
RATE = 1.5e-5
LAYER_DECAY = 0.95
EPOCHS = 4
FROZEN = 0.3  # of the first epoch
BATCH = 16


@dataclass(frozen=True, kw_only=True)
class NeuralUtility:
    """A distilled utility: an encoder and a head.

    Attributes:
        utility: Name of the utility it stands for.
        basis: What that was measured on: `people`, `metrics` or `outputs`.
        items: How many past items it was learned from.
        encoder: The encoder, trained on.
        agreement: How well it told held-out documents.
    """

    utility: str
    basis: str
    items: int
    encoder: Encoder
    head: Any
    agreement: HeldOutCorrelation

    def predict(self, sources: Sequence[str | None]) -> Floats:
        """The utility of each source; that of no text is the least of all."""
        present = [number for number, source in enumerate(sources) if source and source.strip()]
        if not present:
            raise InputError("There are no source texts to tell a utility from. Add a column 'source'.")
        known = tell(self.encoder, self.head, [sources[number] or "" for number in present])
        told = np.full(len(sources), known.min())
        told[present] = known
        return told


def train(
    training: TrainingSet,
    encoder: str,
    *,
    epochs: float = EPOCHS,
    rate: float = RATE,
    seed: int = 0,
    level: float = 0.95,
    watch: Callable[[int], None] | None = None,
) -> NeuralUtility:
    """Learn a utility from past items.

    Args:
        training: Sources and what their utility was.
        encoder: Folder or name of a pretrained encoder.
        epochs: How often to go through the training set.
        rate: Learning rate of head and uppermost layer.
        seed: Of the head's first weights, the order of items, what is held out, and dropout.
        level: Of the interval of the correlation.
        watch: Called with the number of batches done, after each.

    Raises:
        InputError: The packages are not installed, or there is no such encoder.
    """
    torch = load_torch()
    held = assign_folds(training.group, seed) == 0
    learned = np.flatnonzero(~held)
    with torch.random.fork_rng():
        torch.manual_seed(seed)
        loaded = load_encoder(encoder)
        head = make_head(int(loaded.network.config.hidden_size)).to(loaded.network.device)
        optimiser = torch.optim.Adam(
            [{"params": head.parameters(), "lr": rate}, *_layer_rates(loaded.network, rate)], lr=rate
        )
        batches = -(-len(learned) // BATCH)
        steps, frozen = round(epochs * batches), round(FROZEN * batches)
        for step, rows in zip(range(steps), _endless(learned, seed), strict=False):
            _set_trainable(loaded.network, step >= frozen)
            told = head(pooled(loaded, pieces_of(loaded, [training.sources[row] for row in rows]))).squeeze(-1)
            wanted = torch.as_tensor(training.target[rows], dtype=told.dtype, device=told.device)
            loss = torch.nn.functional.mse_loss(told, wanted)
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            if watch is not None:
                watch(step + 1)
        loaded.network.eval()
        head.eval()
    kept = np.flatnonzero(held)
    checked = TrainingSet(
        utility=training.utility,
        basis=training.basis,
        sources=tuple(training.sources[row] for row in kept),
        target=training.target[kept],
        group=np.unique(training.group[kept], return_inverse=True)[1].astype(np.int64),
        past=training.past[kept],
    )
    prediction = tell(loaded, head, list(checked.sources))
    return NeuralUtility(
        utility=training.utility,
        basis=training.basis,
        items=len(learned),
        encoder=loaded,
        head=head,
        agreement=correlate(prediction, checked, seed=seed, level=level),
    )


def make_head(width: int) -> Any:  # noqa: ANN401 - a network of torch
    """The head: width × 2048 × 1024 × 1."""
    nn = load_torch().nn
    first, second = HEAD
    return nn.Sequential(nn.Linear(width, first), nn.Tanh(), nn.Linear(first, second), nn.Tanh(), nn.Linear(second, 1))


def tell(encoder: Encoder, head: Any, texts: list[str]) -> Floats:  # noqa: ANN401
    """What the network says about each text."""
    torch = load_torch()
    starts = range(0, len(texts), BATCH)
    with torch.no_grad():
        told = [head(pooled(encoder, pieces_of(encoder, texts[place : place + BATCH]))).squeeze(-1) for place in starts]
        values: Floats = torch.cat(told).double().cpu().numpy()
    return values


def save(neural: NeuralUtility, folder: Path) -> None:
    """Write encoder, head and what is known about them into a folder, as safetensors and JSON.

    Raises:
        FileError: The folder exists and is not empty, or cannot be written to.
    """
    from safetensors.torch import save_file

    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise FileError(folder, "something is there already.", remedy="Name a folder that does not exist.")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        neural.encoder.network.save_pretrained(folder / "encoder")
        neural.encoder.tokenizer.save_pretrained(folder / "encoder")
        save_file(
            {name: value.contiguous() for name, value in neural.head.state_dict().items()}, folder / "head.safetensors"
        )
        about = {
            "format": FORMAT,
            "version": 1,
            "utility": neural.utility,
            "basis": neural.basis,
            "items": neural.items,
            "agreement": asdict(neural.agreement),
        }
        (folder / "distilled.json").write_text(json.dumps(about, indent=1), encoding="utf-8")
    except OSError as error:
        raise FileError(folder, f"the folder cannot be written: {error.strerror or error}.") from error


def load(folder: Path) -> NeuralUtility:
    """Read what `save` wrote.

    Raises:
        FileError: Something is missing or damaged.
        InputError: The packages are not installed.
    """
    remedy = "Make it again with quorate distill."
    try:
        about = json.loads((folder / "distilled.json").read_text(encoding="utf-8"))
        if about["format"] != FORMAT or about["version"] != 1:
            raise FileError(folder, "this is no distilled utility of this version.", remedy=remedy)
        agreement = HeldOutCorrelation(**about["agreement"])
        utility, basis, items = str(about["utility"]), str(about["basis"]), int(about["items"])
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise FileError(folder, "this folder holds no distilled utility, or a damaged one.", remedy=remedy) from error
    encoder = load_encoder(str(folder / "encoder"))
    head = make_head(int(encoder.network.config.hidden_size))
    from safetensors import SafetensorError
    from safetensors.torch import load_file

    try:
        head.load_state_dict(load_file(folder / "head.safetensors"))
        head.to(encoder.network.device)
    except (OSError, RuntimeError, SafetensorError) as error:
        raise FileError(folder, "the weights of the head are missing or damaged.", remedy=remedy) from error
    head.eval()
    return NeuralUtility(utility=utility, basis=basis, items=items, encoder=encoder, head=head, agreement=agreement)


def _layer_rates(network: Any, rate: float) -> list[dict[str, Any]]:  # noqa: ANN401
    """The encoder's weights by layer, each with its rate: the lower, the slower; what is below all layers slowest."""
    layers: dict[int, list[Any]] = {}
    for name, weights in network.named_parameters():
        match = re.search(r"layers?\.(\d+)\.", name)
        above = name.startswith("pooler")
        layers.setdefault(1_000_000 if above else int(match[1]) if match else -1, []).append(weights)
    ordered = sorted(layers, reverse=True)
    return [{"params": layers[layer], "lr": rate * LAYER_DECAY ** (depth + 1)} for depth, layer in enumerate(ordered)]


def _set_trainable(network: Any, wanted: bool) -> None:  # noqa: ANN401
    network.train(wanted)
    for weights in network.parameters():
        weights.requires_grad_(wanted)


def _endless(rows: "np.typing.NDArray[np.intp]", seed: int) -> "Iterator[np.typing.NDArray[np.intp]]":
    """Batches in a new order each time through."""
    rng = np.random.default_rng([seed, 2])
    while True:
        order = rng.permutation(rows)
        for start in range(0, len(order), BATCH):
            yield order[start : start + BATCH]
