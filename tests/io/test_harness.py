import json
import zipfile

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from quorate.errors import FileError, InputError
from quorate.io import read_inspect, read_lm_eval, read_material, read_system

ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
fuzz = settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


def sample(doc_id, response, **more):
    return {
        "doc_id": doc_id,
        "doc": {"question": f"What is {doc_id}?"},
        "target": str(doc_id),
        "arguments": {"gen_args_0": {"arg_0": f"Q: {doc_id}", "arg_1": {"until": ["\n"]}}},
        "resps": [[response]],
        "filtered_resps": [response],
        "doc_hash": "0",
        "exact_match": 1.0,
        **more,
    }


def choice(doc_id, likelihoods, contexts=("Q", "Q")):
    requests = [(context, f" choice{number}") for number, context in enumerate(contexts)]
    return {
        "doc_id": doc_id,
        "target": 1,
        "arguments": [list(request) for request in requests],
        "resps": [[[str(likelihood), "False"]] for likelihood in likelihoods],
        "filtered_resps": [[str(likelihood), "False"] for likelihood in likelihoods],
        "acc": 0,
    }


def write_samples(folder, *samples, name="samples_gsm8k_2024-06-01T10-20-30.123456.jsonl"):
    folder.mkdir(exist_ok=True)
    path = folder / name
    path.write_text("".join(json.dumps(row) + "\n" for row in samples))
    return path


def write_log(path, *samples, header="header.json", about=None):
    about = {"task": "arithmetic", "model": "maker/one", "dataset": {"sample_ids": ["x", 2]}, **(about or {})}
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(header, json.dumps({"version": 2, "eval": about}))
        archive.writestr("summaries.json", "[]")
        for number, row in enumerate(samples):
            archive.writestr(f"samples/{row.get('id', number)}_epoch_{row.get('epoch', 1)}.json", json.dumps(row))
    return path


def inspect_sample(name, content, **more):
    return {
        "id": name,
        "epoch": 1,
        "input": f"Compute {name}.",
        "target": "4",
        "output": {"model": "one", "choices": [{"message": {"role": "assistant", "content": content}}]},
        "scores": {"match": {"value": "C", "answer": "4"}},
        **more,
    }


def complaint(path):
    try:
        read_material(path)
    except InputError as error:
        return str(error)
    return None


def test_samples_of_lm_evaluation_harness_are_outputs(tmp_path):
    paths = [
        write_samples(tmp_path / f"maker__{name}", sample(0, f"{name} zero"), sample(1, f"{name} one", exact_match=0.0))
        for name in ("small", "large")
    ]
    material = read_material(*paths)
    assert material.items.names == ("gsm8k/0", "gsm8k/1")
    assert material.items.texts == {"source": ("Q: 0", "Q: 1"), "reference": ("0", "1")}
    assert material.items.columns == {"domain": ("gsm8k", "gsm8k")}
    assert [system.name for system in material.systems] == ["maker__small", "maker__large"]
    assert material.systems[1].texts == ("large zero", "large one")
    assert material.systems[0].metrics["exact_match"].tolist() == [1.0, 0.0]


def test_filters_become_metrics_of_one_row(tmp_path):
    rows = [
        sample(0, "It is 0.", filter=name, metrics=["exact_match"], exact_match=value, length=3)
        for name, value in (("strict", 0.0), ("flexible", 1.0))
    ]
    table = read_lm_eval(write_samples(tmp_path, *rows), system="mine")
    assert len(table) == 1
    assert table.columns["system"] == ["mine"]
    assert table.columns["metric:exact_match,strict"] == [0.0]
    assert table.columns["metric:exact_match,flexible"] == [1.0]
    assert "metric:length" not in table.columns


