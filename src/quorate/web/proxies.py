"""Which proxies are believed when they say whom a request comes from."""

import ipaddress
import os

from quorate.errors import InputError

HERE = "127.0.0.1,::1"


class Proxies:
    """Addresses and networks of proxies.

    Args:
        said: Addresses and networks with commas between them; `*` for every peer; empty for none.

    Raises:
        InputError: One of them is neither.
    """

    def __init__(self, said: str) -> None:
        parts = [part.strip() for part in said.split(",") if part.strip()]
        self.said = ",".join(parts)
        self._every = "*" in parts
        try:
            self._networks = [ipaddress.ip_network(part, strict=False) for part in parts if part != "*"]
        except ValueError as error:
            raise InputError(f"A proxy is an address or a network such as 10.0.0.0/8: {error}.") from error

    def __contains__(self, host: object) -> bool:
        if self._every:
            return True
        try:
            address = ipaddress.ip_address(str(host))
        except ValueError:
            return False
        return any(address in network for network in self._networks)


def believed(origin: str, said: str = "") -> Proxies:
    """The proxies to believe: those named, else those of FORWARDED_ALLOW_IPS, else this machine's.

    Where browsers come straight to the server (no origin is given and no proxy named) nobody is believed: any stranger
    could say to be somebody else.
    """
    if said:
        return Proxies(said)
    return Proxies(os.environ.get("FORWARDED_ALLOW_IPS") or HERE) if origin else Proxies("")
