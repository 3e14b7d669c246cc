#!/usr/bin/env python3
"""A small paid MCP server that speaks x402 version 1, in each of its places, over stdio.

It settles nothing: it checks that a payment has the envelope of version 1 and was not used before,
writes every payment to the file named by its one argument, and answers with a receipt. Its tools
are named after the place of the demand; each costs 0.01 USDC on base-sepolia.
"""

import json
import sys

OFFER = {
    "scheme": "exact",
    "network": "base-sepolia",
    "maxAmountRequired": "10000",
    "resource": "mcp://tool/paid",
    "description": "canary-description",
    "mimeType": "application/json",
    "payTo": "0x209693Bc6afc0C5328bA36FaF03C514EF312287C",
    "maxTimeoutSeconds": 60,
    "asset": "0x036CbD53842c5426634e7929541eC2318f3dCF7e",
    "outputSchema": None,
    "extra": {"name": "USDC", "version": "2"},
}
DEMAND = {
    "x402Version": 1,
    "error": "canary-error",
    "accepts": [{**OFFER, "network": "canary-network"}, OFFER],
}
WRAPPED = {"x402/error": {"code": 402, "message": "canary-message", "data": DEMAND}}
TOOLS = ["structured", "text", "wrapped", "error", "mpp"]


def text(words):
    return [{"type": "text", "text": words}]


def demand(tool):
    """The member of a response that asks for money."""
    if tool == "error":
        return {"error": {"code": 402, "message": "canary-message", "data": DEMAND}}
    if tool == "mpp":
        data = {"httpStatus": 402, "challenges": [{"id": "canary-id", "realm": "canary-realm"}]}
        return {"error": {"code": -32042, "message": "canary-message", "data": data}}
    result = {"isError": True, "content": text("canary-text")}
    if tool == "structured":
        result["structuredContent"] = DEMAND
    else:
        result["content"] = text(json.dumps(WRAPPED if tool == "wrapped" else DEMAND))
    return {"result": result}


def call(params, seen):
    payment = params.get("_meta", {}).get("x402/payment")
    if not isinstance(payment, dict):
        return demand(params["name"])
    good = list(payment) == ["x402Version", "scheme", "network", "payload"]
    good = good and [payment[k] for k in list(payment)[:3]] == [1, "exact", "base-sepolia"]
    nonce = payment["payload"]["authorization"]["nonce"]
    if not good or nonce in seen:
        return demand(params["name"])
    seen.add(nonce)
    receipt = {
        "success": True,
        "transaction": "0x" + "ab" * 32,
        "network": "base-sepolia",
        "payer": payment["payload"]["authorization"]["from"],
    }
    result = {"content": text("paid"), "_meta": {"x402/payment-response": receipt}}
    return {"result": result}


def answer(message, seen):
    method = message["method"]
    if method == "initialize":
        capabilities = {"tools": {}, "experimental": {"payment": {"methods": {"canary-method": {}}}}}
        info = {"name": "v1", "version": "1"}
        revision = message["params"]["protocolVersion"]
        return {"result": {"protocolVersion": revision, "capabilities": capabilities,
                           "serverInfo": info}}
    if method == "tools/list":
        tools = [
            {"name": name, "inputSchema": {"type": "object"},
             "_meta": {"agents-x402/priceUSD": "canary-price"}, "payment": [{"protocol": "canary"}]}
            for name in TOOLS
        ]
        return {"result": {"tools": tools}}
    if method == "tools/call":
        return call(message["params"], seen)
    return {"error": {"code": -32601, "message": "no such method"}}


def main():
    seen = set()
    with open(sys.argv[1], "a", encoding="utf-8") as log:
        for line in sys.stdin:
            message = json.loads(line)
            if "id" not in message:
                continue
            if "x402/payment" in line:
                log.write(line)
                log.flush()
            body = {"jsonrpc": "2.0", "id": message["id"], **answer(message, seen)}
            print(json.dumps(body), flush=True)


if __name__ == "__main__":
    main()
