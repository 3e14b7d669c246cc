// The official TypeScript client 2.x as a host, which asks for the newest revision first ("auto") and
// starts the server a second time for that:
//   node ts_client_v2.mjs '{"command":[...],"calls":[[TOOL,{...}],...]}'
// Prints {"revision","tools","results"}; a call that threw has {"thrown"} as its result.

import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";

const { command, calls } = JSON.parse(process.argv[2]);
const [program, ...args] = command;
const client = new Client(
  { name: "typescript-host", version: "2.0.0" },
  { versionNegotiation: { mode: "auto" } },
);

await client.connect(new StdioClientTransport({ command: program, args, stderr: "inherit" }));
const { tools } = await client.listTools();
const results = [];
for (const [name, toolArguments] of calls) {
  try {
    results.push(await client.callTool({ name, arguments: toolArguments }));
  } catch (error) {
    results.push({ thrown: String(error) });
  }
}
const revision = client.getNegotiatedProtocolVersion?.() ?? null;
await client.close();
console.log(JSON.stringify({ revision, tools: tools.map((tool) => tool.name), results }));
