"""Waiting until something is so."""

from collections.abc import Callable

import anyio


class Changes:
    """Tasks of one loop wait here for a condition; whoever changes what it looks at notifies."""

    def __init__(self) -> None:
        self._event = anyio.Event()

    def notify(self) -> None:
        self._event.set()
        self._event = anyio.Event()

    async def until(self, is_so: Callable[[], bool]) -> None:
        while not is_so():
            await self._event.wait()
