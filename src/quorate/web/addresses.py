"""Which address to send to people: one they can reach, remembered for whoever makes links later."""

import socket
from urllib.parse import urlsplit

from quorate.stores import Store

EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104 - compared, not bound
LOOPBACK = ("127.0.0.1", "::1", "localhost")
USUAL = "http://localhost:8000"
SETTING = "address"


def is_loopback(address: str) -> bool:
    """Whether an address leads nowhere but to the machine it is opened on."""
    return (urlsplit(address).hostname or "") in LOOPBACK


def on_the_network() -> str | None:
    """The address of this machine on its network; `None` where it has none.

    A socket for datagrams that is pointed somewhere sends nothing, but the system says from which address it would.
    """
    for family, anywhere in ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1")):
        try:
            with socket.socket(family, socket.SOCK_DGRAM) as probe:
                probe.connect((anywhere, 9))
                found: str = probe.getsockname()[0]
        except OSError:
            continue
        if found not in (*LOOPBACK, *EVERYWHERE):
            return f"[{found}]" if ":" in found else found
    return None


def served_at(host: str, port: int) -> str:
    """The address that people open where a server listens on this interface and port."""
    if host in EVERYWHERE:
        name = on_the_network() or "localhost"
    else:
        name = "localhost" if host in LOOPBACK else f"[{host}]" if ":" in host else host
    return f"http://{name}:{port}"


def remember(store: Store, study: str, address: str) -> None:
    """Keep where a study is served, so that links made later lead there."""
    if store.settings(study).get(SETTING) != address:
        store.change_settings(study, {SETTING: address})


def remembered(store: Store, study: str) -> str | None:
    """Where a study was last served; `None` where it never was."""
    return store.settings(study).get(SETTING)
