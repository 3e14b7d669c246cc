"""When the kernel hears how a paid call ended."""

from collections import deque
from dataclasses import dataclass

from tollpass._native import Conclude, KernelWorker
from tollpass.mcp.outbox import Outbox


@dataclass
class _Held:
    conclude: Conclude
    written_at: int  # of to_host.written, from which its messages are out
    answered: set[str]


class Reports:
    """Holds each report of an answer until the answer was written to the host, or never will be:
    then it says that nothing was answered. A report of no answer waits for nothing, so that no
    later authorisation of an equal call overtakes it.
    """

    def __init__(self, worker: KernelWorker, to_host: Outbox) -> None:
        self._worker = worker
        self._to_host = to_host
        self._held: deque[_Held] = deque()

    def tell(self, conclude: Conclude) -> None:
        if conclude.report.answered:
            self._held.append(_Held(conclude, self._to_host.taken, set(conclude.answered)))
            self.release()
        else:
            self._worker.conclude(conclude.report)

    def take_back(self, id_key: str) -> None:
        self.release()  # What was written was answered.
        for held in list(self._held):
            if id_key not in held.answered:
                continue
            held.answered.discard(id_key)
            if not held.answered:
                self._held.remove(held)
                self._conclude(held, answered=False)

    def release(self) -> None:
        """Call it whenever something was written to the host, or its stream broke."""
        while self._held:
            is_written = self._held[0].written_at <= self._to_host.written
            if not is_written and not self._to_host.broken:
                return
            self._conclude(self._held.popleft(), answered=is_written)

    def _conclude(self, held: _Held, answered: bool) -> None:
        held.conclude.report.answered = answered
        self._worker.conclude(held.conclude.report)
