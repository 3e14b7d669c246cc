// byte_relay in Node: starts a program and copies bytes both ways, without looking at them.
//
//   node node_relay.mjs PROGRAM ARG...

import { spawn } from "node:child_process";

const [program, ...args] = process.argv.slice(2);
const child = spawn(program, args, { stdio: ["pipe", "pipe", "inherit"] });
process.stdin.pipe(child.stdin);
child.stdout.pipe(process.stdout);
child.on("exit", (code) => process.exit(code ?? 1));
