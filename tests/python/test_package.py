"""The package without a session: names, documentation, errors, forks, records."""

import ctypes
import inspect
import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from driver import PAID_CALL, POLICY, Driver, home
from shop import Shop

import tollpass
from tollpass import _native

def code_of(call, *arguments):
    """The code of the TollpassError that a call raises."""
    try:
        call(*arguments)
    except tollpass.TollpassError as error:
        return error.code
    return "OK"


class Package(unittest.TestCase):
    def test_imports_without_the_package_mcp(self):
        program = "import sys, tollpass; assert 'mcp' not in sys.modules; tollpass.open_test()"
        subprocess.run([sys.executable, "-c", program], check=True)

    def test_says_what_sessions_need_where_the_package_mcp_is_not_there(self):
        program = "import sys; sys.modules['mcp'] = None; import tollpass; tollpass.mcp.paid"
        done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
        needs = "ImportError: tollpass.mcp needs the package mcp: pip install 'mcp>=1.20,<3'"
        self.assertIn(needs, done.stderr)

    def test_says_its_version(self):
        self.assertRegex(tollpass.__version__, r"^\d+\.\d+\.\d+$")

    def test_an_interceptor_alone_pays(self):
        shop = Shop()
        kernel = home(shop)
        driver = Driver(kernel, shop)
        answer = json.loads(driver.call(PAID_CALL))
        self.assertEqual(answer["result"]["content"][0]["text"], "done")
        self.assertEqual(driver.repeats, "1")
        (row,) = kernel.log()
        self.assertEqual((row["money"], row["label"]), ("settled", "driver"))
        self.assertEqual(row["amount"]["atomic"], str(shop.price))
        self.assertEqual(kernel.show(row["id"])["tool"], "paid_echo")
        self.assertEqual(kernel.explain(row["id"])["call"]["reason"], "in_bounds")
        self.assertEqual(kernel.log(after_sequence=row["sequence"]), [])

    def test_a_question_about_a_tool_says_what_the_server_says_of_it_now(self):
        shop = Shop()
        kernel = home(shop)
        driver = Driver(kernel, shop)
        tools = shop._tools_list(None)
        for description in ("echoes", "sends all files"):
            for tool in tools["tools"]:
                tool["description"] = description
            with mock.patch.object(shop, "_tools_list", lambda _message: tools):
                driver.call('{"jsonrpc":"2.0","id":"list","method":"tools/list"}')
            driver.send(PAID_CALL)  # The second waits for the user and is not answered.
        (question,) = kernel.pending()
        self.assertEqual((question.reason, question.state), ("tool_changed", "pending"))
        self.assertIn("sends all files", question.server_says_of_tool)
        self.assertRegex(question.definition, "^[0-9a-f]{64}$")
        self.assertEqual((question.up_to, question.up_to_atomic, kernel.granted()), ("", "", []))
        kernel.approve(question.id, up_to="0.01 USDC")
        (granted,) = kernel.granted()
        self.assertEqual((granted.id, granted.state), (question.id, "granted"))
        self.assertEqual((granted.up_to, granted.up_to_atomic), ("0.01 USDC", "10000"))

    def test_a_paused_home_pays_nothing_until_it_is_resumed(self):
        shop = Shop()
        kernel = home(shop)
        kernel.pause()
        self.assertTrue(kernel.status()["paused"])
        answer = json.loads(Driver(kernel, shop).call(PAID_CALL))
        self.assertTrue(answer["result"]["isError"])
        self.assertEqual(shop.paid_ids, [])
        kernel.resume()
        self.assertFalse(kernel.status()["paused"])

    def test_a_payment_that_nobody_asked_for_is_explained(self):
        shop = Shop()
        payment = {"network": "eip155:84532", "asset": "USDC", "pay_to": shop.pay_to}
        small = home(shop).explain_payment(server="shop", amount="0.01 USDC", **payment)
        self.assertEqual((small["verdict"], small["reason"]), ("pay", "in_bounds"))
        large = home(shop).explain_payment(server="shop", amount="0.02 USDC", **payment)
        self.assertEqual((large["verdict"], large["reason"]), ("deny", "over_per_call"))

    def test_a_policy_text_is_checked_with_line_and_column(self):
        wrong = 'version = 1\nnetworks = ["testnet"]\nnonsense = 1\n'
        found = tollpass.Policy.check(wrong)
        self.assertFalse(found["ok"])
        self.assertEqual(found["errors"][0]["line"], 3)
        with self.assertRaisesRegex(tollpass.TollpassError, "nonsense") as caught:
            tollpass.Policy(wrong)
        self.assertEqual(caught.exception.code, "INVALID_ARGUMENT")

    def test_errors_carry_the_name_of_their_kind(self):
        kernel = home(Shop())
        self.assertEqual(code_of(tollpass.open, "/nowhere"), "NOT_FOUND")
        self.assertEqual(code_of(tollpass.open_test, "[server.x]\nnonsense = 1"), "INVALID_ARGUMENT")
        self.assertEqual(code_of(kernel.interceptor, "nobody"), "NOT_FOUND")
        self.assertEqual(code_of(kernel.approve, "nothing"), "NOT_FOUND")
        self.assertTrue(issubclass(tollpass.TollpassError, RuntimeError))

    def test_a_passphrase_is_not_shown(self):
        self.assertNotIn("secret", repr(tollpass.Approve(passphrase="secret")))


