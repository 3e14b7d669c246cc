"""A process with paid sessions ends when its main thread ends, and what was answered is recorded."""

import os
import subprocess
import sys
import unittest

from hosting import home
from shop import Shop

BEGIN = """
import asyncio, atexit, ctypes, sqlite3, sys, threading, time, tollpass
from hosting import in_memory, paid_session, text_of
from shop import Shop

class Server(Shop):
    def _delivered(self, params, proof):
        if proof:
            lock.execute("BEGIN IMMEDIATE")
        return super()._delivered(params, proof)

kernel = tollpass.open(sys.argv[1])
shop = Server(sys.argv[2])
lock = sqlite3.connect(kernel.path + "/ledger.db", isolation_level=None, check_same_thread=False)
"""

STOPPED = """
async def host():
    async with paid_session(in_memory(shop), kernel) as one:
        print(await text_of(one, "paid_echo", text="bought"), flush=True)
        for _ in range(100):
            await asyncio.sleep(0)
        asyncio.get_running_loop().stop()
        await asyncio.sleep(600)

def free():
    time.sleep(0.5)
    lock.execute("ROLLBACK")

loop = asyncio.new_event_loop()
task = loop.create_task(host())
ctypes.pythonapi.Py_IncRef(ctypes.py_object(task))  # It is never collected.
loop.run_forever()
atexit.register(threading.Thread(target=free, daemon=True).start)
"""

UNANSWERED = """
async def host():
    async with paid_session(in_memory(shop), kernel, on_ask=lambda _: threading.Event().wait()) as one:
        print(await text_of(one, "paid_echo", text="bought"), flush=True)

asyncio.run(host())
"""


class Exits(unittest.TestCase):
    def run_host(self, kernel, shop, program):
        """What a host prints that runs `program`; it ends or this raises."""
        command = [sys.executable, "-c", BEGIN + program, kernel.path, shop.pay_to]
        done = subprocess.run(command, capture_output=True, text=True, timeout=240, env=os.environ)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def test_a_loop_that_was_stopped_keeps_no_process_and_loses_no_report(self):
        shop = Shop()
        kernel = home(shop)
        self.assertEqual(self.run_host(kernel, shop, STOPPED), "bought\n")
        self.assertEqual([row["call"] for row in kernel.log()], ["answered"])

    def test_a_dialog_that_nobody_answers_keeps_no_process(self):
        shop = Shop()
        kernel = home(shop, 'ask = "always"', 'ask_wait = "1s"')
        self.assertIn("needs the user's approval", self.run_host(kernel, shop, UNANSWERED))


if __name__ == "__main__":
    unittest.main()
