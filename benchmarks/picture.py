"""The README's picture: the ranking of the demo study."""

import os
import tempfile
from pathlib import Path

from quorate import Study
from quorate.reports.figures import ranking_figure
from quorate.workflows.demo import play_demo


def main() -> None:
    """Run the demo in a folder of its own and draw its ranking."""
    target = Path(__file__).parent.parent / "docs" / "figures" / "ranking.svg"
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        Path("demo").mkdir()
        play_demo(Path("demo"), again=0)
        picture = ranking_figure(Study.open("demo", "demo/demo.db").findings())
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(picture, encoding="utf-8")


if __name__ == "__main__":
    main()
