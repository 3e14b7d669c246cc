"""The stream pairs between a host, Tollpass and a transport."""

import contextlib
import contextvars
import types
from collections.abc import AsyncIterator, Coroutine
from functools import partial
from typing import Any

import anyio

try:
    # From 2.0 on the package hands on the sender's context variables: traces, logins.
    from mcp.shared._context_streams import create_context_streams as _create_streams
except ImportError:
    _create_streams = anyio.create_memory_object_stream


def new_stream() -> tuple[Any, Any]:
    """A sending and a receiving end without a buffer, of the kind that the package itself uses."""
    sending, receiving = _create_streams(0)
    return sending, receiving


@contextlib.asynccontextmanager
async def entered(transport: Any) -> AsyncIterator[tuple[Any, Any]]:
    """The stream pair of `transport`: that pair itself, or what it gives when it is entered. Some
    transports of 1.x give a third value; nobody needs it here."""
    if isinstance(transport, tuple):
        yield transport[0], transport[1]
        return
    async with transport as streams:
        yield streams[0], streams[1]


@types.coroutine
def in_context(context: contextvars.Context | None, coroutine: Coroutine[Any, Any, Any]) -> Any:
    """Awaits `coroutine` with the variables of `context`, in the task that awaits this."""
    run = context.run if context is not None else lambda step: step()
    step = partial(coroutine.send, None)
    while True:
        try:
            waits_for = run(step)
        except StopIteration as done:
            return done.value
        try:
            sent = yield waits_for
        except BaseException as error:  # noqa: BLE001 - of whatever kind, it is the coroutine's
            step = partial(coroutine.throw, error)
        else:
            step = partial(coroutine.send, sent)
