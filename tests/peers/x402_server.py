"""A paid MCP server on the official Python package of x402 with its MCP wrapper, and the official MCP
server class. Only the chain is made up: signatures are verified for real.

  x402_server.py [--record FILE]     FILE gets one JSON line for each payment that came
"""

import asyncio
import json
import sys

from eth_utils import keccak
from mcp.server.fastmcp import FastMCP
from mcp.types import CallToolRequest
from x402 import x402Facilitator, x402ResourceServer
from x402.mcp import create_payment_wrapper
from x402.mechanisms.evm.exact import ExactEvmServerScheme
from x402.mechanisms.evm.exact.facilitator import ExactEvmScheme
from x402.mechanisms.evm.types import TransactionReceipt
from x402.schemas import ResourceConfig, ResourceInfo

NETWORK = "eip155:84532"
TOKEN = "0x036CbD53842c5426634e7929541eC2318f3dCF7e"
PAY_TO = "0x209693Bc6afc0C5328bA36FaF03C514EF312287C"
TRANSFER = "transferWithAuthorization"
TRANSFER_EVENT = "0x" + keccak(text="Transfer(address,address,uint256)").hex()


class MadeUpChain:
    """A chain with one token on it, as far as a facilitator looks at one."""

    def __init__(self):
        self._used = set()
        self._receipts = {}

    def get_addresses(self):
        return ["0x00000000000000000000000000000000000000f0"]

    def get_chain_id(self):
        return int(NETWORK.split(":")[1])

    def get_code(self, address):
        return b"\x60" if address.lower() == TOKEN.lower() else b""

    def read_contract(self, address, abi, function, *arguments):
        if function != TRANSFER:
            raise ValueError(f"{function} is not on this chain")
        self._check_unused(arguments)

    def write_contract(self, address, abi, function, *arguments, data_suffix=None):
        if function != TRANSFER:
            raise ValueError(f"{function} is not on this chain")
        self._check_unused(arguments)
        payer, payee, value = arguments[:3]
        nonce = arguments[5]
        self._used.add((payer.lower(), nonce))
        name = "0x" + keccak(nonce).hex()
        topics = [TRANSFER_EVENT, *("0x" + word[2:].rjust(64, "0") for word in (payer, payee))]
        event = {"address": TOKEN, "topics": topics, "data": "0x" + f"{value:064x}"}
        self._receipts[name] = TransactionReceipt(1, 1, name, [event])
        return name

    def wait_for_transaction_receipt(self, name):
        return self._receipts[name]

    def _check_unused(self, arguments):
        if (arguments[0].lower(), arguments[5]) in self._used:
            raise ValueError("execution reverted: authorization is used")


class LocalFacilitator:
    """The official facilitator without the HTTP between it and the server."""

    def __init__(self):
        self._facilitator = x402Facilitator()
        self._facilitator.register([NETWORK], ExactEvmScheme(MadeUpChain()))

    async def verify(self, payload, requirements):
        return await self._facilitator.verify(payload, requirements)

    async def settle(self, payload, requirements):
        return await self._facilitator.settle(payload, requirements)

    def get_supported(self):
        return self._facilitator.get_supported()


def make_server(record):
    paywall = x402ResourceServer(LocalFacilitator())
    paywall.register(NETWORK, ExactEvmServerScheme())
    paywall.initialize()
    accepts = paywall.build_payment_requirements(
        ResourceConfig(
            scheme="exact",
            network=NETWORK,
            pay_to=PAY_TO,
            price="$0.01",
            max_timeout_seconds=60,
        )
    )
    mcp = FastMCP("official-python-peer", log_level="ERROR")
    paid = create_payment_wrapper(
        paywall,
        accepts=accepts,
        resource=ResourceInfo(url="mcp://tool/paid_echo", description="Tool: paid_echo"),
    )

    @mcp.tool(name="free_echo")
    async def free_echo(text: str) -> str:
        return text

    @mcp.tool(name="paid_echo", structured_output=False)
    @paid
    async def paid_echo(text: str) -> str:
        return text

    handlers = mcp._mcp_server.request_handlers
    call = handlers[CallToolRequest]

    async def recording(request):
        meta = request.params.meta.model_dump() if request.params.meta else {}
        if "x402/payment" in meta:
            record(meta["x402/payment"])
        return await call(request)

    handlers[CallToolRequest] = recording
    return mcp


def main():
    path = sys.argv[2] if sys.argv[1:2] == ["--record"] else None

    def record(payment):
        if path is not None:
            with open(path, "a") as file:
                file.write(json.dumps(payment) + "\n")

    asyncio.run(make_server(record).run_stdio_async())


main()
