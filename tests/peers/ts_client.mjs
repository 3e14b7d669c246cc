// The official TypeScript client as a host: node ts_client.mjs '{"command":[...],"calls":[[TOOL,{...}],...]}'
// Prints {"revision","tools","results"}; a call that threw has {"thrown"} as its result.

import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";

const { command, calls } = JSON.parse(process.argv[2]);
const [program, ...args] = command;
const transport = new StdioClientTransport({ command: program, args, stderr: "inherit" });
const client = new Client({ name: "typescript-host", version: "1.0.0" });
let revision;
transport.setProtocolVersion = (version) => {
  revision = version;
};

await client.connect(transport);
// Keeps the output schemas: from here on the client validates what tools answer.
const { tools } = await client.listTools();
const results = [];
for (const [name, toolArguments] of calls) {
  try {
    results.push(await client.callTool({ name, arguments: toolArguments }));
  } catch (error) {
    results.push({ thrown: String(error) });
  }
}
await client.close();
console.log(JSON.stringify({ revision, tools: tools.map((tool) => tool.name), results }));
