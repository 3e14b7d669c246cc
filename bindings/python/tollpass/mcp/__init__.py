"""Pays below an MCP session of the official Python package `mcp`, 1.x and 2.x."""

try:
    import anyio as _anyio  # noqa: F401
    import mcp as _mcp  # noqa: F401
except ModuleNotFoundError as error:
    raise ImportError("tollpass.mcp needs the package mcp: pip install 'mcp>=1.20,<3'") from error

from tollpass.mcp.paid import paid

__all__ = ["paid"]
