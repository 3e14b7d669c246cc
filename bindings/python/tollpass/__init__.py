"""Pays for MCP tools below the model, within limits that the user set.

tollpass.open() gives a Kernel; tollpass.mcp.paid(...) puts it below a session of the package `mcp`,
which is imported only then.
"""

import importlib
from typing import Any

from tollpass._native import (
    Authorize,
    AuthorizeRequest,
    Call,
    ChainAnswer,
    Conclude,
    Decision,
    DecisionKind,
    Endpoint,
    Forward,
    Interceptor,
    Kernel,
    Note,
    OneTimeUse,
    Policy,
    Question,
    Report,
    TakenBack,
    ToHost,
    TollpassError,
    ToServer,
    Wake,
    __version__,
    open,
    open_test,
)
from tollpass.answers import Approve, Deny

__all__ = [
    "Approve",
    "Authorize",
    "AuthorizeRequest",
    "Call",
    "ChainAnswer",
    "Conclude",
    "Decision",
    "DecisionKind",
    "Deny",
    "Endpoint",
    "Forward",
    "Interceptor",
    "Kernel",
    "Note",
    "OneTimeUse",
    "Policy",
    "Question",
    "Report",
    "TakenBack",
    "ToHost",
    "ToServer",
    "TollpassError",
    "Wake",
    "__version__",
    "open",
    "open_test",
]


def __getattr__(name: str) -> Any:
    if name == "mcp":
        return importlib.import_module("tollpass.mcp")
    raise AttributeError(f"module 'tollpass' has no attribute {name!r}")
