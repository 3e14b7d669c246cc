"""The loop of one connection: between a host's streams and a transport's."""

import logging
from collections.abc import Callable
from contextvars import Context
from typing import Any

import anyio
from anyio.abc import TaskGroup

from tollpass._native import (
    Authorize,
    Conclude,
    Decision,
    DecisionKind,
    Forward,
    Interceptor,
    KernelWorker,
    Note,
    TakenBack,
    ToHost,
    ToServer,
    Wake,
)
from tollpass.mcp import messages
from tollpass.mcp.alarm import Alarm
from tollpass.mcp.asking import Asking
from tollpass.mcp.changes import Changes
from tollpass.mcp.outbox import Outbox
from tollpass.mcp.reports import Reports

# How long the end of a connection may wait for a proof that is being made.
PROOF_SECONDS = 2.0

logger = logging.getLogger("tollpass")


class Connection:
    """Carries out what an interceptor wants. All of it runs in the tasks of one loop; only the
    kernel has a thread of its own.

    When the host ends, no payment begins any more; a proof that is being made still goes out,
    because it counts either way. When the server ends, whatever waits is answered. What remains is
    concluded by `end`.
    """

    def __init__(
        self,
        interceptor: Interceptor,
        worker: KernelWorker,
        asking: Asking,
        host: tuple[Any, Any],
        server: tuple[Any, Any],
    ) -> None:
        """`host` and `server` are (what comes from there, what goes there)."""
        self._interceptor = interceptor
        self._worker = worker
        self._asking = asking
        self._changes = Changes()
        self._from_host, to_host = host
        self._from_server, to_server = server
        self._to_host = Outbox(to_host, self._changes)
        self._to_server = Outbox(to_server, self._changes)
        self._reports = Reports(worker, self._to_host)
        self._alarm = Alarm(interceptor.now_ms, self._tick)
        self._beside: dict[str | None, Any] = {}  # metadata of requests that wait, by id
        self._called_at_ms: dict[int, int] = {}  # of requests that the kernel decides, by ticket
        self._paying = True
        self._scope = anyio.CancelScope(shield=True)
        self._tasks: TaskGroup

    async def run(self) -> None:
        """Runs until `end`, which a cancellation from outside waits for."""
        with self._scope:
            async with self._from_host, self._from_server, anyio.create_task_group() as self._tasks:
                for task in (
                    self._to_host.run,
                    self._write_to_server,
                    self._release_reports,
                    self._hear_kernel,
                    self._alarm.run,
                    self._hear_host,
                    self._hear_server,
                ):
                    self._tasks.start_soon(task)

    async def end(self) -> None:
        """The host is gone. What was begun is carried to its end; the wait for it is bounded, and a
        cancel of asyncio, which no shield stops, cuts it short."""
        try:
            self._stop_paying()
            with anyio.CancelScope(shield=True), anyio.move_on_after(PROOF_SECONDS):
                await self._changes.until(self._nothing_follows)
        finally:
            self._conclude()

    def _conclude(self) -> None:
        """The worker has every report when this returns: nothing in it can be cancelled."""
        try:
            self._to_host.give_up()
            self._carry(self._interceptor.server_closed())
            self._carry(self._interceptor.host_closed())
            self._reports.release()
        finally:
            self._scope.cancel()

    async def _hear_host(self) -> None:
        await _each(self._from_host, self._to_server.room, self._host_said)
        self._stop_paying()
        await self._changes.until(self._nothing_follows)
        self._to_server.finish()

    def _host_said(self, item: Any) -> None:
        key = messages.request_key(item)
        if key is not None and item.metadata is not None:
            self._beside[key] = item.metadata
        self._beside.pop(messages.cancelled_key(item), None)
        context = _context_of(self._from_host)
        actions = self._interceptor.from_host(messages.written(item))
        self._carry(actions, item, lambda: self._to_server.put(item, context))

    async def _hear_server(self) -> None:
        await _each(self._from_server, self._to_host.room, self._server_said)
        self._stop_paying()
        self._carry(self._interceptor.server_closed())
        self._to_host.finish()

    def _server_said(self, item: Any) -> None:
        if isinstance(item, Exception):
            self._to_host.put(messages.without_its_input(item))
            return
        context = _context_of(self._from_server)
        item = messages.without_what_was_not_read(item)
        actions = self._interceptor.from_server(messages.written(item))
        self._carry(actions, item, lambda: self._put_to_host(item, context))

    async def _hear_kernel(self) -> None:
        while True:
            await anyio.wait_readable(self._worker.fileno())
            decided, failures = self._worker.take()
            for ticket, decision in decided:
                self._carry(self._interceptor.from_kernel(ticket, decision))
                self._ask(decision, self._called_at_ms.pop(ticket))
            for failure in failures:
                logger.warning("%s", failure)
            self._changes.notify()

    def _ask(self, decision: Decision, called_at_ms: int) -> None:
        is_question = decision.kind == DecisionKind.ASK and decision.approval_id != ""
        if is_question and self._asking.has_dialog:
            self._tasks.start_soon(self._asking.ask, decision.approval_id, called_at_ms)

    async def _write_to_server(self) -> None:
        await self._to_server.run()
        # What the host sends from now on raises there, as it would without us.
        await self._from_host.aclose()

    async def _release_reports(self) -> None:
        while not self._to_host.broken:
            await self._to_host.progress()
            self._reports.release()

    def _tick(self) -> None:
        self._carry(self._interceptor.tick())

    def _carry(
        self, actions: list[Any], given: Any = None, forward: Callable[[], None] | None = None
    ) -> None:
        """`given` is the message that the actions are about, `forward` sends it on."""
        for action in actions:
            match action:
                case Forward():
                    assert forward is not None
                    forward()
                case ToHost():
                    self._put_to_host(messages.read(action.message, _metadata_of(given)))
                case ToServer():
                    self._put_to_server(action, given)
                case Authorize():
                    self._pay(action)
                case Conclude():
                    self._reports.tell(action)
                case TakenBack():
                    self._reports.take_back(action.id_key)
                case Wake():
                    self._alarm.set(action.at_ms)
                case Note():
                    logger.warning("%s", action.text)

    def _put_to_host(self, item: Any, context: Context | None = None) -> None:
        key = messages.response_key(item)
        if key is not None:
            self._beside.pop(key, None)
        self._to_host.put(item, context)

    def _put_to_server(self, action: ToServer, given: Any) -> None:
        if action.repeats:
            metadata = messages.for_another_attempt(self._beside.get(action.repeats))
        else:
            metadata = _metadata_of(given)
        self._to_server.put(messages.read(action.message, metadata))

    def _pay(self, action: Authorize) -> None:
        if self._paying:
            self._called_at_ms[action.ticket] = action.request.called_at_ms
            self._worker.authorize(action)
        else:
            self._carry(self._interceptor.from_kernel(action.ticket, Decision()))

    def _stop_paying(self) -> None:
        self._paying = False
        for ticket in self._worker.withdraw():
            self._carry(self._interceptor.from_kernel(ticket, Decision()))

    def _nothing_follows(self) -> bool:
        return not self._worker.authorizing and self._to_server.is_empty


async def _each(stream: Any, room: Callable[[], Any], said: Callable[[Any], None]) -> None:
    """Tells what comes out of `stream`, one by one, while there is room, until it ends."""
    try:
        while True:
            await room()
            said(await stream.receive())
    except (anyio.EndOfStream, anyio.ClosedResourceError, anyio.BrokenResourceError):
        return


def _context_of(stream: Any) -> Context | None:
    return getattr(stream, "last_context", None)


def _metadata_of(item: Any) -> Any:
    return getattr(item, "metadata", None)
