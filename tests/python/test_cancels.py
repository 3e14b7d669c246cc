"""A paid session that is cancelled ends, at any moment, however often, and loses no report."""

import asyncio
import contextlib
import faulthandler
import sqlite3
import threading
import unittest
from pathlib import Path
from unittest import mock

import anyio
from anyio import to_thread
from hosting import home, in_memory, paid_session, text_of
from shop import Shop

import tollpass

HANGS_AFTER_S = 240
TURNS = 40  # of the loop: more than anything here takes that waits for nobody else


async def turns_of_the_loop(count=TURNS):
    for _ in range(count):
        await asyncio.sleep(0)


class CalledWhenEntered:
    """A transport that has `call` made so many turns of the loop after it was entered."""

    def __init__(self, transport, turns, call):
        self._transport = transport
        self._turns = turns
        self._call = call

    async def __aenter__(self):
        streams = await self._transport.__aenter__()
        self._later(self._turns)
        return streams

    async def __aexit__(self, *error):
        return await self._transport.__aexit__(*error)

    def _later(self, turns):
        call = self._call if turns == 0 else lambda: self._later(turns - 1)
        asyncio.get_running_loop().call_soon(call)


class Cancels(unittest.IsolatedAsyncioTestCase):
    def setUp(self):
        # What cannot be cancelled cannot be ended by unittest either.
        faulthandler.dump_traceback_later(HANGS_AFTER_S, exit=True)
        self.addCleanup(faulthandler.cancel_dump_traceback_later)
        self.shop = Shop()
        self.kernel = home(self.shop)

    def locked_ledger(self):
        """Nobody else writes to the ledger until this is closed."""
        lock = sqlite3.connect(Path(self.kernel.path) / "ledger.db", isolation_level=None)
        self.addCleanup(lock.close)
        lock.execute("BEGIN IMMEDIATE")
        return lock

    async def begin(self, tool):
        """A session that calls `tool`, as a task."""

        async def host():
            async with paid_session(in_memory(self.shop), self.kernel) as one:
                await text_of(one, tool, text="x")

        return asyncio.create_task(host())

    async def cancel_until_it_must_wait(self, task):
        for _ in range(4):
            task.cancel()
            await turns_of_the_loop()

    async def ended(self, task):
        with self.assertRaises(asyncio.CancelledError):
            await task


class Entering(Cancels):
    async def check(self, turns, cancel_of):
        async def host():
            with anyio.CancelScope() as scope:
                cancel = cancel_of(scope, asyncio.current_task())
                transport = CalledWhenEntered(in_memory(self.shop), turns, cancel)
                async with tollpass.mcp.paid(transport, self.kernel, server="shop"):
                    await anyio.sleep_forever()

        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.create_task(host())

    async def test_a_scope_that_is_cancelled_at_any_moment_of_it_ends(self):
        for turns in range(8):
            await self.check(turns, lambda scope, _task: scope.cancel)

    async def test_a_task_that_is_cancelled_at_any_moment_of_it_ends(self):
        for turns in range(8):
            await self.check(turns, lambda _scope, task: task.cancel)

    async def test_one_of_several_sessions_that_fails_ends_the_others(self):
        async def host(server, turns):
            transport = CalledWhenEntered(in_memory(self.shop), turns, lambda: None)
            async with tollpass.mcp.paid(transport, self.kernel, server=server):
                await anyio.sleep_forever()

        with self.assertRaises(BaseException) as caught:
            async with anyio.create_task_group() as tasks:
                for turns, server in enumerate(["shop", "nobody", "shop", "shop"]):
                    tasks.start_soon(host, server, turns)
        (failure,) = caught.exception.exceptions
        self.assertEqual(failure.code, "NOT_FOUND")

    async def test_it_waits_for_no_home_that_is_busy(self):
        busy, free = threading.Event(), threading.Event()
        self.addCleanup(free.set)

        def interceptor(_kernel, _server, _label):
            busy.set()
            free.wait()

        async def host(scope):
            with scope:
                async with tollpass.mcp.paid(in_memory(self.shop), self.kernel, server="shop"):
                    pass

        scope = anyio.CancelScope()
        with mock.patch.object(tollpass.Kernel, "interceptor", interceptor):
            task = asyncio.create_task(host(scope))
            while not busy.is_set():
                await asyncio.sleep(0.001)
            scope.cancel()
            await task


