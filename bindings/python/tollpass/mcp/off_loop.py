"""Calls that may take long, away from the loop."""

import contextvars
import socket
from collections.abc import Callable
from concurrent.futures import Future
from threading import Thread
from typing import Any, Generic, TypeVar

import anyio

try:
    # What anyio says of the loop's thread is not so of ours.
    from sniffio import current_async_library_cvar as _library_of_the_loop
except ImportError:
    _library_of_the_loop = None

T = TypeVar("T")


async def off_loop(function: Callable[..., T], *arguments: Any) -> T:
    """What `function` gives or raises, called on a thread of its own: others that wait, for a user
    perhaps, are never in its way, and it never keeps the interpreter alive. It is left to itself
    where this is cancelled."""
    call = _Call(function, arguments)
    with call.ended:
        await anyio.wait_readable(call.ended)
    return call.future.result()


async def to_its_end(function: Callable[..., T], *arguments: Any) -> T:
    """The same, but no cancel comes out of it before the call has ended: those of asyncio, which
    know no shield, come out then."""
    call = _Call(function, arguments)
    cancelled: BaseException | None = None
    with call.ended, anyio.CancelScope(shield=True):
        while not call.future.done():
            try:
                await anyio.wait_readable(call.ended)
            except anyio.get_cancelled_exc_class() as error:
                cancelled = error
    if cancelled is not None:
        raise cancelled
    return call.future.result()


class _Call(Generic[T]):
    """`ended` is readable when `future` is done. No loop is told of it: it may be closed by then."""

    def __init__(self, function: Callable[..., T], arguments: tuple[Any, ...]) -> None:
        self.future: Future[T] = Future()
        self.ended, ends = socket.socketpair()
        context = contextvars.copy_context()
        if _library_of_the_loop is not None:
            context.run(_library_of_the_loop.set, None)
        run = (context, self.future, ends, function, arguments)
        Thread(target=_run, args=run, name="tollpass", daemon=True).start()


def _run(
    context: contextvars.Context,
    future: "Future[T]",
    ends: socket.socket,
    function: Callable[..., T],
    arguments: tuple[Any, ...],
) -> None:
    with ends:
        try:
            future.set_result(context.run(function, *arguments))
        except BaseException as error:  # noqa: BLE001 - of whatever kind, it is the caller's
            future.set_exception(error)
