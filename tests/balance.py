"""Which process runs which tests: those of a file together, and what takes longest first.

Tests of a file share what is dear: a browser, a server, functions that are compiled when they are first called. Handed
out one by one, every process would make all of it. What is short comes last, so that all end at about the same time.
"""

from xdist.scheduler import LoadScopeScheduling

# Files that take longest, longest first.
FIRST = (
    "tests/contracts/test_policies.py",
    "tests/statistics/test_estimator_coverage.py",
    "tests/statistics/test_kernel_coverage.py",
    "tests/statistics/test_answer_times.py",
    "tests/web/test_readiness.py",
    "tests/web/test_schema.py",
    "tests/faults/test_many_at_once.py",
    "tests/web/pages/test_owner_pages.py",
    "tests/statistics/test_distilled_interval.py",
    "tests/test_docs.py",
    "tests/faults/test_killed.py",
    "tests/web/pages/test_annotator_looks.py",
    "tests/benchmarks/test_tables_at_random.py",
    "tests/web/test_serving.py",
    "tests/web/pages/test_annotator_pages.py",
    "tests/web/pages/test_annotator_troubles.py",
    "tests/web/pages/test_annotator_texts.py",
    "tests/statistics/test_forecast_coverage.py",
    "tests/web/test_erased.py",
    "tests/web/test_operating.py",
    "tests/web/pages/test_telephone.py",
    "tests/statistics/test_sequential_coverage.py",
    "tests/statistics/test_calibrated_coverage.py",
    "tests/cli/test_answering.py",
    "tests/cli/test_believing.py",
    "tests/cli/test_demo.py",
    "tests/cli/test_replaying.py",
    "tests/web/test_stopping.py",
    "tests/web/test_owner.py",
    "tests/web/pages/test_annotator_blinding.py",
    "tests/statistics/test_chosen_items.py",
    "tests/statistics/test_rating_policies.py",
)


class ByFile(LoadScopeScheduling):
    """Hands out one file after the other: those of `FIRST`, then those with most tests."""

    def _split_scope(self, nodeid: str) -> str:
        return nodeid.partition("::")[0]

    def _assign_work_unit(self, node) -> None:
        longest = min(self.workqueue, key=_place)
        self.workqueue.move_to_end(longest, last=False)
        super()._assign_work_unit(node)


def _place(file: str) -> int:
    return FIRST.index(file) if file in FIRST else len(FIRST)
