// Answers an x402 challenge with the official payer classes: challenge on stdin, payment on stdout.

import { text } from "node:stream/consumers";
import { x402Client } from "@x402/core/client";
import { ExactEvmScheme } from "@x402/evm/exact/client";
import { privateKeyToAccount } from "viem/accounts";

const KEY = "0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80";

const client = new x402Client().register("eip155:*", new ExactEvmScheme(privateKeyToAccount(KEY)));
const challenge = JSON.parse(await text(process.stdin));
console.log(JSON.stringify(await client.createPaymentPayload(challenge)));