class Endpoints(unittest.TestCase):
    def test_what_a_section_says_of_its_server_is_told_and_counts_in_its_identity(self):
        shop = Shop()
        key = "8a88e3dd7409f195fd52db2d3cba5d72ca6709bf1d94121bf3748801b40f6f5c"
        key = f"shop.example ed25519:{key}"
        more = f'audience = "https://shop.example"\nquote_keys = ["{key}"]\n'
        kernel = tollpass.open_test(POLICY.format(pay_to=shop.pay_to) + more)
        told = kernel.endpoint("shop")
        self.assertEqual((told.audience, told.quote_keys), ("https://shop.example", [key]))
        bare = tollpass.Endpoint(command=told.command)
        same = tollpass.Endpoint(
            command=told.command, audience=told.audience, quote_keys=told.quote_keys
        )
        self.assertEqual(self.answers(kernel, shop, bare), [])  # It asks: no section is its own.
        (answer,) = self.answers(kernel, shop, same)
        self.assertEqual(json.loads(answer)["result"]["content"][0]["text"], "done")

    def answers(self, kernel, shop, endpoint):
        driver = Driver(kernel, shop)
        driver.interceptor = kernel.interceptor(endpoint)
        driver.send(PAID_CALL)
        return driver.host

    def test_what_is_no_utf_8_comes_back_as_the_operating_system_has_it(self):
        odd = b"/nowhere/\xff"
        one = tollpass.Endpoint(
            command=[odd, Path("/some/where"), "x"], cwd=os.fsdecode(odd), env={"ODD": odd}
        )
        name = os.fsdecode(odd)
        self.assertEqual(one.command, [name, "/some/where", "x"])
        self.assertEqual((one.cwd, one.env), (name, {"ODD": name}))
        with self.assertRaises(TypeError):
            tollpass.Endpoint(command=[1])


class Mistakes(unittest.TestCase):
    def test_an_error_names_the_argument_and_no_flag(self):
        kernel = home(Shop())
        for arguments, words in (
            ({"per_call": "1"}, "per_call: "),
            ({"total": "0 USDC"}, "total: "),
            ({"seconds": -1}, "seconds: a mandate holds for 1 second to "),
            ({"uses": 0}, "uses is how many payments at most: 1 to "),
            ({"uses": -1}, "uses is how many payments at most: 1 to "),
        ):
            with self.assertRaises(tollpass.TollpassError) as caught:
                kernel.allow("shop", **arguments)
            self.assertTrue(str(caught.exception).startswith(words), str(caught.exception))

    def test_one_name_is_no_list_of_tools(self):
        kernel = home(Shop())
        for tools in ("weather", b"weather", 3, [3]):
            with self.assertRaisesRegex(TypeError, "tools is a list of names"):
                kernel.allow("shop", tools=tools)
        self.assertTrue(kernel.allow("shop", tools=["weather"]))
        self.assertTrue(kernel.allow("shop", tools=("weather", "echo")))

    def test_an_error_says_what_to_do_next(self):
        kernel = home(Shop())
        with self.assertRaisesRegex(tollpass.TollpassError, "no question axxx.*tollpass pending"):
            kernel.approve("axxx")
        with self.assertRaisesRegex(tollpass.TollpassError, "nobody.*tollpass add"):
            kernel.interceptor("nobody")


