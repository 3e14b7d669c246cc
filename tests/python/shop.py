"""A small paid MCP server that is nothing but a function of messages, for tests of hosts.

It takes any payment for good: what it tests is what a host does and sees. Whatever belongs to a
payment has a canary in it.
"""

import json
import secrets
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

CANARY = "canary"
PRICE = 7313
REVISION = "2025-11-25"
# A number, a name or a word that only a message of a payment holds.
PAYMENT_WORDS = [CANARY, str(PRICE), "x402", "eip155", "accepts", "payTo", "USDC", "signature"]


def account():
    return "0x" + secrets.token_hex(20)


class Shop:
    """`answer` gives the response to a message, or None. Calls of "slow" are never answered."""

    def __init__(self, pay_to=None, price=PRICE):
        self.pay_to = pay_to or account()
        self.price = price
        self.seen = []
        self.headers = []
        self.as_events = False  # over HTTP
        self.secrets = [self.pay_to[2:]]

    @property
    def paid_ids(self):
        return [one["id"] for one in self.seen if "x402/payment" in _meta(one)]

    def answer(self, message):
        self.seen.append(message)
        if "id" not in message or "method" not in message:
            return None
        serve = getattr(self, "_" + message["method"].replace("/", "_"), None)
        if serve is None:
            error = {"code": -32601, "message": "unknown method"}
            return {"jsonrpc": "2.0", "id": message["id"], "error": error}
        result = serve(message)
        return result and {"jsonrpc": "2.0", "id": message["id"], "result": result}

    def _initialize(self, message):
        asked = message["params"]["protocolVersion"]
        return {
            "protocolVersion": min(asked, REVISION),
            "capabilities": {"tools": {}},
            "serverInfo": {"name": "shop", "version": "1"},
        }

    def _tools_list(self, _message):
        names = ["echo", "paid_echo", "dear", "slow"]
        return {"tools": [{"name": name, "inputSchema": {"type": "object"}} for name in names]}

    def _tools_call(self, message):
        params = message["params"]
        proof = _meta(message).get("x402/payment")
        if params["name"] == "echo" or proof:
            if params["name"] == "slow":
                return None
            return self._delivered(params, proof)
        return self._challenge(self.price * 1000 if params["name"] == "dear" else self.price)

    def _delivered(self, params, proof):
        arguments = params.get("arguments", {})
        text = arguments.get("text", "done")
        result = {"content": [{"type": "text", "text": text}], "x-unknown": {"null": None}}
        if proof:
            result["_meta"] = {"x402/payment-response": self._receipt(proof), "kept": 1}
        return result

    def _receipt(self, proof):
        authorization = proof["payload"]["authorization"]
        transaction = "0x" + secrets.token_hex(32)
        self.secrets += [transaction[2:], authorization["from"][2:], authorization["nonce"][2:]]
        return {
            "success": True,
            "network": "eip155:84532",
            "payer": authorization["from"],
            "transaction": transaction,
            "extra": CANARY,
        }

    def _challenge(self, price):
        offer = {
            "scheme": "exact",
            "network": "eip155:84532",
            "amount": str(price),
            "asset": "0x036CbD53842c5426634e7929541eC2318f3dCF7e",
            "payTo": self.pay_to,
            "maxTimeoutSeconds": 60,
            "extra": {"name": "USDC", "version": "2"},
        }
        demand = {
            "x402Version": 2,
            "error": f"{CANARY}: pay me",
            "resource": {"url": "mcp://tool/echo", "description": CANARY},
            "accepts": [offer],
        }
        text = {"type": "text", "text": json.dumps(demand)}
        return {"isError": True, "structuredContent": demand, "content": [text]}


def _meta(message):
    return (message.get("params") or {}).get("_meta") or {}


def serve_http(shop):
    """Serves Streamable HTTP on a port of its own: JSON, or one event for each answer if the shop
    says so. Returns (server, url)."""

    class Endpoint(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self):
            message = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            shop.headers.append(dict(self.headers))
            response = shop.answer(message)
            text = json.dumps(response) if response else ""
            if text and shop.as_events:
                self._send(200, f"event: message\ndata: {text}\n\n", "text/event-stream")
            else:
                self._send(200 if response else 202, text)

        def do_GET(self):
            self._send(405, "")

        def do_DELETE(self):
            self._send(200, "")

        def _send(self, status, text, kind="application/json"):
            body = text.encode()
            self.send_response(status)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_arguments):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Endpoint)
    Thread(target=server.serve_forever, daemon=True).start()
    return server, f"http://127.0.0.1:{server.server_port}/mcp"
