"""What goes wrong becomes one line on stderr and an exit code.

| exit code | meaning |
|---|---|
| 1 | the study or its store does not allow this now, or a log does not hold |
| 2 | a file, a value or a name from outside is wrong, or a package is not installed |
| 130 | interrupted (Ctrl-C) |
| 141 | whoever read the output went away |

With the environment variable `QUORATE_DEBUG=1` the traceback is shown instead.
"""

import os
import sys
from typing import Any

import typer
from typer.core import TyperGroup

from quorate.errors import InputError, QuorateError, UnknownError

INTERRUPTED, PIPE_CLOSED = 130, 141

# What the extras of the install bring, by the module that is imported; everything else comes with the base install.
EXTRAS = {
    "dask": "cluster",
    "distributed": "cluster",
    "httpx2": "judge",
    "nltk": "metrics",
    "openskill": "openskill",
    "psycopg": "postgres",
    "pyarrow": "parquet",
    "resvg_py": "png",
    "rouge_score": "metrics",
    "sacrebleu": "metrics",
    "safetensors": "neural",
    "sklearn": "metrics",
    "torch": "neural",
    "transformers": "neural",
}


class FailingClearly(TyperGroup):
    """A group of commands whose errors a person can do something about."""

    def invoke(self, ctx: Any) -> Any:  # noqa: ANN401 - the context class moved between versions of typer
        """Run the command."""
        try:
            result = super().invoke(ctx)
            sys.stdout.flush()
        except QuorateError as error:
            if os.environ.get("QUORATE_DEBUG") == "1":
                raise
            typer.echo(f"Error: {' '.join(str(error).split())}", err=True)
            raise typer.Exit(exit_code(error)) from error
        except ModuleNotFoundError as error:
            if os.environ.get("QUORATE_DEBUG") == "1" or (error.name or "").startswith("quorate"):
                raise
            typer.echo(f"Error: {missing(error)}", err=True)
            raise typer.Exit(2) from error
        except KeyboardInterrupt as error:
            raise typer.Exit(INTERRUPTED) from error
        except BrokenPipeError as error:
            # Python flushes once more at its end; let that go nowhere.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise typer.Exit(PIPE_CLOSED) from error
        except Exception as error:
            words = usage_words(error)
            if words is None:
                raise
            typer.echo(f"Error: {words}", err=True)
            raise typer.Exit(2) from error
        return result


def usage_words(error: Exception) -> str | None:
    """A command that was typed wrongly, in one line; `None` for other errors.

    It is known by what it has: the class of such errors moved between versions of typer.
    """
    context = getattr(error, "ctx", None)
    if context is None or not hasattr(error, "format_message"):
        return None
    message = " ".join(error.format_message().split()).replace("Value error, ", "").rstrip(".?")
    end = "?" if "Did you mean" in message else "."
    return f"{message}{end} See: {context.command_path} --help"


def exit_code(error: QuorateError) -> int:
    """2 where what came from outside is wrong, else 1."""
    return 2 if isinstance(error, InputError | UnknownError) else 1


def missing(error: ModuleNotFoundError) -> str:
    """What to install where a package is not there, in one line."""
    module = (error.name or "").partition(".")[0]
    extra = EXTRAS.get(module)
    what = f"quorate[{extra}]" if extra else "quorate"
    update = "" if extra else "--upgrade "
    return f"This needs the package {module}, which is not installed: pip install {update}'{what}'."
