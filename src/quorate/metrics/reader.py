"""An encoder with a head of three answers (or two), and how both are trained.

Idea:
    The mean of the encoder's last layer, and numbers that are known beside it, go through one hidden layer. Its last
    weights begin at 0 and what it says is added to chances that are there already: before training it says what these
    say, and training goes on only as long as texts that it does not learn from are told better.

Formula:
    log-chances = offset + W₂ dropout(tanh(W₁ [pooled, numbers])); cross-entropy; AdamW (.9, .99) with a rate that rises
    over the first tenth of the steps and falls to 0 at the last. Held-out loss is looked at before the first step and
    four times an epoch; the weights with the least are kept, and `patience` looks without a better one end training.

Reference:
    Zhou, Xu (2020), Learning to compare; Devlin et al. (2019), BERT; Loshchilov, Hutter (2019), Decoupled weight decay.
"""

from collections.abc import Callable, Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from quorate.arrays import Floats, Ints
from quorate.metrics.encoders import Encoder, load_torch, pooled
from quorate.metrics.reading import Reading, Readings

HIDDEN = 64
DROPOUT = 0.1
HEAD_RATE = 10.0  # times the encoder's: its weights are new
WARM = 0.1
LOOKS = 4  # at held-out texts in an epoch
STEEPEST = 1.0  # longest gradient of a step


class Batch(NamedTuple):
    """What one step learns from."""

    readings: list[Reading]
    numbers: Floats
    offset: Floats
    answer: Ints


@dataclass(frozen=True, kw_only=True)
class Network:
    """An encoder that was trained on, and its head."""

    readings: Readings
    head: Any

    @property
    def encoder(self) -> Encoder:
        """The encoder."""
        return self.readings.encoder

    def logits(self, readings: list[Reading], numbers: Floats) -> Any:  # noqa: ANN401 - a tensor
        """What it adds to the offset."""
        torch = load_torch()
        told = pooled(self.encoder, self.readings.pieces(readings))
        beside = torch.as_tensor(numbers, dtype=told.dtype, device=told.device)
        return self.head(torch.cat([told, beside], dim=1))

    def set_training(self, wanted: bool) -> None:
        """Whether dropout is on."""
        self.encoder.network.train(wanted)
        self.head.train(wanted)

    def weights(self) -> dict[str, Any]:
        """What training has changed, by name."""
        network = self.encoder.network
        tuned = {name for name, values in network.named_parameters() if values.requires_grad}
        found = {f"encoder.{name}": values for name, values in network.state_dict().items() if name in tuned}
        return found | {f"head.{name}": values for name, values in self.head.state_dict().items()}


def make_reader(encoder: Encoder, numbers: int, answers: int, *, longest: int, keep_words: bool = True) -> Network:
    """A reader that says nothing yet; the encoder is copied.

    Args:
        encoder: What it begins with.
        numbers: How many numbers it gets beside the texts.
        answers: How many answers there are.
        longest: At most so many pieces at once.
        keep_words: Whether what the encoder knows of single pieces stays as it is.
    """
    nn = load_torch().nn
    network = deepcopy(encoder.network)
    for name, values in network.named_parameters():
        values.requires_grad_(not (name.startswith("pooler") or (keep_words and "embeddings" in name)))
    head = nn.Sequential(
        nn.Dropout(DROPOUT),
        nn.Linear(int(network.config.hidden_size) + numbers, HIDDEN),
        nn.Tanh(),
        nn.Dropout(DROPOUT),
        nn.Linear(HIDDEN, answers),
    ).to(network.device)
    nn.init.zeros_(head[-1].weight)
    nn.init.zeros_(head[-1].bias)
    copied = Encoder(network=network, tokenizer=encoder.tokenizer)
    return Network(readings=Readings(encoder=copied, longest=longest), head=head)


def say(
    reader: Network, readings: Sequence[Reading], numbers: Floats, *, batch: int = 64, dropout: int | None = None
) -> Floats:
    """What the reader adds to the offset of each reading.

    Args:
        readings: The texts.
        numbers: What is known beside them.
        batch: How many go through at once; readings of like length go together.
        dropout: Where dropout stays on, what it is drawn from.
    """
    torch = load_torch()
    count = len(readings)
    order = np.argsort(reader.readings.count(readings), kind="stable")
    found = np.zeros((count, reader.head[-1].out_features))
    with torch.random.fork_rng(), torch.no_grad():
        if dropout is not None:
            torch.manual_seed(dropout)
        reader.set_training(dropout is not None)
        for start in range(0, count, batch):
            rows = order[start : start + batch]
            told = reader.logits([readings[row] for row in rows.tolist()], numbers[rows])
            found[rows] = told.double().cpu().numpy()
        reader.set_training(False)
    return found


def tune(
    reader: Network,
    batches: Sequence[Ints],
    load: Callable[[Ints], Batch],
    held_out: Callable[[], float],
    *,
    rate: float,
    patience: int,
    looks: int = LOOKS,
    watch: Callable[[int, int, float], None] | None = None,
) -> tuple[int, float]:
    """Train a reader in place; it ends with the weights that told held-out texts best.

    Args:
        reader: What is trained.
        batches: Numbers of what each step learns from.
        load: What these are.
        held_out: The loss on what is held out.
        rate: Of the encoder, at its highest.
        patience: So many looks without a better loss end it.
        looks: How many looks there are in all.
        watch: Told steps, all steps and held-out loss at each look.

    Returns:
        The step whose weights were kept (0: none helped), and their loss.
    """
    torch = load_torch()
    trained = [values for values in reader.encoder.network.parameters() if values.requires_grad]
    optimiser = torch.optim.AdamW(
        [{"params": trained, "lr": rate}, {"params": list(reader.head.parameters()), "lr": rate * HEAD_RATE}],
        betas=(0.9, 0.99),
    )
    steps, warm = len(batches), max(round(WARM * len(batches)), 1)
    slope = torch.optim.lr_scheduler.LambdaLR(
        optimiser, lambda step: min((step + 1) / warm, (steps - step) / max(steps - warm, 1))
    )
    best, kept, since = (0, held_out()), deepcopy(reader.weights()), 0
    every = max(steps // max(looks, 1), 1)
    for step, rows in enumerate(batches, start=1):
        reader.set_training(True)
        batch = load(rows)
        told = reader.logits(batch.readings, batch.numbers)
        offset = torch.as_tensor(batch.offset, dtype=told.dtype, device=told.device)
        loss = torch.nn.functional.cross_entropy(told + offset, torch.as_tensor(batch.answer, device=told.device))
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_([*trained, *reader.head.parameters()], STEEPEST)
        optimiser.step()
        slope.step()
        if step % every == 0 or step == steps:
            now = held_out()
            if watch is not None:
                watch(step, steps, now)
            if now < best[1]:
                best, kept, since = (step, now), deepcopy(reader.weights()), 0
            else:
                since += 1
            if since >= patience:
                break
    load_weights(reader, kept)
    reader.set_training(False)
    return best


def load_weights(reader: Network, weights: dict[str, Any]) -> None:
    """Put weights in place.

    Raises:
        KeyError: One is missing.
        RuntimeError: One has another shape.
    """
    parts: dict[str, dict[str, Any]] = {"encoder": {}, "head": {}}
    for name, values in weights.items():
        part, _, rest = name.partition(".")
        parts[part][rest] = values
    missing = set(reader.weights()) - set(weights)
    if missing:
        raise KeyError(min(missing))
    reader.encoder.network.load_state_dict(parts["encoder"], strict=False)
    reader.head.load_state_dict(parts["head"])
