"""The version, which every number's signature holds."""

__version__ = "0.1.0"
