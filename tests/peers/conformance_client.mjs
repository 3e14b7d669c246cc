// The client under test of the MCP conformance suite, which starts it with the URL of its server as
// the last argument. It speaks stdio, with http_bridge.mjs before the server:
//
//   node conformance_client.mjs '{"proxy":[...]}' URL     proxy: a command that goes before the bridge's
//
// Lists the tools and calls each of them once; the suite looks at what arrives.

import { dirname, join } from "node:path";
import { Client as Client1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as Stdio1 } from "@modelcontextprotocol/sdk/client/stdio.js";
import { ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { Client as Client2 } from "@modelcontextprotocol/client";
import { StdioClientTransport as Stdio2 } from "@modelcontextprotocol/client/stdio";

const { proxy } = JSON.parse(Buffer.from(process.argv[2], "base64"));
const bridge = join(dirname(process.argv[1]), "http_bridge.mjs");
const [command, ...args] = [...proxy, process.execPath, bridge, process.argv[3]];
const server = { command, args, stderr: "inherit", env: process.env };
const isModern = process.env.MCP_CONFORMANCE_PROTOCOL_VERSION === "2026-07-28";

async function connect() {
  const self = { name: "stdio-host", version: "1.0.0" };
  const capabilities = { elicitation: { form: { applyDefaults: true } } };
  if (isModern) {
    const mode = { mode: "auto" };
    const client = new Client2(self, { capabilities, versionNegotiation: mode });
    client.setRequestHandler("elicitation/create", accept);
    await client.connect(new Stdio2(server));
    return client;
  }
  const client = new Client1(self, { capabilities });
  client.setRequestHandler(ElicitRequestSchema, accept);
  await client.connect(new Stdio1(server));
  return client;
}

// Whatever the user leaves out gets its default.
async function accept({ params }) {
  const wanted = params.requestedSchema?.required ?? [];
  return { action: "accept", content: Object.fromEntries(wanted.map((name) => [name, true])) };
}

function argumentFor(property, tools) {
  if (property.type === "number" || property.type === "integer") return 2;
  if (property.type === "object") return tools[0].inputSchema;
  return "text";
}

const client = await connect();
const { tools } = await client.listTools();
for (const tool of tools) {
  const properties = Object.entries(tool.inputSchema.properties ?? {});
  const given = properties.map(([name, property]) => [name, argumentFor(property, tools)]);
  await client
    .callTool({ name: tool.name, arguments: Object.fromEntries(given) })
    .catch((error) => process.stderr.write(`${tool.name}: ${error}\n`));
}
await client.close();
