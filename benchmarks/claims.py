"""Claims from tables made at random: nothing said that a table cannot support, and no silence where it is plain.

Each table is written as files, read and estimated as `quorate estimate` does it (`made_tables` says how they
are made: systems that nobody judged, copies, constants, doubled rows, repeats, one item, one system, metrics with holes
or that mislead), with every warning an error. Contradictions are counted one by one; a system called better that is not
may happen by chance, in one study of twenty. On tables where one system is far ahead of all others the claim must come.
"""

import os
import sys
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from contradictions import read_table
from frame import Results, parse_arguments
from joblib import Parallel, delayed
from made_tables import KINDS, make_table
from scipy.stats import binom

SEED, CHUNK = 1_000_000, 250
PLAIN = 20  # judgments of the system that is ahead, at least


def main() -> int:
    """Make the tables and count."""
    arguments = parse_arguments(__doc__)
    tables = 1_000 if arguments.quick else 10_000
    results = Results(benchmark="claims", seeds=[SEED], runs={"tables": tables, "quick": int(arguments.quick)})
    begins = range(SEED, SEED + tables, CHUNK)
    parts = Parallel(n_jobs=min(2, os.cpu_count() or 1))(delayed(count)(begin, CHUNK) for begin in begins)
    total: Counter[str] = sum(parts, Counter())
    results.at_most(
        "tables with a contradiction or a warning", f"{tables:,} tables", total["contradicted"], "tables", 0
    )
    for kind in KINDS:
        made, wrong = total[f"made {kind}"], total[f"false {kind}"]
        error = 100 * np.sqrt(max(wrong, 1)) / made
        bar = 100 * binom.isf(0.05 / len(KINDS), made, 0.05) / made
        case = f"{kind}, {made:,} tables; standard error {error:.2f}"
        results.at_most("tables with a false relation", case, 100 * wrong / made, "%", bar)
    share = 100 * total["said"] / total["plain"]
    case = f"one system far ahead, {total['plain']:,} tables with {PLAIN} of its outputs judged"
    results.at_least("named and called better than every other", case, share, "%", 80)
    covered = 100 * total["covered"] / total["intervals"]
    results.at_least("coverage of 95 %", f"all {total['intervals']:,} scores", covered, "%", 94.5)
    return results.finish(arguments.json)


def count(begin: int, tables: int) -> Counter[str]:
    """What came of some tables."""
    found: Counter[str] = Counter()
    with TemporaryDirectory() as folder:
        for seed in range(begin, begin + tables):
            made = make_table(seed, Path(folder))
            found[f"made {made.kind}"] += 1
            try:
                read = read_table(made)
            except Exception as error:  # noqa: BLE001 - whatever a table provokes counts against it
                print(f"table {seed}, {made.kind}: {type(error).__name__}: {error}", file=sys.stderr)
                found["contradicted"] += 1
                continue
            for words in read.contradictions:
                print(f"table {seed}, {made.kind}: {words}", file=sys.stderr)
            found["contradicted"] += bool(read.contradictions)
            found[f"false {made.kind}"] += bool(read.false_relations)
            found["intervals"] += len(read.covered)
            found["covered"] += sum(read.covered)
            is_plain = made.kind == "clear" and len(read.covered) > 1 and made.judged[0].sum() >= PLAIN
            found["plain"] += is_plain
            found["said"] += is_plain and "better than every other" in read.findings.answer
    return found


if __name__ == "__main__":
    sys.exit(main())