class Endings(Cancels):
    async def repeat(self, tool):
        """The same call in another session, which is cancelled once it was paid."""
        paid = len(self.shop.paid_ids)
        task = await self.begin(tool)
        while len(self.shop.paid_ids) == paid:
            await asyncio.sleep(0.001)
        task.cancel()
        await self.ended(task)

    def proofs(self):
        calls = [one for one in self.shop.seen if one.get("id") in self.shop.paid_ids]
        return [one["params"]["_meta"]["x402/payment"] for one in calls]

    async def test_a_session_is_over_when_its_call_is_reported_however_often_it_is_cancelled(self):
        task = await self.begin("slow")
        while not self.shop.paid_ids:
            await asyncio.sleep(0.001)
        lock = self.locked_ledger()
        await self.cancel_until_it_must_wait(task)
        self.assertFalse(task.done())
        lock.execute("ROLLBACK")
        await self.ended(task)
        self.assertEqual([row["call"] for row in self.kernel.log()], ["open"])
        await self.repeat("slow")
        first, second = self.proofs()
        self.assertEqual(first, second)
        self.assertEqual(len(self.kernel.log()), 1)

    async def begin_to_decide(self):
        """A locked ledger, and a session for whose call the kernel waits and can no longer be told
        not to."""
        workers = []
        paid_globals = tollpass.mcp.paid.__globals__
        make = paid_globals["KernelWorker"]

        def kept(kernel):
            workers.append(make(kernel))
            return workers[-1]

        def is_deciding(task):
            with contextlib.suppress(tollpass.TollpassError):  # It is closed.
                return not task.done() and bool(workers) and workers[-1].authorizing
            return False

        while True:
            workers.clear()
            lock = self.locked_ledger()
            with mock.patch.dict(paid_globals, KernelWorker=kept):
                task = await self.begin("slow")
                while not is_deciding(task) and not task.done():
                    await asyncio.sleep(0.001)
            await asyncio.sleep(0.05)
            if is_deciding(task) and not workers[-1].withdraw():
                return lock, task
            # Too early, or, where all this took seconds, too late.
            lock.execute("ROLLBACK")
            task.cancel()
            await asyncio.wait([task])

    async def test_a_payment_that_is_being_decided_is_reported_however_often_it_is_cancelled(self):
        lock, task = await self.begin_to_decide()
        await self.cancel_until_it_must_wait(task)
        self.assertFalse(task.done())
        lock.execute("ROLLBACK")
        await self.ended(task)
        self.assertNotIn("live", [row["call"] for row in self.kernel.log()])
        await self.repeat("slow")
        self.assertEqual(len(self.kernel.log()), 1)


class Dialogs(Cancels):
    async def test_an_open_one_is_in_the_way_of_nobody(self):
        asked, answered = threading.Event(), threading.Event()
        self.addCleanup(answered.set)
        kernel = home(self.shop, 'ask = "always"', 'ask_wait = "1s"')

        def ask(_question):
            asked.set()
            answered.wait()

        to_thread.current_default_thread_limiter().total_tokens = 1
        async with paid_session(in_memory(self.shop), kernel, on_ask=ask) as one:
            call = asyncio.create_task(text_of(one, "paid_echo", text="x"))
            while not asked.is_set():
                await asyncio.sleep(0.001)
            async with paid_session(in_memory(self.shop), kernel) as other:
                self.assertEqual(await text_of(other, "echo", text="free"), "free")
            self.assertEqual(await to_thread.run_sync(int), 0)
            await call


if __name__ == "__main__":
    unittest.main()
