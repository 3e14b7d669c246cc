// A paid MCP server built from the official x402 classes (@x402/core, @x402/evm) and the official
// MCP server class. Only the chain is made up: signatures are verified for real.
//
//   node x402_server.mjs [--record FILE]     FILE gets one JSON line for each payment that came

import { appendFileSync } from "node:fs";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { x402Facilitator } from "@x402/core/facilitator";
import { x402ResourceServer } from "@x402/core/server";
import { ExactEvmScheme as ExactFacilitator } from "@x402/evm/exact/facilitator";
import { ExactEvmScheme as ExactServer } from "@x402/evm/exact/server";
import { encodeAbiParameters, keccak256, pad, toHex, verifyTypedData } from "viem";

const NETWORK = "eip155:84532";
const TOKEN = "0x036CbD53842c5426634e7929541eC2318f3dCF7e";
const PAY_TO = "0x209693Bc6afc0C5328bA36FaF03C514EF312287C";
const TRANSFER_EVENT = keccak256(toHex("Transfer(address,address,uint256)"));

/** A chain with one token on it, as far as a facilitator looks at one. */
function madeUpChain() {
  const usedNonces = new Set();
  const receipts = new Map();
  const key = (from, nonce) => `${from} ${nonce}`.toLowerCase();

  return {
    getAddresses: () => ["0x00000000000000000000000000000000000000f0"],
    getCode: async ({ address }) =>
      address.toLowerCase() === TOKEN.toLowerCase() ? "0x60" : undefined,
    verifyTypedData: (message) => verifyTypedData(message),
    readContract: async ({ functionName, args }) => {
      if (functionName !== "transferWithAuthorization") {
        throw new Error(`${functionName} is not on this chain`);
      }
      if (usedNonces.has(key(args[0], args[5]))) throw new Error("authorization is used");
    },
    writeContract: async ({ functionName, args }) => {
      const [from, to, value, , , nonce] = args;
      if (functionName !== "transferWithAuthorization" || usedNonces.has(key(from, nonce))) {
        throw new Error("execution reverted");
      }
      usedNonces.add(key(from, nonce));
      const hash = keccak256(toHex(key(from, nonce)));
      const transfer = {
        address: TOKEN,
        topics: [TRANSFER_EVENT, pad(from), pad(to)],
        data: encodeAbiParameters([{ type: "uint256" }], [value]),
      };
      receipts.set(hash, { status: "success", logs: [transfer] });
      return hash;
    },
    waitForTransactionReceipt: async ({ hash }) => receipts.get(hash),
    sendTransaction: async () => {
      throw new Error("no plain transactions on this chain");
    },
  };
}

async function makePaywall() {
  const facilitator = new x402Facilitator().register(NETWORK, new ExactFacilitator(madeUpChain()));
  const client = {
    verify: (payload, requirements) => facilitator.verify(payload, requirements),
    settle: (payload, requirements) => facilitator.settle(payload, requirements),
    getSupported: async () => facilitator.getSupported(),
  };
  const server = new x402ResourceServer(client).register(NETWORK, new ExactServer());
  await server.initialize();
  const requirements = await server.buildPaymentRequirements({
    scheme: "exact",
    network: NETWORK,
    payTo: PAY_TO,
    price: "$0.01",
    maxTimeoutSeconds: 60,
  });
  return { server, requirements };
}

const RESOURCE = {
  url: "mcp://tool/paid_echo",
  description: "Tool: paid_echo",
  mimeType: "application/json",
};

async function challenge({ server, requirements }, error) {
  const body = await server.createPaymentRequiredResponse(requirements, RESOURCE, error);
  return {
    isError: true,
    structuredContent: body,
    content: [{ type: "text", text: JSON.stringify(body) }],
  };
}

async function callPaid(paywall, params, record) {
  const payment = params._meta?.["x402/payment"];
  if (payment === undefined) return challenge(paywall, "Payment required to access this tool");
  record(payment);
  const { server, requirements } = paywall;
  const match = server.findMatchingRequirements(requirements, payment);
  if (match === undefined) return challenge(paywall, "No matching payment requirements found");
  const verified = await server.verifyPayment(payment, match);
  if (!verified.isValid) return challenge(paywall, verified.invalidReason);
  const content = [{ type: "text", text: params.arguments.text }];
  const settled = await server.settlePayment(payment, match);
  if (!settled.success) {
    return challenge(paywall, `Payment settlement failed: ${settled.errorReason}`);
  }
  return { content, _meta: { "x402/payment-response": settled } };
}

const recordPath = process.argv[2] === "--record" ? process.argv[3] : undefined;
const record = (payment) => {
  if (recordPath !== undefined) appendFileSync(recordPath, JSON.stringify(payment) + "\n");
};

const paywall = await makePaywall();
const textSchema = {
  type: "object",
  properties: { text: { type: "string" } },
  required: ["text"],
};
const mcp = new Server(
  { name: "official-peer", version: "1.0.0" },
  { capabilities: { tools: {} } },
);
mcp.setRequestHandler(ListToolsRequestSchema, async () => ({
  tools: ["free_echo", "paid_echo"].map((name) => ({ name, inputSchema: textSchema })),
}));
mcp.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
  if (params.name === "free_echo") {
    return { content: [{ type: "text", text: params.arguments.text }] };
  }
  return callPaid(paywall, params, record);
});
await mcp.connect(new StdioServerTransport());
