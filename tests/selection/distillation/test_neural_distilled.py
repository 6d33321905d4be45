"""The encoder with a head, on a tiny encoder of random weights; without the packages, the words that say so."""

import json
import sys

import numpy as np
import pytest
from planted import plant_candidates

from quorate.errors import FileError, InputError
from quorate.metrics.embeddings import encode
from quorate.metrics.encoders import load_encoder
from quorate.selection.distillation.training_set import prepare_training_set

WORDS = 12


@pytest.fixture(scope="module")
def encoder(tmp_path_factory) -> str:
    """A folder with an encoder of two layers and 32 numbers, and characters for its pieces."""
    torch = pytest.importorskip("torch")
    transformers = pytest.importorskip("transformers")
    tokenizers = pytest.importorskip("tokenizers")
    special = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
    pieces = {piece: number for number, piece in enumerate([*special, *"abcdefghijklmnopqrstuvwxyz. "])}
    made = tokenizers.Tokenizer(tokenizers.models.WordLevel(pieces, unk_token="[UNK]"))
    made.pre_tokenizer = tokenizers.pre_tokenizers.Split("", "isolated")
    fast = transformers.PreTrainedTokenizerFast(
        tokenizer_object=made, pad_token="[PAD]", unk_token="[UNK]", cls_token="[CLS]", sep_token="[SEP]"
    )
    with torch.random.fork_rng():
        torch.manual_seed(0)
        network = transformers.BertModel(
            transformers.BertConfig(
                vocab_size=len(pieces),
                hidden_size=32,
                num_hidden_layers=2,
                num_attention_heads=2,
                intermediate_size=64,
                max_position_embeddings=130,
            )
        )
    folder = tmp_path_factory.mktemp("encoder")
    network.save_pretrained(folder)
    fast.save_pretrained(folder)
    return str(folder)


@pytest.fixture(scope="module")
def training():
    return prepare_training_set("metric-average", [plant_candidates(5, 120, 6, words=WORDS)])


def test_the_head_has_the_published_shape(encoder):
    from quorate.selection.distillation.neural import make_head

    shapes = [tuple(layer.weight.shape) for layer in make_head(768) if hasattr(layer, "weight")]
    assert shapes == [(2048, 768), (1024, 2048), (1, 1024)]
    assert load_encoder(encoder).network.config.hidden_size == 32


def test_training_is_repeatable_and_survives_a_file(encoder, training, tmp_path):
    from quorate.io.distilled import read_distilled
    from quorate.selection.distillation import neural

    learned = neural.train(training, encoder, epochs=1, seed=3)
    again = neural.train(training, encoder, epochs=1, seed=3)
    sources = ["abc def.", None, "a much longer source with more words in it."]
    told = learned.predict(sources)
    assert np.isfinite(told).all()
    assert told[1] == min(told[0], told[2])
    assert np.array_equal(told, again.predict(sources))
    neural.save(learned, tmp_path / "saved")
    read = read_distilled(tmp_path / "saved")
    assert read.predict(sources) == pytest.approx(told, abs=1e-6)
    assert (read.utility, read.basis, read.items) == ("metric-average", "people", learned.items)
    with pytest.raises(FileError, match="there already"):
        neural.save(learned, tmp_path / "saved")
    (tmp_path / "saved" / "head.safetensors").write_bytes(b"nothing")
    with pytest.raises(FileError, match="head"):
        read_distilled(tmp_path / "saved")
    (tmp_path / "saved" / "distilled.json").write_text("{}")
    with pytest.raises(FileError, match="damaged"):
        read_distilled(tmp_path / "saved")


def test_the_encoder_is_frozen_at_first_and_learns_later(encoder, training):
    import torch

    from quorate.selection.distillation import neural

    before = load_encoder(encoder).network.state_dict()
    frozen = neural.train(training, encoder, epochs=0.3, seed=1)
    for name, weights in frozen.encoder.network.state_dict().items():
        assert torch.equal(weights, before[name]), name
    later = neural.train(training, encoder, epochs=1, seed=1)
    changed = [
        name for name, weights in later.encoder.network.state_dict().items() if not torch.equal(weights, before[name])
    ]
    assert any("layer.0" in name for name in changed)


def test_enough_training_learns_the_length(encoder):
    from quorate.selection.distillation import neural

    training = prepare_training_set("metric-average", [plant_candidates(8, 160, 1, words=WORDS)])
    learned = neural.train(training, encoder, epochs=6, rate=1e-3, seed=0)
    told = learned.predict(training.sources)
    assert np.corrcoef(told, training.target)[0, 1] > 0.3


def test_lower_layers_learn_more_slowly(encoder):
    from quorate.selection.distillation.neural import _layer_rates

    rates = [group["lr"] for group in _layer_rates(load_encoder(encoder).network, 1.0)]
    assert rates == pytest.approx([0.95 ** (depth + 1) for depth in range(len(rates))])
    assert len(rates) == 4  # pooler, two layers, embeddings


def test_texts_are_encoded(encoder):
    vectors = encode(["abc", None, "abc", "xyz xyz"], encoder)
    assert vectors.shape == (4, 32)
    assert vectors[0] == pytest.approx(vectors[2], abs=1e-5)
    assert not vectors[1].any()
    assert np.linalg.norm(vectors[[0, 2, 3]], axis=1) == pytest.approx(1)
    with pytest.raises(InputError, match="no encoder"):
        encode(["abc"], encoder + "/nowhere")


def test_without_the_packages_it_is_said_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(InputError, match=r"pip install 'quorate\[neural\]'"):
        encode(["a"], "anything")


def test_the_command_line_trains_an_encoder_too(encoder, tmp_path):
    from typer.testing import CliRunner

    from quorate.cli import app

    planted = plant_candidates(3, 60, 4, words=6)
    rows = [
        {"item": item, "system": name, "output": outputs[place], "source": planted.sources[place], "good": float(score)}
        for name, outputs, scores in zip(planted.systems, planted.outputs, planted.scores, strict=True)
        for place, (item, score) in enumerate(zip(planted.items, scores, strict=True))
    ]
    (tmp_path / "past.jsonl").write_text("\n".join(map(json.dumps, rows)))
    command = ["distill", str(tmp_path / "past.jsonl"), "--encoder", encoder, "--save", str(tmp_path / "trained")]
    outcome = CliRunner().invoke(app, command)
    assert outcome.exit_code == 0, outcome.output
    assert "metric-variance, measured on metric scores, learned from the sources of 54 items." in outcome.stdout
    assert (tmp_path / "trained" / "head.safetensors").is_file()
