// A stdio MCP server that carries every message to a server on HTTP and back, by the official
// transports: node http_bridge.mjs URL

import { createInterface } from "node:readline";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/client";

const transport = new StreamableHTTPClientTransport(new URL(process.argv[2]));
const say = (message) => process.stdout.write(JSON.stringify(message) + "\n");

transport.onmessage = (message) => {
  // The transport names the revision in its later requests.
  const revision = message.result?.protocolVersion;
  if (revision !== undefined) transport.setProtocolVersion(revision);
  say(message);
};
transport.onerror = (error) => process.stderr.write(`${error}\n`);
await transport.start();

for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line);
  // Not awaited: a stream of answers must not hold up the next message.
  transport.send(message).catch((error) => {
    const answer = { code: -32603, message: String(error) };
    if (message.id !== undefined) say({ jsonrpc: "2.0", id: message.id, error: answer });
  });
}
await transport.close();
process.exit(0);
