"""tollpass.mcp.paid"""

import atexit
import contextlib
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager
from typing import Any

import anyio

from tollpass._native import Endpoint, Interceptor, Kernel, KernelWorker
from tollpass.mcp.asking import Asking, OnAsk
from tollpass.mcp.connection import Connection, logger
from tollpass.mcp.off_loop import off_loop, to_its_end
from tollpass.mcp.streams import entered, new_stream


def paid(
    transport: Any,
    kernel: Kernel,
    *,
    server: str | Endpoint,
    label: str = "",
    on_ask: OnAsk | None = None,
) -> AbstractAsyncContextManager[tuple[Any, Any]]:
    """Puts payments below a session: give the (read, write) pair that it yields to ClientSession.

    transport: the streams of an entered transport of `mcp`, 1.x or 2.x (stdio, Streamable HTTP,
        SSE, in memory), or the transport itself, which is entered and left with this. In 2.x
        `Client(paid(transport, ...))` works too.
    kernel: of tollpass.open or tollpass.open_test; any number of connections may share it.
    server: name of the policy's section for this server, or an Endpoint.
    label: sets the calls of one agent apart from those of others on the same home.
    on_ask: the host's own dialog, a function or a coroutine function. It gets a Question and gives
        Approve, Deny or None (later, elsewhere); it is called once for each question of the kernel
        (again if it raised), on a thread of its own if it is a plain function. The call waits meanwhile, at
        most `ask_wait` of the policy; then the model is told that an approval is needed, and the
        same call pays once it was given.

    Messages that are not about payments pass as the same objects, with their metadata. The session
    never sees a price, a payee, a proof or a receipt. What is for the user goes to the logger
    "tollpass".

    Raises TypeError at once if on_ask cannot be called; on entering TollpassError, NOT_FOUND if the
    policy has no such server, FAILED_PRECONDITION in a forked child.
    """
    if on_ask is not None and not callable(on_ask):
        raise TypeError(f"on_ask is a function or a coroutine function, not {on_ask!r}")
    return _paid(transport, kernel, server, label, on_ask)


@contextlib.asynccontextmanager
async def _paid(
    transport: Any, kernel: Kernel, server: str | Endpoint, label: str, on_ask: OnAsk | None
) -> AsyncIterator[tuple[Any, Any]]:
    interceptor = await off_loop(kernel.interceptor, server, label)
    asking = Asking(kernel, on_ask)
    async with (
        entered(transport) as streams,
        _recording(kernel) as worker,
        _running(interceptor, worker, asking, streams) as pair,
    ):
        yield pair


@contextlib.asynccontextmanager
async def _recording(kernel: Kernel) -> AsyncIterator[KernelWorker]:
    """A worker that has recorded what it was told, or given it up, when this is left: an equal call
    that is made then is decided by it."""
    worker = KernelWorker(kernel)
    at_exit = atexit.register(worker.close)  # A host may stop its loop and end its tasks never.
    try:
        yield worker
    finally:
        try:
            await to_its_end(_close, worker)
        finally:
            atexit.unregister(at_exit)


def _close(worker: KernelWorker) -> None:
    for failure in worker.close():
        logger.warning("%s", failure)


@contextlib.asynccontextmanager
async def _running(
    interceptor: Interceptor, worker: KernelWorker, asking: Asking, streams: tuple[Any, Any]
) -> AsyncIterator[tuple[Any, Any]]:
    to_host, host_reads = new_stream()
    host_writes, from_host = new_stream()
    connection = Connection(interceptor, worker, asking, (from_host, to_host), streams)
    failure: Exception | None = None
    async with anyio.create_task_group() as tasks, host_reads, host_writes:
        tasks.start_soon(connection.run)
        try:
            yield host_reads, host_writes
        except Exception as error:
            failure = error  # Else it would come out of the group as a group.
        finally:
            await connection.end()
    if failure is not None:
        raise failure
