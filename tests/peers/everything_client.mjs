// A host that uses all of the reference server "everything" and prints what it got as one JSON
// document, without what changes from run to run.
//
//   node everything_client.mjs '{"command":[...]}'
//   node everything_client.mjs '{"command":[...],"hang":true}'    calls a slow tool, prints "called", waits

import { createHash } from "node:crypto";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { InMemoryTaskStore } from "@modelcontextprotocol/sdk/experimental/tasks/stores/in-memory.js";
import {
  CreateMessageRequestSchema,
  ElicitRequestSchema,
  ListRootsRequestSchema,
  LoggingMessageNotificationSchema,
} from "@modelcontextprotocol/sdk/types.js";

const { command, hang } = JSON.parse(process.argv[2]);
const [program, ...args] = command;
const BIG = 9 * 1024 * 1024;
// No promise: a slow machine is no fault.
const PATIENCE_MS = 600_000;

const client = new Client(
  { name: "everything-host", version: "1.0.0" },
  {
    capabilities: {
      sampling: {},
      elicitation: { form: {}, url: {} },
      roots: {},
      tasks: { requests: { sampling: { createMessage: {} }, elicitation: { create: {} } } },
    },
    taskStore: new InMemoryTaskStore(),
  },
);
const asked = [];
// The server may ask for an answer as a task, and fetch it later.
async function answer(params, extra, result) {
  if (params.task === undefined) return result;
  const task = await extra.taskStore.createTask({ ttl: params.task.ttl });
  await extra.taskStore.storeTaskResult(task.taskId, "completed", result);
  return { task };
}
client.setRequestHandler(CreateMessageRequestSchema, async ({ params }, extra) => {
  asked.push(["sampling", params]);
  const content = { type: "text", text: "sampled" };
  return answer(params, extra, { role: "assistant", model: "none", content });
});
client.setRequestHandler(ElicitRequestSchema, async ({ params }, extra) => {
  asked.push(["elicitation", params]);
  const result = { action: "accept" };
  if (params.mode !== "url") result.content = { name: "Oslo" };
  return answer(params, extra, result);
});
const logged = new Promise((resolve) => {
  client.setNotificationHandler(LoggingMessageNotificationSchema, ({ params }) => {
    if (/level.message/.test(params.data)) resolve(true);
  });
});
client.setRequestHandler(ListRootsRequestSchema, async () => {
  asked.push(["roots"]);
  return { roots: [{ uri: "file:///srv", name: "srv" }] };
});

await client.connect(
  new StdioClientTransport({ command: program, args, stderr: "inherit", env: process.env }),
);

if (hang) {
  client.callTool({ name: "trigger-long-running-operation", arguments: { duration: 60, steps: 2 } });
  await client.callTool({ name: "echo", arguments: { message: "after" } });
  console.log("called");
  await new Promise(() => {});
}

const told = {};
const note = async (name, promise) => {
  try {
    told[name] = await promise;
  } catch (error) {
    told[name] = { threw: error.code ?? String(error), data: error.data };
  }
};
const called = new Set(["simulate-research-query"]);
const call = (name, toolArguments = {}, options) => {
  called.add(name);
  const patient = { timeout: PATIENCE_MS, ...options };
  return client.callTool({ name, arguments: toolArguments }, undefined, patient);
};

told.server = client.getServerVersion();
told.capabilities = client.getServerCapabilities();
told.instructions = client.getInstructions();
await note("tools", client.listTools());
await note("resources", client.listResources());
await note("templates", client.listResourceTemplates());
await note("prompts", client.listPrompts());
await note("ping", client.ping());
await note("a prompt", client.getPrompt({ name: "args-prompt", arguments: { city: "Oslo" } }));
await note("an unknown prompt", client.getPrompt({ name: "no such" }));
await note("an unknown tool", call("no such"));
await note("wrong arguments", call("get-sum", { a: "one" }));
const { resources } = await client.listResources();
await note("a resource", client.readResource({ uri: resources[0].uri }));
for (const [name, toolArguments] of [
  ["echo", { message: "h\u00e9llo \u{1F30D} \u2028" }],
  ["get-sum", { a: 0.1, b: 0.2 }],
  ["get-tiny-image"],
  ["get-env"],
  ["get-annotated-message", { messageType: "error", includeImage: true }],
  ["get-resource-links", { count: 2 }],
  ["get-resource-reference", { resourceType: "Blob", resourceId: 2 }],
  ["get-structured-content", { location: "Chicago" }],
  ["gzip-file-as-resource", { data: "data:text/plain,hello", outputType: "resource" }],
  ["get-roots-list"],
  ["trigger-sampling-request", { prompt: "say", maxTokens: 5 }],
  ["trigger-sampling-request-async", { prompt: "say", maxTokens: 5 }],
  ["trigger-elicitation-request"],
  ["trigger-elicitation-request-async"],
  ["trigger-url-elicitation", { url: "https://example.org/x", elicitationId: "e1" }],
  ["trigger-url-elicitation", { url: "https://example.org/x", elicitationId: "e2", errorPath: true }],
]) {
  await note(`${name} ${JSON.stringify(toolArguments ?? {})}`, call(name, toolArguments));
}
told.asked = asked;

await note("subscribe", client.subscribeResource({ uri: resources[0].uri }));
for (const name of ["toggle-simulated-logging", "toggle-subscriber-updates"]) {
  await note(`${name} on`, call(name));
  if (name === "toggle-simulated-logging") told.logged = await logged;
  await note(`${name} off`, call(name));
}

const progress = [];
await note(
  "progress",
  call("trigger-long-running-operation", { duration: 0.4, steps: 4 }, {
    onprogress: (step) => progress.push(step.progress),
  }),
);
// The last steps may share a read with the result; then this client drops them.
told.progressGrows = progress.length > 0 && progress.every((step, i) => step === i + 1);

const abort = new AbortController();
setTimeout(() => abort.abort("enough"), 200);
await note(
  "cancel",
  call("trigger-long-running-operation", { duration: 30, steps: 1 }, { signal: abort.signal }),
);
await note("after the cancel", call("echo", { message: "still here" }));

const many = await Promise.all(
  Array.from({ length: 50 }, (_, i) => call("echo", { message: `number ${i}` })),
);
told.many = many.map((result) => result.content[0].text);

const big = await call("echo", { message: "x".repeat(BIG) });
told.big = createHash("sha256").update(big.content[0].text).digest("hex");

await note("a task", research());
async function research() {
  const messages = [];
  const stream = client.experimental.tasks.callToolStream(
    { name: "simulate-research-query", arguments: { topic: "tolls" } },
    undefined,
    { task: { ttl: 60000 } },
  );
  for await (const message of stream) {
    if (message.type === "result") messages.push(message.result.content);
    if (message.type === "error") messages.push(String(message.error));
  }
  return messages;
}

const { tools } = await client.listTools();
told.neverCalled = tools.map((tool) => tool.name).filter((name) => !called.has(name));
await client.close();
// The store of tasks would keep this program alive for minutes.
process.stdout.write(JSON.stringify(told) + "\n", () => process.exit(0));