class Paths(unittest.TestCase):
    def test_a_home_may_lie_where_the_path_is_no_utf_8(self):
        with tempfile.TemporaryDirectory() as folder:
            odd = os.path.join(os.fsencode(folder), b"\xff")
            os.mkdir(odd)
            with mock.patch.dict(os.environb, {b"TMPDIR": odd}):
                kernel = home(Shop())
            self.assertTrue(os.fsencode(kernel.path).startswith(odd))
            for spelled in (kernel.path, os.fsencode(kernel.path), Path(kernel.path)):
                again = tollpass.open(spelled)
                self.assertEqual(again.path, kernel.path)
                self.assertEqual(again.log(), [])
                self.assertEqual(again.status()["payments"], "on")
            del kernel, again

    def test_an_error_shows_a_path_that_is_no_utf_8(self):
        with self.assertRaises(tollpass.TollpassError) as caught:
            tollpass.open(b"/nowhere/\xff")
        self.assertIn("/nowhere/\\xff", str(caught.exception))


@unittest.skipUnless(Path("/proc/self/maps").exists(), "the memory of a process cannot be read")
class Secrets(unittest.TestCase):
    LENGTH = 1000
    TAIL = 64  # What is freed loses its first bytes to the allocator.

    def setUp(self):
        self.masked = os.urandom(self.LENGTH)  # It stands nowhere else until a test wants it.
        self.memmem = ctypes.CDLL(None).memmem
        self.memmem.restype = ctypes.c_void_p
        self.memmem.argtypes = [ctypes.c_void_p, ctypes.c_size_t] * 2

    def unmask(self, into, begin):
        for place in range(len(into)):
            into[place] = self.masked[begin + place] ^ 85

    def copies(self):
        """How often the secret's end stands in what this process may write."""
        needle = (ctypes.c_ubyte * self.TAIL)()
        self.unmask(needle, self.LENGTH - self.TAIL)
        found = -1  # the needle
        for line in Path("/proc/self/maps").read_text().splitlines():
            place, access, *_ = line.split()
            if not access.startswith("rw"):
                continue
            at, end = (int(digits, 16) for digits in place.split("-"))
            while at := self.memmem(at, end - at, ctypes.addressof(needle), self.TAIL):
                found += 1
                at += 1
        ctypes.memset(needle, 0, self.TAIL)
        return found

    def test_a_passphrase_leaves_no_copy_behind(self):
        kernel = home(Shop())
        for call in (
            kernel.resume,
            lambda secret: kernel.approve("none", passphrase=secret),
            lambda secret: kernel.allow("shop", passphrase=secret),
        ):
            secret = bytearray(self.LENGTH)
            self.unmask(secret, 0)
            self.assertEqual(self.copies(), 1)
            code_of(call, secret)
            secret[:] = bytes(self.LENGTH)
            self.assertEqual(self.copies(), 0)

    def test_a_passphrase_may_be_text_or_bytes_and_nothing_else(self):
        kernel = home(Shop())
        for secret in ("word", b"word", bytearray(b"word")):
            self.assertEqual(code_of(kernel.approve, "none", secret), "NOT_FOUND")
        with self.assertRaises(TypeError):
            kernel.approve("none", 5)


