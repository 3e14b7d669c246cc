"""Pays below an MCP session of the official Python package `mcp`, 1.x and 2.x."""

from tollpass.mcp.paid import paid

__all__ = ["paid"]
