"""What passes through unharmed: metadata, unknown fields, nulls, ids, cancellations, exceptions."""

import asyncio
import contextvars
import functools
import json
import unittest

import anyio
from hosting import DECLINED, RawHost, home, over_http, paid_session, text_of
from mcp.shared.memory import create_client_server_memory_streams
from mcp.shared.message import ClientMessageMetadata
from shop import CANARY, PAYMENT_WORDS, Shop

import tollpass
from tollpass.mcp import messages


def conversation(test):
    """Runs a test between a host and a server that look at single messages."""

    @functools.wraps(test)
    async def run(self):
        self.shop = Shop()
        async with create_client_server_memory_streams() as (client, server):
            self.server_read, self.server_write = server
            async with tollpass.mcp.paid(client, home(self.shop), server="shop") as pair:
                self.host = RawHost(pair)
                await asyncio.wait_for(test(self), 60)

    return run


class Messages(unittest.IsolatedAsyncioTestCase):
    async def at_server(self):
        return await asyncio.wait_for(self.server_read.receive(), 30)

    async def from_server(self, message, metadata=None):
        item = messages.read(json.dumps(message).encode(), metadata)
        await self.server_write.send(item)
        return item

    async def shop_answers(self):
        """The shop answers the next message; that message."""
        item = await self.at_server()
        response = self.shop.answer(json.loads(messages.written(item)))
        if response is not None:
            await self.from_server(response)
        return item

    @conversation
    async def test_what_is_not_about_payments_is_the_same_object_both_ways(self):
        sent = await self.host.call("echo", nothing=None, big=2**70, odd=1.0)
        self.assertIs(await self.at_server(), sent)
        result = {"content": [], "x": {"y": None}}
        answer = await self.from_server({"jsonrpc": "2.0", "id": 1, "result": result})
        self.assertIs(await self.host.receive(), answer)

    @conversation
    async def test_the_paid_attempt_carries_what_the_host_sent_but_for_id_and_proof(self):
        arguments = {"nothing": None, "big": 2**70, "text": "ü\x00"}
        await self.host.call("paid_echo", "call-1", **arguments)
        await self.shop_answers()
        paid = json.loads(messages.written(await self.shop_answers()))
        self.assertIn("x402/payment", paid["params"].pop("_meta"))
        self.assertIsInstance(paid.pop("id"), str)
        params = {"name": "paid_echo", "arguments": arguments}
        self.assertEqual(paid, {"jsonrpc": "2.0", "method": "tools/call", "params": params})

    @conversation
    async def test_a_paid_result_keeps_what_nobody_knows_and_the_id_of_the_host(self):
        await self.host.call("paid_echo", 7)
        await self.shop_answers()
        await self.shop_answers()
        answer = await self.host.answer()
        self.assertEqual(answer["id"], 7)
        self.assertEqual(answer["result"]["x-unknown"], {"null": None})
        self.assertEqual(answer["result"]["_meta"], {"kept": 1})

    @conversation
    async def test_metadata_goes_along_with_both_attempts_but_for_the_resumption_token(self):
        async def on_token(_token):
            pass

        metadata = ClientMessageMetadata(
            resumption_token="t1", on_resumption_token_update=on_token
        )
        if hasattr(metadata, "headers"):
            metadata.headers = {"Mcp-Name": "paid_echo"}
        await self.host.call("paid_echo", metadata=metadata)
        self.assertIs((await self.shop_answers()).metadata, metadata)
        paid = (await self.shop_answers()).metadata
        self.assertIs(paid.on_resumption_token_update, on_token)
        self.assertIsNone(paid.resumption_token)
        self.assertEqual(
            getattr(paid, "headers", None), getattr(metadata, "headers", None)
        )

    @conversation
    async def test_a_cancelled_request_is_cancelled_under_the_id_that_the_server_knows(self):
        await self.host.call("slow", 5)
        await self.shop_answers()
        paid = json.loads(messages.written(await self.shop_answers()))
        self.assertNotEqual(paid["id"], 5)
        taken_back = {"requestId": 5, "reason": "no longer"}
        await self.host.send(
            {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": taken_back}
        )
        cancel = json.loads(messages.written(await self.at_server()))
        self.assertEqual(cancel["params"]["requestId"], paid["id"])

    @conversation
    async def test_a_late_result_of_a_cancelled_call_is_booked_and_not_shown(self):
        await self.host.call("slow", 5)
        await self.shop_answers()
        paid = json.loads(messages.written(await self.shop_answers()))
        await self.host.send(
            {
                "jsonrpc": "2.0",
                "method": "notifications/cancelled",
                "params": {"requestId": 5},
            }
        )
        await self.at_server()
        receipt = {"success": True, "transaction": "0x1", "network": "eip155:84532"}
        late = {"content": [], "_meta": {"x402/payment-response": receipt}}
        await self.from_server({"jsonrpc": "2.0", "id": paid["id"], "result": late})
        await self.host.send({"jsonrpc": "2.0", "id": 6, "method": "ping"})
        await self.at_server()
        await self.from_server({"jsonrpc": "2.0", "id": 6, "result": {}})
        self.assertEqual((await self.host.answer())["id"], 6)

    @conversation
    async def test_an_exception_of_the_transport_is_passed_on(self):
        failure = ConnectionResetError("gone")
        await self.server_write.send(failure)
        self.assertIs(await self.host.receive(), failure)

    @conversation
    async def test_an_exception_about_an_unreadable_message_does_not_show_its_words(self):
        for line in (b"{" + CANARY.encode(), json.dumps({"accepts": CANARY}).encode()):
            try:
                messages.read(line, None)
            except ValueError as failure:
                self.assertIn(CANARY, str(failure))
                await self.server_write.send(failure)
            passed = await self.host.receive()
            self.assertIsInstance(passed, ValueError)
            self.assertNotIn(CANARY, f"{passed} {passed!r} {passed.errors()}")

    @conversation
    async def test_an_exception_that_wraps_such_a_one_does_not_show_its_words(self):
        words = '{"accepts": "' + CANARY
        try:
            json.loads(words)
        except ValueError as failure:
            wrapping = RuntimeError(f"no message: {words}")
            wrapping.__cause__ = failure
            for item in (failure, wrapping, ValueError(f"Unexpected content type: {CANARY}")):
                await self.server_write.send(item)
                passed = await self.host.receive()
                self.assertIsInstance(passed, ValueError)
                self.assertIn("could not be read", str(passed))
                chain = [passed.__cause__, passed.__context__, vars(passed)]
                self.assertNotIn(CANARY, f"{passed!r} {chain}")

    @conversation
    async def test_an_error_that_a_transport_made_of_what_it_could_not_read_loses_its_words(self):
        for code, words in (
            (-32700, "Failed to parse JSON response: input_value="),
            (-32700, "Failed to parse SSE message: input_value="),
            (-32000, "SSE stream failed: got "),
            (-32600, "Unexpected content type: "),
        ):
            await self.host.call("echo", 1)
            await self.at_server()
            error = {"code": code, "message": words + CANARY, "data": CANARY}
            await self.from_server({"jsonrpc": "2.0", "id": 1, "error": error})
            answer = await self.host.answer()
            self.assertEqual((answer["id"], answer["error"]["code"]), (1, code))
            self.assertIn("could not be read", answer["error"]["message"])
            self.assertNotIn(CANARY, json.dumps(answer))

    @conversation
    async def test_half_a_surrogate_pair_passes(self):
        sent = await self.host.call("echo")
        params = getattr(sent.message, "root", sent.message).params
        params["arguments"]["text"] = "\ud800"
        self.assertIs(await self.at_server(), sent)

    @conversation
    async def test_half_a_surrogate_pair_is_paid_for_and_comes_back(self):
        await self.host.call("paid_echo", text="\ud800")
        await self.shop_answers()
        paid = json.loads(messages.written(await self.shop_answers()))
        self.assertIn("x402/payment", paid["params"]["_meta"])
        self.assertEqual(paid["params"]["arguments"], {"text": "\ud800"})
        answer = await self.host.answer()
        self.assertEqual(answer["result"]["content"][0]["text"], "\ud800")

    @conversation
    async def test_a_message_over_16_mib_is_answered_and_does_not_pass(self):
        long = "x" * (16 * 2**20)
        await self.host.call("echo", 1, text=long)
        self.assertIn("16 MiB", (await self.host.answer())["error"]["message"])
        await self.host.call("echo", 2)
        self.assertEqual(json.loads(messages.written(await self.at_server()))["id"], 2)
        await self.from_server({"jsonrpc": "2.0", "id": 2, "result": {"text": long}})
        self.assertIn("16 MiB", (await self.host.answer())["error"]["message"])

    @conversation
    async def test_requests_of_the_server_pass_while_a_call_is_paid(self):
        await self.host.call("slow", 5)
        await self.shop_answers()
        await self.shop_answers()
        asked = await self.from_server({"jsonrpc": "2.0", "id": 5, "method": "roots/list"})
        self.assertIs(await self.host.receive(), asked)
        answer = await self.host.send({"jsonrpc": "2.0", "id": 5, "result": {"roots": []}})
        self.assertIs(await self.at_server(), answer)

    @conversation
    async def test_a_server_that_ends_answers_what_waits_and_ends_the_session(self):
        await self.host.call("slow", 5)
        await self.shop_answers()
        await self.shop_answers()
        await self.server_write.aclose()
        answer = await self.host.answer()
        self.assertEqual(answer["id"], 5)
        self.assertNotIn(DECLINED, json.dumps(answer))
        with self.assertRaises(anyio.EndOfStream):
            await self.host.receive()

    @conversation
    async def test_a_host_that_closes_its_stream_closes_the_transports(self):
        await self.host._write.aclose()
        with self.assertRaises(anyio.EndOfStream):
            await self.at_server()


class Unreadable(Shop):
    """Asks for money in messages that are nearly JSON-RPC."""

    def _error(self, message, wrong):
        demand = self._challenge(self.price)["structuredContent"]
        error = {"code": 402, "message": f"{CANARY}: pay me", "data": demand}
        whole = {"jsonrpc": "2.0", "id": message["id"], "error": error}
        for name, value in wrong.items():
            (whole if name in whole else error)[name] = value
        return whole

    WRONG = [{"code": 402.5}, {"message": None}, {"jsonrpc": "1.0"}, {"message": 7313}]

    def answer(self, message):
        if message.get("method") != "tools/call":
            return super().answer(message)
        return self._error(message, self.WRONG[message["params"]["arguments"]["which"]])


class UnreadableDemands(unittest.IsolatedAsyncioTestCase):
    async def over(self, shop, ask):
        kernel, kept, said = home(shop), [], []
        async with over_http(shop) as streams:
            async with paid_session(streams, kernel, kept) as one:
                for which in range(len(shop.WRONG)):
                    said.append(await ask(one, which, kept))
        seen = "\n".join([*kept, *said]).lower()
        self.assertEqual([word for word in PAYMENT_WORDS if word.lower() in seen], [])
        self.assertNotIn(shop.pay_to[2:], seen)
        self.assertIn("could not be read", seen)

    async def ask(self, one, which, kept):
        """What the host is told: 1.x never answers such a call, and gives an exception beside it."""
        before = len(kept)
        call = asyncio.create_task(text_of(one, "paid_echo", which=which))
        while not call.done() and len(kept) == before:
            await asyncio.sleep(0.001)
        if isinstance(messages.types.JSONRPCMessage, type):  # 1.x
            call.cancel()
        try:
            return await call
        except (Exception, asyncio.CancelledError) as failure:
            return f"{failure} {failure!r}"

    async def test_a_host_over_streamable_http_sees_none_of_their_words(self):
        with self.assertLogs(level="ERROR"):  # What the package itself logs is its own.
            await self.over(Unreadable(), self.ask)

    async def test_a_host_over_a_stream_of_events_sees_none_of_their_words(self):
        with self.assertLogs(level="ERROR"):
            shop = Unreadable()
            shop.as_events = True
            await self.over(shop, self.ask)


class Contexts(unittest.IsolatedAsyncioTestCase):
    async def test_context_variables_of_the_sender_reach_the_transport(self):
        async with create_client_server_memory_streams() as (client, server):
            if not hasattr(server[0], "last_context"):
                self.skipTest("mcp 1.x passes none on")
            variable = contextvars.ContextVar("variable", default="unset")
            shop = Shop()
            async with tollpass.mcp.paid(client, home(shop), server="shop") as pair:
                variable.set("of the host")
                await RawHost(pair).call("echo")
                await server[0].receive()
                self.assertEqual(server[0].last_context.get(variable), "of the host")


if __name__ == "__main__":
    unittest.main()
