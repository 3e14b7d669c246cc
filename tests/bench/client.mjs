// A host on the official MCP client that makes paid calls when it is told to, and times them.
//
//   node client.mjs pays PROGRAM ARG...    pays itself, by the official x402 client
//   node client.mjs plain PROGRAM ARG...   knows nothing of payments
//
// Prints "ready"; then for each number on a line of its input the nanoseconds of one call.

import { createInterface } from "node:readline";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";

const KEY = "0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80";

async function makeWallet() {
  const { x402Client } = await import("@x402/core/client");
  const { ExactEvmScheme } = await import("@x402/evm/exact/client");
  const { privateKeyToAccount } = await import("viem/accounts");
  return new x402Client().register("eip155:*", new ExactEvmScheme(privateKeyToAccount(KEY)));
}

const [mode, command, ...args] = process.argv.slice(2);
const wallet = mode === "pays" ? await makeWallet() : undefined;
const mcp = new Client({ name: "bench", version: "1" });
await mcp.connect(
  new StdioClientTransport({ command, args, env: process.env, stderr: "inherit" }),
);

// The package that wraps this loop is not in the registry; this is all that it must do.
async function call(number) {
  const request = { name: "paid", arguments: { text: `call ${number}` } };
  let result = await mcp.callTool(request);
  if (wallet && result.isError) {
    const payment = await wallet.createPaymentPayload(result.structuredContent);
    result = await mcp.callTool({ ...request, _meta: { "x402/payment": payment } });
  }
  if (result.content[0].text !== "done") throw new Error(JSON.stringify(result));
}

console.log("ready");
for await (const number of createInterface({ input: process.stdin })) {
  const begin = process.hrtime.bigint();
  await call(number);
  console.log(String(process.hrtime.bigint() - begin));
}
await mcp.close();
