"""Encoders and language models of two layers with random weights, that read letters: made where a test needs one."""

from pathlib import Path

LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789. "
SIZES = {"hidden_size": 32, "num_hidden_layers": 2, "num_attention_heads": 2}


def make_tiny(folder: Path, kind: str = "encoder", *, room: int = 130, seed: int = 0) -> str:
    """Write an encoder, or a language model (`generator`), and what cuts texts for it; its folder."""
    import tokenizers
    import torch
    import transformers

    special = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
    pieces = {piece: number for number, piece in enumerate([*special, *LETTERS])}
    made = tokenizers.Tokenizer(tokenizers.models.WordLevel(pieces, unk_token="[UNK]"))
    made.pre_tokenizer = tokenizers.pre_tokenizers.Split("", "isolated")
    fast = transformers.PreTrainedTokenizerFast(
        tokenizer_object=made, pad_token="[PAD]", unk_token="[UNK]", cls_token="[CLS]", sep_token="[SEP]"
    )
    with torch.random.fork_rng():
        torch.manual_seed(seed)
        if kind == "encoder":
            shape = transformers.BertConfig(
                vocab_size=len(pieces), intermediate_size=64, max_position_embeddings=room, **SIZES
            )
            network = transformers.BertModel(shape)
        else:
            shape = transformers.GPT2Config(vocab_size=len(pieces), n_embd=32, n_layer=2, n_head=2, n_positions=room)
            network = transformers.GPT2LMHeadModel(shape)
    network.save_pretrained(folder)
    fast.save_pretrained(folder)
    return str(folder)