def test_multiple_choice_shows_the_likeliest_choice(tmp_path):
    table = read_lm_eval(write_samples(tmp_path, choice(0, (-3.5, -1)), choice(1, (-1, -3), ("He", "She"))))
    assert table.columns["output"] == ["choice1", "He choice0"]
    assert table.columns["source"] == ["Q", None]
    assert table.columns["reference"] == ["choice1", "She choice1"]


def test_prompts_that_are_chats(tmp_path):
    chat = json.dumps([{"role": "user", "content": "Hello?"}])
    longer = json.dumps([{"role": "system", "content": "Be brief."}, {"role": "user", "content": "Hello?"}])
    rows = [
        sample(number, "Hi.", arguments={"gen_args_0": {"arg_0": [prompt]}})
        for number, prompt in enumerate([chat, longer, "[{broken"])
    ]
    table = read_lm_eval(write_samples(tmp_path, *rows))
    assert table.columns["source"] == ["Hello?", "system: Be brief.\n\nuser: Hello?", "[{broken"]


def test_faults_in_samples_name_the_line(tmp_path):
    with pytest.raises(FileError, match=r"line 2: 'gsm8k/0' is here a second time"):
        read_lm_eval(write_samples(tmp_path, sample(0, "x"), sample(0, "y")))
    with pytest.raises(FileError, match=r"line 2: no 'doc_id'.*--log_samples"):
        read_material(write_samples(tmp_path, sample(0, "x"), {"item": 1}))
    with pytest.raises(
        FileError, match="line 1: the sample has no text that a person could judge: it holds likelihoods only"
    ):
        read_lm_eval(write_samples(tmp_path, choice(0, (-1,), ("Q",))))
    with pytest.raises(FileError, match="line 2: 'metric:exact_match' is nan"):
        read_material(write_samples(tmp_path, sample(0, "x"), sample(1, "y", exact_match=float("nan"))))


def test_a_file_that_is_only_called_samples_is_read_as_it_is(tmp_path):
    path = write_samples(tmp_path, {"item": 1, "output": "x"}, name="samples_a.jsonl")
    assert read_material(path).systems[0].name == "samples_a"


def test_logs_of_inspect_are_outputs(tmp_path):
    parts = [{"type": "reasoning", "reasoning": "hm"}, {"type": "text", "text": "four"}, {"type": "text", "text": "!"}]
    messages = [
        {"role": "system", "content": "Be brief."},
        {"role": "user", "content": [{"type": "text", "text": "2+2"}]},
    ]
    path = write_log(
        tmp_path / "run.eval",
        inspect_sample(2, "4", scores={"match": {"value": "I"}, "rubric": {"value": {"style": 3, "tone": "good"}}}),
        inspect_sample("x", parts, input=messages, target=["4", "four"]),
        inspect_sample("late", None, output={"choices": []}, scores=None),
    )
    material = read_material(path)
    assert material.items.names == ("arithmetic/x", "arithmetic/2", "arithmetic/late")
    assert material.items.texts["source"][:2] == ("system: Be brief.\n\nuser: 2+2", "Compute 2.")
    assert material.items.texts["reference"][0] == "4\nfour"
    assert material.items.columns["domain"] == ("arithmetic",) * 3
    (system,) = material.systems
    assert system.name == "maker/one"
    assert system.texts == ("four\n!", "4", None)
    assert system.metrics["match"].tolist()[:2] == [1.0, 0.0]
    assert sorted(system.metrics) == ["match", "rubric/style"]
    assert read_system(path, material.items.names, "mine").texts == system.texts


def test_epochs_attachments_and_logs_still_being_written(tmp_path):
    key = "0123456789abcdef0123456789abcdef"
    path = write_log(
        tmp_path / "run.eval",
        inspect_sample("x", f"attachment://{key}", attachments={key: "a long text"}),
        inspect_sample("x", "again", epoch=2),
        header="_journal/start.json",
    )
    table = read_inspect(path, system="mine")
    assert table.columns["item"] == ["arithmetic/x", "arithmetic/x#2"]
    assert table.columns["document"] == ["arithmetic/x"] * 2
    assert table.columns["output"] == ["a long text", "again"]
    assert table.columns["system"] == ["mine", "mine"]


