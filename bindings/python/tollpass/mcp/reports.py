"""When the kernel hears how a paid call ended."""

from tollpass._native import Conclude, HeldReports, KernelWorker, Report
from tollpass.mcp.outbox import Outbox


class Reports:
    """Gives the kernel each report of an answer once the answer was written to the host, or never
    will be. How far the host's stream is written is counted in messages."""

    def __init__(self, worker: KernelWorker, to_host: Outbox) -> None:
        self._worker = worker
        self._to_host = to_host
        self._held = HeldReports()

    def tell(self, conclude: Conclude) -> None:
        self._conclude(self._held.hold(conclude, self._to_host.taken))
        self.release()

    def take_back(self, id_key: str) -> None:
        self.release()  # What was written was answered.
        self._conclude(self._held.take_back(id_key))

    def release(self) -> None:
        """Call it whenever something was written to the host, or its stream broke."""
        self._conclude(self._held.release(self._to_host.written, ended=self._to_host.broken))

    def _conclude(self, reports: list[Report]) -> None:
        for report in reports:
            self._worker.conclude(report)
