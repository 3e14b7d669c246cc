"""A session of the official package pays without knowing, over every kind of transport."""

import asyncio
import contextlib
import json
import os
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from hosting import (
    DECLINED,
    NEEDS_APPROVAL,
    home,
    in_memory,
    over_http,
    over_stdio,
    paid_session,
    text_of,
)
from shop import PAYMENT_WORDS, PRICE, Shop

import tollpass

BUILD = Path(os.environ["TOLLPASS_BUILD"])


def money(kernel):
    return sorted(row["money"] for row in kernel.log())


class AnySession(unittest.IsolatedAsyncioTestCase):
    def assert_nothing_seen(self, kept, words):
        seen = "\n".join(kept).lower()
        self.assertEqual([word for word in words if word.lower() in seen], [])


class PaidSessions(AnySession):
    async def check(self, transport, shop):
        kernel, kept = home(shop), []
        async with paid_session(transport, kernel, kept) as one:
            tools = await one.list_tools()
            self.assertEqual(len(tools.tools), 4)
            self.assertEqual(await text_of(one, "echo", text="free"), "free")
            self.assertEqual(await text_of(one, "paid_echo", text="bought"), "bought")
            self.assertEqual(await text_of(one, "dear"), DECLINED)
            self.assertEqual(await text_of(one, "paid_echo", text="again"), "again")
        self.assertEqual(len(shop.paid_ids), 2)
        self.assertEqual(money(kernel), ["none", "settled", "settled"])
        self.assertEqual([row["call"] for row in kernel.log()], ["answered", "none", "answered"])
        self.assert_nothing_seen(kept, [*PAYMENT_WORDS, *shop.secrets])

    async def test_in_memory_pays_and_sees_nothing_of_it(self):
        shop = Shop()
        await self.check(in_memory(shop), shop)

    async def test_over_streamable_http_pays_and_sees_nothing_of_it(self):
        shop = Shop()
        await self.check(over_http(shop), shop)

    async def test_takes_streams_that_the_host_entered_itself(self):
        shop = Shop()
        async with in_memory(shop) as streams:
            await self.check(streams, shop)

    async def test_over_stdio_pays_the_sample_server_and_sees_nothing_of_it(self):
        shop = Shop()
        with tempfile.TemporaryDirectory() as folder:
            log = Path(folder) / "log"
            command = [str(BUILD / "samples/paid_server/paid_server"), "--dialect", "x402"]
            command += ["--price", str(PRICE), "--pay-to", shop.pay_to, "--log", str(log)]
            kernel, kept = home(shop, where=f"command = {json.dumps(command)}"), []
            where = kernel.endpoint("shop")
            self.assertEqual(where.command, command)
            async with paid_session(over_stdio(where.command), kernel, kept) as one:
                self.assertEqual(await text_of(one, "echo", text="hi"), "hi")
                self.assertEqual(await text_of(one, "paid_echo", text="ho"), "ho")
                self.assertEqual(await text_of(one, "almanac", city="Oslo"), DECLINED)
            records = [json.loads(line) for line in log.read_text().splitlines()]
        settled = [record for record in records if record["event"] == "settled"]
        self.assertEqual([record["value"] for record in settled], [str(PRICE)])
        self.assertEqual(money(kernel), ["none", "settled"])
        secrets = [settled[0][key][2:] for key in ("nonce", "signature", "transaction", "from")]
        self.assert_nothing_seen(kept, [*PAYMENT_WORDS[1:], *secrets])

    async def test_the_newest_client_class_takes_it_as_a_transport(self):
        import mcp

        if not hasattr(mcp, "Client"):
            self.skipTest("mcp 1.x has no client class")
        shop = Shop()
        kernel = home(shop)
        transport = tollpass.mcp.paid(in_memory(shop), kernel, server="shop")
        async with mcp.Client(transport) as client:
            result = await client.call_tool("paid_echo", {"text": "bought"})
        self.assertEqual(result.content[0].text, "bought")
        self.assertEqual(money(kernel), ["settled"])

    async def test_an_error_of_the_host_comes_out_as_itself(self):
        shop = Shop()
        with self.assertRaisesRegex(KeyError, "of the host"):
            async with tollpass.mcp.paid(in_memory(shop), home(shop), server="shop"):
                raise KeyError("of the host")

    async def test_a_server_without_a_section_is_named(self):
        shop = Shop()
        with self.assertRaises(tollpass.TollpassError) as caught:
            async with tollpass.mcp.paid(in_memory(shop), home(shop), server="nobody"):
                pass
        self.assertEqual(caught.exception.code, "NOT_FOUND")


class Budgets(AnySession):
    async def test_a_hundred_sessions_at_once_never_spend_more_than_the_day_allows(self):
        affordable, sessions = 60, 100
        shop = Shop()
        limit = f"{affordable * PRICE}"
        kernel = home(shop, f'per_day = "0.{limit.zfill(6)} USDC"')

        async def buy(number):
            async with paid_session(in_memory(shop), kernel) as one:
                return await text_of(one, "paid_echo", text=f"goods {number}")

        results = await asyncio.gather(*(buy(number) for number in range(sessions)))
        self.assertEqual(results.count(DECLINED), sessions - affordable)
        self.assertEqual(sum(text.startswith("goods") for text in results), affordable)
        self.assertEqual(len(shop.paid_ids), affordable)
        self.assertEqual(money(kernel).count("settled"), affordable)