def test_a_sample_logged_again_counts_once(tmp_path):
    with pytest.warns(UserWarning, match="Duplicate name"):
        path = write_log(tmp_path / "run.eval", inspect_sample("x", "first"), inspect_sample("x", "second"))
    assert read_inspect(path).columns["output"] == ["second"]


def test_faults_in_logs_of_inspect(tmp_path):
    path = tmp_path / "run.eval"
    with pytest.raises(FileError, match="no such file"):
        read_inspect(path)
    path.write_text("{}")
    with pytest.raises(FileError, match="not a log of Inspect"):
        read_material(path)
    with pytest.raises(FileError, match="no samples"):
        read_inspect(write_log(path))
    with pytest.raises(FileError, match=r"no header\.json"):
        read_inspect(write_log(path, header="other.json"))
    with pytest.raises(FileError, match=r"samples/0_epoch_1\.json: the sample has no 'id'"):
        read_inspect(write_log(path, {"epoch": 1}))
    with zipfile.ZipFile(write_log(path), "a") as archive:
        archive.writestr("samples/a_epoch_1.json", "{")
    with pytest.raises(FileError, match=r"samples/a_epoch_1\.json: not valid JSON"):
        read_inspect(path)
    with pytest.raises(FileError, match=r"samples/x_epoch_1\.json: a text holds .ud800"):
        read_inspect(write_log(path, inspect_sample("x", "\ud800")))
    with pytest.raises(FileError, match=r"sample samples/x_epoch_1\.json: 'metric:match' is inf"):
        read_material(write_log(path, inspect_sample("x", "4", scores={"match": {"value": float("inf")}})))


def test_a_compression_unknown_to_this_python(tmp_path):
    path = write_log(tmp_path / "run.eval", inspect_sample("x", "4"))
    data = bytearray(path.read_bytes())
    for signature, offset in ((b"PK\x03\x04", 8), (b"PK\x01\x02", 10)):
        start = data.find(signature)
        while start >= 0:
            data[start + offset] = 97
            start = data.find(signature, start + 1)
    path.write_bytes(data)
    with pytest.raises(FileError, match="compressed in a way"):
        read_inspect(path)


@fuzz
@given(field=st.sampled_from(["doc_id", "target", "arguments", "resps", "filter", "metrics", "acc"]), value=ANYTHING)
def test_samples_of_any_form_are_outputs_or_a_clear_error(tmp_path, field, value):
    for row in (sample(0, "x"), choice(0, (-1, -2))):
        words = complaint(write_samples(tmp_path, {**row, field: value}))
        assert words is None or "samples_gsm8k" in words


@pytest.mark.parametrize("field", ["target", "scores"])
@pytest.mark.parametrize("text", ["a\x00b", "a\ud800b"], ids=["nul", "surrogate"])
def test_a_log_with_what_no_database_keeps_is_named(tmp_path, text, field):
    path = tmp_path / "run.eval"
    with zipfile.ZipFile(write_log(path), "a") as archive:
        row = {"id": "x", **inspect_sample("x", "four"), field: {text: 1} if field == "scores" else text}
        archive.writestr("samples/x_epoch_1.json", json.dumps(row))
    assert "run.eval" in complaint(path)


@fuzz
@given(field=st.sampled_from(["id", "epoch", "input", "target", "output", "scores", "attachments"]), value=ANYTHING)
def test_logs_of_any_form_are_outputs_or_a_clear_error(tmp_path, field, value):
    row = {"id": "x", **inspect_sample("x", "four"), field: value}
    path = tmp_path / "run.eval"
    with zipfile.ZipFile(write_log(path), "a") as archive:
        archive.writestr("samples/x_epoch_1.json", json.dumps(row))
    words = complaint(path)
    assert words is None or "run.eval" in words
