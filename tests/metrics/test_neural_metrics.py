"""Similarities and perplexity on tiny networks of random weights."""

import numpy as np
import pytest

from quorate.errors import InputError
from quorate.metrics.metric import MetricSettings, OutputTexts
from quorate.metrics.registry import find_metric
from quorate.metrics.scoring import score_texts
from quorate.metrics.similarity import ALIKE

torch = pytest.importorskip("torch")
transformers = pytest.importorskip("transformers")
tokenizers = pytest.importorskip("tokenizers")

SIZES = {"hidden_size": 32, "num_hidden_layers": 2, "num_attention_heads": 2, "max_position_embeddings": 130}


@pytest.fixture(scope="module")
def folders(tmp_path_factory):
    """An encoder and a language model that read letters."""
    special = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
    pieces = {piece: number for number, piece in enumerate([*special, *"abcdefghijklmnopqrstuvwxyz. "])}
    made = tokenizers.Tokenizer(tokenizers.models.WordLevel(pieces, unk_token="[UNK]"))
    made.pre_tokenizer = tokenizers.pre_tokenizers.Split("", "isolated")
    fast = transformers.PreTrainedTokenizerFast(
        tokenizer_object=made, pad_token="[PAD]", unk_token="[UNK]", cls_token="[CLS]", sep_token="[SEP]"
    )
    with torch.random.fork_rng():
        torch.manual_seed(0)
        bert = transformers.BertConfig(vocab_size=len(pieces), intermediate_size=64, **SIZES)
        gpt = transformers.GPT2Config(vocab_size=len(pieces), n_embd=32, n_layer=2, n_head=2, n_positions=130)
        networks = {"encoder": transformers.BertModel(bert), "generator": transformers.GPT2LMHeadModel(gpt)}
    found = {}
    for name, network in networks.items():
        folder = tmp_path_factory.mktemp(name)
        network.save_pretrained(folder)
        fast.save_pretrained(folder)
        found[name] = str(folder)
    return found


@pytest.mark.parametrize("how", sorted(ALIKE))
def test_equal_texts_are_alike_and_batches_change_nothing(folders, how):
    metric = find_metric(f"similarity-{how}", MetricSettings(encoder=folders["encoder"]))
    outputs = ["a cat sat", "a cat sat", "quite another text", ""]
    references = ["a cat sat", "a dog", "xyz", "abc"]
    scores = score_texts(metric, OutputTexts(outputs=outputs, references=references)).scores
    assert scores[0] == pytest.approx(1, abs=1e-6)
    assert (scores <= 1 + 1e-6).all()
    assert scores[3] == 0
    alone = score_texts(metric, OutputTexts(outputs=outputs[2:3], references=references[2:3])).scores
    assert alone[0] == pytest.approx(scores[2], abs=1e-5)


def test_perplexity_is_exp_of_the_mean_surprise(folders):
    metric = find_metric("perplexity", MetricSettings(generator=folders["generator"]))
    scored = score_texts(metric, OutputTexts(outputs=["abcabc", "q"]))
    assert 1 < scored.scores[0] < 1000
    assert np.isnan(scored.scores[1])
    assert scored.failed == 1


def test_a_network_that_is_not_there_is_named(tmp_path):
    with pytest.raises(InputError, match="There is no language model"):
        score_texts(find_metric("perplexity", MetricSettings(generator=str(tmp_path))), OutputTexts(outputs=["a b"]))
