"""The API against its own description: whatever is sent, nothing breaks and every refusal has words."""

import atexit
import tempfile
import warnings

import pytest
from benches import ORIGIN
from hypothesis import HealthCheck, settings

from quorate.records.design import Design
from quorate.records.guide import Exercise, Guide
from quorate.stores import open_store
from quorate.study import Study
from quorate.testing.material import make_material
from quorate.web.application import create_application
from quorate.web.invitations import invite
from quorate.web.settings import Settings

pytestmark = pytest.mark.slow

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    import schemathesis

EXAMPLES = 12
GUIDE = Guide(
    practice=(Exercise(outputs=("a", "b"), answer="left"),), checks=(Exercise(outputs=("c", "d"), answer="tie"),)
)
ENDLESS = Settings(requests_per_second=1e6, burst=10**6)


def make_application():
    """On a real database: it is what minds odd texts and numbers."""
    folder = tempfile.TemporaryDirectory(prefix="quorate-schema-", ignore_cleanup_errors=True)
    atexit.register(folder.cleanup)
    store = open_store(f"{folder.name}/studies.db")
    atexit.register(store.close)
    tokens = {}
    for name in ("fall", "winter"):
        design = Design(policy="uniform", ahead=1, guide=GUIDE)
        Study.define(name, make_material(4, 12), design=design, store=store).asking.turn("ann")
        for role in ("owner", "annotator", "submitter"):
            tokens[name, role] = invite(store, name, role, names=["ann"] if role == "annotator" else ())[0].token
    return create_application(store, ENDLESS), tokens


APPLICATION, TOKENS = make_application()
schema = schemathesis.openapi.from_asgi("/api/v1/openapi.json", APPLICATION)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("role", ["owner", "annotator", "submitter"])
@(schema.exclude(path_regex="/stream$").parametrize())
@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck))
def test_nothing_sent_breaks_the_service(case, role):
    # What ends something happens in another study: it would hide what comes after.
    study = "winter" if case.path.endswith(("/close", "/exclude", "/erase", "/revoke")) else "fall"
    if "study" in (case.path_parameters or {}):
        case.path_parameters["study"] = study
    response = case.call(headers={"Authorization": f"Bearer {TOKENS[study, role]}", "Origin": ORIGIN})
    assert response.status_code < 500, (case.method, case.path, response.text)
    if response.status_code >= 400:
        error = response.json()["error"]
        assert error["kind"]
        assert len(error["words"]) > 5
