"""Pretrained text encoders, loaded only where somebody asks for one: needs the packages of `[neural]`."""

from dataclasses import dataclass
from typing import Any

from quorate.arrays import Floats
from quorate.errors import InputError

LONGEST = 512  # pieces of a text that an encoder reads


@dataclass(frozen=True, kw_only=True)
class Encoder:
    """An encoder and what cuts texts into its pieces, as `transformers` has them."""

    network: Any
    tokenizer: Any


def load_torch() -> Any:  # noqa: ANN401 - a package without types here
    """The package torch.

    Raises:
        InputError: It is not installed.
    """
    try:
        import torch
    except ImportError as error:
        raise InputError("Encoders need the packages of [neural]: pip install 'quorate[neural]'.") from error
    return torch


def load_encoder(where: str) -> Encoder:
    """An encoder by folder or name, on the accelerator where there is one.

    Raises:
        InputError: The packages are not installed, or there is no such encoder.
    """
    torch = load_torch()
    try:
        from transformers import AutoModel, AutoTokenizer
        from transformers.utils import logging
    except ImportError as error:
        raise InputError("Encoders need the packages of [neural]: pip install 'quorate[neural]'.") from error
    logging.disable_progress_bar()
    try:
        network, tokenizer = AutoModel.from_pretrained(where), AutoTokenizer.from_pretrained(where)
    except (OSError, ValueError) as error:
        problem = str(error).splitlines()[0]
        raise InputError(f"There is no encoder {where!r}: {problem} Give the folder of one, or its name.") from error
    network.to("cuda" if torch.cuda.is_available() else "cpu").eval()
    return Encoder(network=network, tokenizer=tokenizer)


def load_untrained(encoder: Encoder) -> Encoder:
    """An encoder of the same shape that has learned nothing; its weights are drawn by torch."""
    from transformers import AutoModel

    network = AutoModel.from_config(encoder.network.config).to(encoder.network.device).eval()
    return Encoder(network=network, tokenizer=encoder.tokenizer)


def pieces_of(encoder: Encoder, texts: list[str]) -> Any:  # noqa: ANN401
    """Texts as pieces of the encoder, padded to the same length."""
    room = min(LONGEST, int(getattr(encoder.network.config, "max_position_embeddings", LONGEST + 2)) - 2)
    pieces = encoder.tokenizer(texts, padding=True, truncation=True, max_length=room, return_tensors="pt")
    return pieces.to(encoder.network.device)


def pooled(encoder: Encoder, pieces: Any) -> Any:  # noqa: ANN401
    """Mean of the last layer over the pieces of each text, as a tensor."""
    hidden = encoder.network(**pieces).last_hidden_state
    mask = pieces["attention_mask"].unsqueeze(-1).to(hidden.dtype)
    return (hidden * mask).sum(dim=1) / mask.sum(dim=1).clamp(min=1)


def mean_of_pieces(encoder: Encoder, texts: list[str]) -> Floats:
    """Text × number: the pooled last layer, without keeping what training would need."""
    with load_torch().no_grad():
        vectors: Floats = pooled(encoder, pieces_of(encoder, texts)).double().cpu().numpy()
    return vectors
