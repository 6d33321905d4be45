"""The folder of a demo: its own files are replaced, nobody else's are touched."""

from pathlib import Path

from quorate.workflows.demo import STUDY


def new_folder(folder: Path) -> Path:
    """The folder, or the first `folder-2`, `folder-3`, … that is not there."""
    number = 2
    chosen = folder
    while chosen.exists():
        chosen = folder.with_name(f"{folder.name}-{number}")
        number += 1
    return chosen


def make_room(folder: Path, outputs: Path, database: Path, report: Path) -> None:
    """Make the folder, and remove the study of an earlier demo, which is what the new one replaces.

    Raises:
        InputError: The files in the folder are not those of a demo.
    """
    from quorate.errors import InputError

    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"The folder {folder} cannot be made: {error.strerror}. Choose another --folder.") from error
    if database.exists():
        _check_is_demo(database)
        for path in (database, Path(f"{database}-wal"), Path(f"{database}-shm")):
            path.unlink(missing_ok=True)
    elif report.exists() or (outputs.exists() and not _is_from_demo(outputs)):
        raise InputError(f"{folder} holds files that are not from a demo. Choose another --folder, or add --fresh.")


def _is_from_demo(outputs: Path) -> bool:
    """Whether a demo that was interrupted wrote these outputs."""
    import json

    from quorate.simulation.notices import notices

    return outputs.read_bytes() == "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in notices()).encode()


def _check_is_demo(database: Path) -> None:
    from quorate.cli.opening import existing_store
    from quorate.errors import InputError, StoreError

    foreign = f"{database} is not the store of a demo. Choose another --folder, or add --fresh."
    try:
        with existing_store(str(database)) as store:
            if set(store.studies()) - {STUDY}:
                raise InputError(foreign)
    except StoreError as error:
        raise InputError(foreign) from error
