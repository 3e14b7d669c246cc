"""Many proxies on one home, each with calls of its own, until the time is over."""

import json
import random
import select
import subprocess
import threading
import time
from collections import Counter

from promises import is_good, text_of_answer
from session import INITIALIZED, CHUNK, hello, request
from world import PATIENCE, PAYMENT_WORDS, World


class Host:
    """One host with a proxy, in a thread of its own."""

    def __init__(self, world, name):
        self.said = Counter()  # of answers to paid calls; "" stands for the result
        self.free = 0
        self.longest = 0.0  # seconds between a call and its answer
        self.breach = None
        self._name = name
        self._last = 1
        self._rest = b""
        self._bytes = b""
        self._proxy = subprocess.Popen(
            world.proxy(),
            env=world.env,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            bufsize=0,
        )

    def run(self, until):
        chance = random.Random(self._name)
        try:
            self._proxy.stdin.write(hello())
            self._receive({1})
            self._proxy.stdin.write(INITIALIZED)
            while time.monotonic() < until:
                tools = chance.choice([["paid_echo"], ["paid_echo", "paid_echo"], ["echo"]])
                self._call([*tools, *chance.choice([[], ["echo"]])])
            self._proxy.stdin.close()
            code = self._proxy.wait(PATIENCE)
            if code != 0:
                raise RuntimeError(f"the proxy ended with {code}")
        except Exception as problem:  # told by the test, which is another thread
            self.breach = f"{self._name}: {problem}"

    def _call(self, tools):
        texts = {}
        begun = time.monotonic()
        for tool in tools:
            self._last += 1
            texts[self._last] = (tool, f"{self._name} {self._last}")
            params = {"name": tool, "arguments": {"text": texts[self._last][1]}}
            self._proxy.stdin.write(request(self._last, "tools/call", params))
        answers = self._receive(set(texts))
        self.longest = max(self.longest, time.monotonic() - begun)
        for number, (tool, text) in texts.items():
            good = is_good(answers[number], text)
            if tool == "paid_echo":
                self.said["" if good else text_of_answer(answers[number])] += 1
            elif good:
                self.free += 1
            else:
                raise RuntimeError(f"a free call was answered with {answers[number]}")

    def _receive(self, numbers):
        answers = {}
        while numbers - answers.keys():
            line, newline, rest = self._rest.partition(b"\n")
            if newline:
                self._rest = rest
                message = json.loads(line)
                answers[message.get("id")] = message
                continue
            if not select.select([self._proxy.stdout], [], [], PATIENCE)[0]:
                raise RuntimeError(f"no answer for {PATIENCE} s to {numbers - answers.keys()}")
            data = self._proxy.stdout.read(CHUNK)
            if not data:
                raise RuntimeError("the proxy ended before it answered")
            if PAYMENT_WORDS.search(self._rest + data):
                raise RuntimeError(f"the host saw words of a payment: {self._rest + data!r}")
            self._rest += data
        return answers


def breaches(world, hosts):
    charges = world.charges()
    good = sum(host.said[""] for host in hosts)
    declined = sum(count for host in hosts for text, count in host.said.items() if "rules" in text)
    settled = [record["nonce"] for record in world.seen("settled")]
    yield from (host.breach for host in hosts if host.breach)
    if len(charges) > world.payments or (declined and len(charges) != world.payments):
        yield f"{len(charges)} payments, {world.payments} allowed, {declined} calls declined"
    if world.spent() != len(charges):
        yield f"status counts {world.spent()} payments, the ledger has {len(charges)}"
    if len(settled) != len(set(settled)) or not set(settled) <= {c["nonce"] for c in charges}:
        yield "the server settled what the ledger does not have once"
    if good != len(settled):
        yield f"{good} results for {len(settled)} settled payments"
    yield from world.faults()


def play(options, folder):
    world = World(options.build, folder, options.payments, tapped=False)
    hosts = [Host(world, f"host {i}") for i in range(options.proxies)]
    until = time.monotonic() + options.seconds
    threads = [threading.Thread(target=host.run, args=(until,)) for host in hosts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    said = sum((host.said for host in hosts), Counter())
    found = list(breaches(world, hosts))
    for breach in found:
        print(f"FAIL crash: {breach}")
    print(
        f"{options.proxies} proxies, {options.seconds:g} s: {len(world.charges())} payments of "
        f"{world.payments} allowed, {sum(host.free for host in hosts)} free calls; "
        f"the longest wait for an answer was {max(host.longest for host in hosts):.1f} s"
    )
    for text, count in sorted(said.items()):
        print(f"  {count:6} paid calls: {text or 'the result'}")
    return not found
