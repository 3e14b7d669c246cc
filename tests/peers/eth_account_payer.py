"""Answers an x402 challenge with PyPI's eth-account: challenge on stdin, payment on stdout.

--chain-id N signs for another chain than the challenge names.
"""

import argparse
import json
import secrets
import sys
import time

from eth_account import Account

KEY = "0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80"
TRANSFER = [
    ("from", "address"),
    ("to", "address"),
    ("value", "uint256"),
    ("validAfter", "uint256"),
    ("validBefore", "uint256"),
    ("nonce", "bytes32"),
]


def pay(challenge, chain_id):
    offer = challenge["accepts"][0]
    account = Account.from_key(KEY)
    message = {
        "from": account.address,
        "to": offer["payTo"],
        "value": int(offer["amount"]),
        "validAfter": 0,
        "validBefore": int(time.time()) + offer["maxTimeoutSeconds"],
        "nonce": secrets.token_bytes(32),
    }
    domain = {
        "name": offer["extra"]["name"],
        "version": offer["extra"]["version"],
        "chainId": chain_id or int(offer["network"].removeprefix("eip155:")),
        "verifyingContract": offer["asset"],
    }
    types = {"TransferWithAuthorization": [{"name": n, "type": t} for n, t in TRANSFER]}
    signed = Account.sign_typed_data(KEY, domain, types, message)
    authorization = {key: str(value) for key, value in message.items()}
    authorization["nonce"] = "0x" + message["nonce"].hex()
    payload = {"authorization": authorization, "signature": "0x" + signed.signature.hex()}
    return {"x402Version": 2, "accepted": offer, "payload": payload}


parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("--chain-id", type=int)
print(json.dumps(pay(json.load(sys.stdin), parser.parse_args().chain_id)))
