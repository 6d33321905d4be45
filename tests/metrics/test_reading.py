"""Several texts as one reading: room is shared, and what does not fit is cut in the middle."""

import pytest

from quorate.metrics.reading import cut_in_the_middle, cut_to_fit


def test_beginning_and_end_are_kept():
    assert cut_in_the_middle(list(range(10)), 5) == [0, 1, 2, 8, 9]
    assert cut_in_the_middle([1, 2], 5) == [1, 2]
    assert cut_in_the_middle([1, 2], 0) == []


def test_what_a_short_text_leaves_goes_to_the_others():
    parts = [[1, 2], list(range(20)), list(range(30))]
    cut = cut_to_fit(parts, 22)
    assert [len(part) for part in cut] == [2, 10, 10]
    assert cut_to_fit(parts, 52) == parts
    assert [len(part) for part in cut_to_fit(parts, 38)] == [2, 18, 18]
    assert [len(part) for part in cut_to_fit(parts, 44)] == [2, 20, 21 + 1]


def test_readings_fit_the_encoder_and_begin_with_what_is_answered(tmp_path):
    pytest.importorskip("torch")
    pytest.importorskip("transformers")
    from quorate.metrics.encoders import load_encoder
    from quorate.metrics.reading import Readings
    from tiny_networks import make_tiny

    encoder = load_encoder(make_tiny(tmp_path, room=20))
    readings = Readings(encoder=encoder)
    pieces = readings.pieces([("q", "ab", "cd"), ("q" * 30, "a" * 30, "b" * 30)])
    assert pieces["input_ids"].shape == (2, 19)  # [CLS], 5 of each text, [SEP] after each
    known = encoder.tokenizer.convert_ids_to_tokens(pieces["input_ids"][0].tolist())
    assert known[:10] == ["[CLS]", "q", "[SEP]", "a", "b", "[SEP]", "c", "d", "[SEP]", "[PAD]"]
    assert pieces["token_type_ids"][0].tolist()[:10] == [0] * 6 + [1] * 3 + [0]
    assert pieces["attention_mask"].sum(dim=1).tolist() == [9, 19]
    assert readings.count([("q" * 30, "a" * 30, "b" * 30)]).tolist() == [94]
    assert readings.room == 20