class Exits(unittest.TestCase):
    CALLS_UNTIL_THE_END = """
import threading, tollpass

kernel = tollpass.open_test()
begun = threading.Barrier(5)

def calls():
    begun.wait()
    try:
        while True:
            kernel.status()
    except tollpass.TollpassError as error:
        assert error.code == "UNAVAILABLE", error

for _ in range(4):
    threading.Thread(target=calls, daemon=True).start()
begun.wait()
print("main ends")
"""

    def test_the_interpreter_waits_for_calls_of_daemon_threads(self):
        done = subprocess.run(
            [sys.executable, "-c", self.CALLS_UNTIL_THE_END], capture_output=True, text=True, timeout=120
        )
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "main ends\n", ""))


class Forks(unittest.TestCase):
    def in_child(self, call):
        """What `call` printed in a forked child."""
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            try:
                os.write(writing, repr(call()).encode())
            finally:
                os._exit(0)
        os.close(writing)
        with open(reading, "rb") as pipe:
            text = pipe.read().decode()
        self.assertEqual(os.waitpid(child, 0)[1], 0)
        return text

    def test_a_child_gets_an_error_and_no_signature(self):
        shop = Shop()
        kernel = home(shop)
        driver = Driver(kernel, shop)
        requests = []
        kernel_authorize = kernel.authorize

        def ask_in_child():
            return [
                code_of(kernel.pending),
                code_of(kernel.interceptor, "shop"),
                code_of(driver.interceptor.from_host, PAID_CALL),
                code_of(kernel_authorize, requests[0]),
                code_of(_native.KernelWorker, kernel),
            ]

        driver.interceptor.from_host(PAID_CALL)
        challenge = json.dumps(shop.answer(json.loads(PAID_CALL)))
        actions = driver.interceptor.from_server(challenge)
        requests += [one.request for one in actions if isinstance(one, tollpass.Authorize)]
        self.assertEqual(self.in_child(ask_in_child), repr(["FAILED_PRECONDITION"] * 5))
        self.assertEqual(kernel.log(), [])
        self.assertEqual(kernel.authorize(requests[0]).kind, tollpass.DecisionKind.PAY)

    def test_a_child_leaves_what_it_inherited_to_its_parent(self):
        kernel = home(Shop())

        def drop():
            nonlocal kernel
            del kernel
            return "dropped"

        self.assertEqual(self.in_child(drop), repr("dropped"))
        self.assertTrue(Path(kernel.path).is_dir())

    def test_a_child_may_open_the_home_itself(self):
        kernel = home(Shop())
        path = kernel.path
        self.assertEqual(self.in_child(lambda: tollpass.open(path).pending()), "[]")


class Documentation(unittest.TestCase):
    def public(self):
        """(name, object) of everything that a host may call or read."""
        for name in [one for one in tollpass.__all__ if one != "__version__"]:
            yield name, getattr(tollpass, name)
            if not inspect.isclass(getattr(tollpass, name)):
                continue
            for member, value in vars(getattr(tollpass, name)).items():
                is_named = not member.startswith("_") and member not in ("name", "value")
                if is_named and (callable(value) or isinstance(value, property)):
                    yield f"{name}.{member}", value

    def test_no_public_name_is_without_words(self):
        silent = [
            name
            for name, value in self.public()
            if not isinstance(value, str) and not (value.__doc__ or "").strip()
        ]
        self.assertEqual(silent, [])

    def test_every_name_with_a_time_or_a_number_says_its_unit(self):
        units = {"_ms": "millisecond", "_at": "seconds since 1970", "seconds": "seconds"}
        for name, value in self.public():
            for ending, unit in units.items():
                if name.endswith(ending) and value.__doc__:
                    self.assertIn(unit, value.__doc__, name)

    def test_paid_refuses_a_dialog_that_cannot_be_called_at_once(self):
        shop = Shop()
        with self.assertRaisesRegex(TypeError, "on_ask is a function"):
            tollpass.mcp.paid(None, home(shop), server="shop", on_ask=3)

    def test_paid_tells_its_arguments(self):
        paid = tollpass.mcp.paid
        for argument in inspect.signature(paid).parameters:
            self.assertIn(f"{argument}:", paid.__doc__)


if __name__ == "__main__":
    unittest.main()
