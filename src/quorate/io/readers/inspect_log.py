"""The inside of a log of Inspect: one JSON object, or a zip with `header.json` and `samples/ID_epoch_N.json`.

A log that is still being written has `_journal/start.json` instead of the header. Long texts stand in a sample's
`attachments` and are referred to as `attachment://HASH`.
"""

import json
import re
import sys
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

from quorate.errors import FileError
from quorate.io.fields import METRIC, as_text
from quorate.io.json_tables import check_characters, read_document

ATTACHMENT = re.compile(r"attachment://([0-9a-zA-Z]+)")
VERDICTS = {"C": 1.0, "P": 0.5, "I": 0.0, "N": 0.0}


def read_inspect_rows(path: Path, system: str | None) -> tuple[str, dict[str, dict[str, Any]]]:
    """How the run ended, and rows of outputs by the name of the sample's file in the log, in the order of the data set.

    A run that failed has the samples it came to: those are read.
    """
    if path.suffix.lower() == ".eval":
        log, samples = _unpacked(path)
    else:
        log = read_document(path)
        given = log.get("samples") or [] if isinstance(log, dict) else []
        samples = {f"{sample.get('id')}, epoch {sample.get('epoch', 1)}": sample for sample in given}
    about = log.get("eval") or {}
    try:
        return str(log.get("status") or ""), _rows(path, samples, about, system)
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        if isinstance(error, FileError):
            raise
        problem = f"the samples do not have the form that Inspect gives them: {error!r}."
        raise FileError(path, problem, remedy="Check that Inspect wrote this log.") from error


def zips() -> tuple[Any, type[Exception]]:
    """What reads and writes zips packed with Zstandard, as Inspect packs them: Python itself from 3.14 on."""
    own = sys.version_info >= (3, 14)
    errors: type[Exception] = import_module("compression.zstd" if own else "backports.zstd").ZstdError
    return import_module("zipfile" if own else "backports.zstd.zipfile"), errors


def _unpacked(path: Path) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
    """Header and samples of a zip."""
    import zlib

    zipped, damaged = zips()
    try:
        with zipped.ZipFile(path) as archive:
            names = dict.fromkeys(archive.namelist())
            header = next((name for name in ("header.json", "_journal/start.json") if name in names), None)
            if header is None:
                remedy = "Give a log that Inspect wrote with the format eval."
                raise FileError(path, "this zip has no header.json: not a log of Inspect.", remedy=remedy)
            members = [name for name in names if re.fullmatch(r"samples/[^/]+\.json", name)]
            return _load(path, archive, header), {name: _load(path, archive, name) for name in members}
    except NotImplementedError as error:
        problem = f"the log is compressed in a way this Python cannot read: {error}."
        raise FileError(path, problem, remedy="Pack the files of the log into a plain zip.") from error
    except (zipped.BadZipFile, damaged, zlib.error, EOFError, RuntimeError) as error:
        raise FileError(path, f"this is not a log of Inspect: {error}.", remedy="Copy the log again.") from error


def _rows(
    path: Path, samples: Mapping[str, dict[str, Any]], about: Mapping[str, Any], system: str | None
) -> dict[str, dict[str, Any]]:
    order = {as_text(name): number for number, name in enumerate((about.get("dataset") or {}).get("sample_ids") or [])}
    ranked = sorted(samples, key=lambda name: order.get(as_text(samples[name].get("id")), len(order)))
    return {name: _row(path, name, samples[name], about, system) for name in ranked}


def _load(path: Path, archive: Any, name: str) -> dict[str, Any]:  # noqa: ANN401 - of one of two modules
    try:
        data = json.loads(archive.read(name).decode())
    except (ValueError, RecursionError) as error:
        raise FileError(f"{path}, {name}", f"not valid JSON: {error}.", remedy="Copy the log again.") from error
    if not isinstance(data, dict):
        raise FileError(f"{path}, {name}", "not a JSON object.", remedy="Copy the log again.")
    check_characters(f"{path}, {name}", data)
    return data


def _row(
    path: Path, name: str, sample: Mapping[str, Any], about: Mapping[str, Any], system: str | None
) -> dict[str, Any]:
    if "id" not in sample:
        raise FileError(f"{path}, {name}", "the sample has no 'id'.", remedy="Copy the log again.")
    task = str(about.get("task") or path.stem)
    document = f"{task}/{sample['id']}"
    epoch = int(sample.get("epoch") or 1)
    choices = (sample.get("output") or {}).get("choices") or []
    message = choices[0].get("message") or {} if choices else {}
    row: dict[str, Any] = {
        "item": document if epoch == 1 else f"{document}#{epoch}",
        "system": system or str(about.get("model") or path.stem),
        "output": _text(message.get("content"), sample),
        "source": _asked(sample),
        "reference": _text(sample.get("target"), sample),
        "domain": task,
        "document": document,
    }
    for scorer, score in (sample.get("scores") or {}).items():
        value = score.get("value") if isinstance(score, Mapping) else score
        parts = (
            {f"{scorer}/{key}": part for key, part in value.items()} if isinstance(value, Mapping) else {scorer: value}
        )
        for metric, part in parts.items():
            number = VERDICTS.get(part) if isinstance(part, str) else part
            if isinstance(number, int | float):
                row[METRIC + metric] = number
    return row


def _asked(sample: Mapping[str, Any]) -> str | None:
    """What a sample asks, with the choices it gives."""
    text = _text(sample.get("input"), sample)
    choices = sample.get("choices")
    if text is None or not isinstance(choices, list) or not choices or as_text(choices[0]) in text:
        return text
    return "\n".join([text, "", *(f"{chr(ord('A') + number)}) {as_text(one)}" for number, one in enumerate(choices))])


def _text(content: Any, sample: Mapping[str, Any]) -> str | None:  # noqa: ANN401 - text, parts or messages
    """A text from a text, a list of texts, the parts of a message, or messages."""
    if content is None or isinstance(content, str):
        attachments = sample.get("attachments") or {}
        return content and ATTACHMENT.sub(lambda found: str(attachments.get(found[1], found[0])), content)
    if not isinstance(content, list):
        return as_text(content)
    messages = [part for part in content if isinstance(part, Mapping) and "role" in part]
    if messages:
        texts = [(message["role"], _text(message.get("content"), sample) or "") for message in messages]
        return texts[0][1] if len(texts) == 1 else "\n\n".join(f"{role}: {text}" for role, text in texts)
    parts = [_part(part) for part in content]
    return "\n".join(text for part in parts if (text := _text(part, sample)) is not None)


def _part(part: object) -> object:
    """The text of a part of a message; of a picture or another file, that there is one."""
    if not isinstance(part, Mapping):
        return as_text(part)
    kind = str(part.get("type"))
    return f"[{kind}]" if kind in {"image", "audio", "video", "document", "data"} else part.get("text")
