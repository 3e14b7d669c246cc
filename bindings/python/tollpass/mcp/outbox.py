"""The one writer of one direction."""

from collections import deque
from contextvars import Context
from typing import Any

import anyio

from tollpass.mcp.changes import Changes
from tollpass.mcp.streams import in_context

# A side is not read while this many messages wait for the other one.
QUEUE_LIMIT = 64


class Outbox:
    """Messages on their way to one side, written in order by the task that runs `run`."""

    def __init__(self, stream: Any, changes: Changes) -> None:
        self._stream = stream
        self._changes = changes
        self._queue: deque[tuple[Any, Context | None]] = deque()
        self._finished = False
        self.taken = 0
        self.written = 0
        self.broken = False

    def put(self, item: Any, context: Context | None = None) -> None:
        """Takes a message, and the context variables to send it with; never waits. What is put
        into a broken one is dropped."""
        self.taken += 1
        if not self.broken:
            self._queue.append((item, context))
            self._changes.notify()

    def finish(self) -> None:
        """Nothing more will be put; the stream is closed when all is written."""
        self._finished = True
        self._changes.notify()

    def give_up(self) -> None:
        """What is not written will never be."""
        self.broken = True
        self._queue.clear()
        self._changes.notify()

    @property
    def is_empty(self) -> bool:
        return self.broken or self.written == self.taken

    async def room(self) -> None:
        await self._changes.until(lambda: self.broken or len(self._queue) < QUEUE_LIMIT)

    async def progress(self) -> None:
        """Until the next message is written, or none will be."""
        before = self.written
        await self._changes.until(lambda: self.broken or self.written > before)

    async def run(self) -> None:
        async with self._stream:
            try:
                while await self._has_next():
                    item, context = self._queue.popleft()
                    await in_context(context, self._stream.send(item))
                    self.written += 1
                    self._changes.notify()
            except (anyio.BrokenResourceError, anyio.ClosedResourceError):
                pass
            self.give_up()

    async def _has_next(self) -> bool:
        await self._changes.until(lambda: bool(self._queue) or self._finished or self.broken)
        return bool(self._queue) and not self.broken
