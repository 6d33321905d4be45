"""Every event in any order: SQLite says what the store in memory says, also after it was opened again."""

import shutil
import tempfile
from pathlib import Path

from hypothesis import HealthCheck, settings
from hypothesis.stateful import rule

from quorate.stores import open_store
from quorate.testing.store_machine import StoreMachine


class Sqlite(StoreMachine):
    def make(self):
        self.folder = tempfile.mkdtemp(prefix="quorate-machine-")
        return open_store(str(Path(self.folder) / "studies.db"))

    @rule()
    def reopen(self):
        memory, store = self.stores
        store.close()
        self.stores = (memory, open_store(str(Path(self.folder) / "studies.db")))

    def teardown(self):
        super().teardown()
        shutil.rmtree(getattr(self, "folder", ""), ignore_errors=True)


TestSqlite = Sqlite.TestCase
TestSqlite.settings = settings(
    max_examples=8, stateful_step_count=20, deadline=None, suppress_health_check=list(HealthCheck)
)
