"""Calls back at times that may be set at any moment."""

from collections.abc import Callable

import anyio


class Alarm:
    """`now_ms` is a clock in milliseconds; `ring` is called by the task that runs `run`."""

    def __init__(self, now_ms: Callable[[], int], ring: Callable[[], None]) -> None:
        self._now_ms = now_ms
        self._ring = ring
        self._times: set[int] = set()
        self._was_set = anyio.Event()

    def set(self, at_ms: int) -> None:
        self._times.add(at_ms)
        self._was_set.set()

    async def run(self) -> None:
        while True:
            await self._wait()
            now = self._now_ms()
            is_due = any(time <= now for time in self._times)
            self._times = {time for time in self._times if time > now}
            if is_due:
                self._ring()

    async def _wait(self) -> None:
        """Until the next time, or until one is set."""
        self._was_set = anyio.Event()
        seconds = (min(self._times) - self._now_ms()) / 1000 if self._times else None
        with anyio.move_on_after(None if seconds is None else max(0.0, seconds)):
            await self._was_set.wait()
