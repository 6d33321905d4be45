"""A comparer that reads, on disk: its encoder as it was, and the weights that training changed, as safetensors."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from quorate.arrays import Floats
from quorate.errors import InputError
from quorate.metrics.encoders import load_encoder
from quorate.metrics.light import Light
from quorate.metrics.reader import load_weights, make_reader
from quorate.metrics.transformer import Transformer

ENCODER = "encoder"
ANSWERS = 3


def tensors_of(comparer: Transformer) -> Iterator[bytes]:
    """All weights, in the order of their names: what its signature is a digest of."""
    yield np.ascontiguousarray(comparer.share, dtype=np.float64).tobytes()
    states = [comparer.encoder.network.state_dict(), *(reader.weights() for reader in comparer.readers)]
    for state in states:
        for name in sorted(state):
            yield name.encode()
            yield state[name].detach().cpu().contiguous().numpy().tobytes()


def save_transformer(comparer: Transformer, folder: Path) -> dict[str, Any]:
    """Write encoder and networks; what else must be known is returned."""
    from safetensors.torch import save_file

    comparer.encoder.network.save_pretrained(folder / ENCODER)
    comparer.encoder.tokenizer.save_pretrained(folder / ENCODER)
    for number, reader in enumerate(comparer.readers):
        weights = {name: values.detach().cpu().contiguous() for name, values in reader.weights().items()}
        save_file(weights, folder / f"network-{number}.safetensors")
    return {
        "encoder": comparer.encoder_name,
        "networks": len(comparer.readers),
        "longest": comparer.readers[0].readings.longest if comparer.readers else 0,
        "kept_words": all("embeddings" not in name for reader in comparer.readers for name in reader.weights()),
    }


def load_transformer(folder: Path, about: Mapping[str, Any], light: Light | None, share: Floats) -> Transformer:
    """Read encoder and networks.

    Raises:
        InputError: The packages are missing, or weights are.
        KeyError: A weight is missing.
    """
    encoder = load_encoder(str(folder / ENCODER))
    from safetensors import SafetensorError
    from safetensors.torch import load_file

    width = 0 if light is None else light.sided.shape[1] + light.even.shape[1]
    readers = []
    for number in range(int(about["networks"])):
        reader = make_reader(
            encoder, width, ANSWERS, longest=int(about["longest"]), keep_words=bool(about["kept_words"])
        )
        place = folder / f"network-{number}.safetensors"
        try:
            load_weights(reader, load_file(place, device=str(encoder.network.device)))
        except (OSError, SafetensorError) as error:
            raise InputError(f"The weights in {place} are missing or damaged. Train the comparer again.") from error
        reader.set_training(False)
        readers.append(reader)
    return Transformer(
        light=light,
        share=share,
        encoder=encoder,
        encoder_name=str(about["encoder"]),
        readers=tuple(readers),
        count=int(about["comparisons"]),
        notes=tuple(about["notes"]),
    )