class Questions(AnySession):
    def setUp(self):
        self.shop = Shop()
        self.asked = []
        self.kernel = home(self.shop, 'ask = "always"', 'ask_wait = "15s"')

    async def call_with(self, on_ask, times=1):
        async with paid_session(in_memory(self.shop), self.kernel, on_ask=on_ask) as one:
            return [await text_of(one, "paid_echo", text="bought") for _ in range(times)]

    async def test_a_coroutine_approves(self):
        async def ask(question):
            self.asked.append(question)
            await asyncio.sleep(0)
            return tollpass.Approve()

        self.assertEqual(await self.call_with(ask), ["bought"])
        (question,) = self.asked
        self.assertEqual(question.server, "shop")
        self.assertEqual(question.tool, "paid_echo")
        self.assertEqual(question.amount, "0.007313 USDC")
        self.assertEqual(question.payee.lower(), self.shop.pay_to)
        self.assertEqual(json.loads(question.arguments), {"text": "bought"})
        self.assertEqual(money(self.kernel)[-1], "settled")

    async def test_a_function_approves_off_the_loop(self):
        loop = asyncio.get_running_loop()

        def ask(question):
            # It would wait for ever on the loop's own thread.
            asyncio.run_coroutine_threadsafe(asyncio.sleep(0), loop).result(30)
            self.asked.append(question)
            return tollpass.Approve(up_to="0.01 USDC", seconds=60)

        self.assertEqual(await self.call_with(ask), ["bought"])
        self.assertEqual(len(self.asked), 1)

    async def test_a_denial_declines(self):
        self.assertEqual(await self.call_with(lambda _question: tollpass.Deny()), [DECLINED])
        self.assertEqual(self.shop.paid_ids, [])

    async def test_no_answer_leaves_the_question_and_is_not_asked_again(self):
        self.kernel = home(self.shop, 'ask = "always"', 'ask_wait = "1s"')

        def ask(question):
            self.asked.append(question)

        self.assertEqual(await self.call_with(ask, times=2), [NEEDS_APPROVAL] * 2)
        self.assertEqual(len(self.asked), 1)
        self.assertEqual([one.id for one in self.kernel.pending()], [self.asked[0].id])
        self.kernel.approve(self.asked[0].id)
        self.assertEqual(await self.call_with(ask), ["bought"])

    async def test_a_dialog_that_breaks_answers_nothing(self):
        self.kernel = home(self.shop, 'ask = "always"', 'ask_wait = "1s"')

        def ask(_question):
            raise ValueError("broken dialog")

        with self.assertLogs("tollpass", "ERROR"):
            self.assertEqual(await self.call_with(ask), [NEEDS_APPROVAL])
        self.assertEqual(self.shop.paid_ids, [])


    async def test_a_question_that_could_not_be_shown_is_asked_when_the_call_is_made_again(self):
        self.kernel = home(self.shop, 'ask = "always"', 'ask_wait = "1s"')

        def ask(question):
            self.asked.append(question)
            if len(self.asked) == 1:
                raise ValueError("broken dialog")
            return tollpass.Approve()

        with self.assertLogs("tollpass", "ERROR"):
            self.assertEqual(await self.call_with(ask, times=2), [NEEDS_APPROVAL, "bought"])
        self.assertEqual(self.asked[0].id, self.asked[1].id)

    async def test_a_question_that_could_not_be_read_is_asked_when_the_call_is_made_again(self):
        self.kernel = home(self.shop, 'ask = "always"', 'ask_wait = "1s"')
        read, told = tollpass.Kernel.pending, [tollpass.TollpassError("busy")]

        def pending(kernel):
            if told:
                raise told.pop()
            return read(kernel)

        with mock.patch.object(tollpass.Kernel, "pending", pending):
            with self.assertLogs("tollpass", "WARNING"):
                texts = await self.call_with(lambda _question: tollpass.Approve(), times=2)
        self.assertEqual(texts, [NEEDS_APPROVAL, "bought"])


class Endings(AnySession):
    async def test_a_call_whose_session_ends_is_left_open_and_its_proof_is_sent_again(self):
        shop = Shop()
        kernel = home(shop)
        with contextlib.suppress(asyncio.TimeoutError):
            async with asyncio.timeout(30), paid_session(in_memory(shop), kernel) as one:
                call = asyncio.create_task(text_of(one, "slow", text="x"))
                while not shop.paid_ids:
                    await asyncio.sleep(0.01)
                call.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await call
        (row,) = kernel.log()
        self.assertEqual((row["money"], row["call"]), ("unknown", "open"))
        first = [one for one in shop.seen if one.get("id") in shop.paid_ids]
        async with paid_session(in_memory(shop), kernel) as one:
            call = asyncio.create_task(text_of(one, "slow", text="x"))
            while len(shop.paid_ids) < 2:
                await asyncio.sleep(0.01)
            call.cancel()
        again = [one for one in shop.seen if one.get("id") in shop.paid_ids][-1]
        proof = "x402/payment"
        self.assertEqual(again["params"]["_meta"][proof], first[0]["params"]["_meta"][proof])
        self.assertEqual(len(kernel.log()), 1)

    async def test_a_cancelled_host_leaves_nothing_behind(self):
        shop = Shop()
        kernel = home(shop)

        async def host():
            async with paid_session(in_memory(shop), kernel) as one:
                await text_of(one, "slow")

        task = asyncio.create_task(host())
        while not shop.paid_ids:
            await asyncio.sleep(0.01)
        task.cancel()
        with self.assertRaises(asyncio.CancelledError):
            await task
        self.assertEqual([row["call"] for row in kernel.log()], ["open"])


if __name__ == "__main__":
    unittest.main()
