"""The baseline without comparisons: it tells written from made texts, and as a comparer it is mirrored."""

import numpy as np
import pytest

from quorate.errors import InputError
from quorate.metrics.comparer import Outputs, three_way_accuracy
from quorate.metrics.discriminator import train_discriminator
from quorate.metrics.metric import OutputTexts

WORDS = np.array(["river", "stone", "cloud", "field", "bread", "light", "house", "garden"])


def make(items: int, seed: int, *, odd: float) -> tuple[Outputs, list[str | None]]:
    """A system that says a word nobody writes in a share of its outputs, and what people wrote."""
    random = np.random.default_rng(seed)
    said = [" ".join(random.choice(WORDS, 6)) + (" zzyx" if random.random() < odd else "") for _ in range(items)]
    written = [" ".join(random.choice(WORDS, 6)) for _ in range(items)]
    return Outputs(item=np.arange(items), texts=OutputTexts(outputs=said)), written


def test_it_tells_what_a_system_says_and_nobody_writes():
    learned = train_discriminator(*make(200, 1, odd=0.9))
    new, written = make(100, 2, odd=0.9)
    made, people = learned.score(new.texts), learned.score(OutputTexts(outputs=written))
    assert np.mean(people[:, None] > made[None, :]) > 0.85
    assert learned.right > 0.85
    blind = train_discriminator(*make(200, 1, odd=0))  # nothing to tell
    assert 0.3 < blind.right < 0.7


def test_as_a_comparer_it_is_mirrored_and_ties_what_looks_alike():
    learned = train_discriminator(*make(200, 1, odd=1))
    new, written = make(60, 3, odd=1)
    texts = OutputTexts(outputs=[*new.texts.outputs, *written])
    both = Outputs(item=np.tile(np.arange(60), 2), texts=texts)
    first, second = np.arange(60), np.arange(60, 120)
    there, back = learned.compare(both, first, second), learned.compare(both, second, first)
    assert np.array_equal(there.win, back.loss)
    assert three_way_accuracy(there.outcome, np.zeros(60)) > 0.9
    alike = learned.compare(both, second, np.roll(second, 1))
    assert alike.tie.mean() > 0.5


def test_one_class_alone_cannot_be_told():
    outputs, _ = make(100, 1, odd=1)
    with pytest.raises(InputError, match="References are compared with outputs, and there is none"):
        train_discriminator(outputs, [None] * 100)
    with pytest.raises(InputError, match="some of each: there are 0"):
        train_discriminator(outputs, list(outputs.texts.outputs))
    with pytest.raises(InputError, match="at least 30"):
        train_discriminator(*make(5, 1, odd=1))


def test_an_encoder_may_read_the_texts_as_well(tmp_path):
    pytest.importorskip("torch")
    pytest.importorskip("transformers")
    from quorate.metrics.encoders import load_encoder
    from quorate.metrics.transformer_training import Training
    from tiny_networks import make_tiny

    encoder = load_encoder(make_tiny(tmp_path))
    training = Training(epochs=2, rate=1e-2, batch=16, patience=20)
    learned = [
        train_discriminator(*make(60, 1, odd=1), encoder=encoder, training=training, seed=seed) for seed in (0, 0)
    ]
    new, written = make(30, 3, odd=1)
    scores = [one.score(OutputTexts(outputs=written)) for one in learned]
    assert np.array_equal(*scores)
    assert scores[0].mean() > learned[0].score(new.texts).mean()
    assert learned[0].reader is not None
