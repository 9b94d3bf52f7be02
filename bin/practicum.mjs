#!/usr/bin/env node
// The command. In a clone it first makes sure that dependencies and build are there; on a Node older than 24 it starts itself
// again on the Node that the set-up brought. Plain JavaScript that any Node from 20 on can run.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const main = fileURLToPath(new URL('../dist/src/cli/main.js', import.meta.url));
const isClone = existsSync(`${root}/src/core`);
const isOldNode = Number(process.versions.node.split('.')[0]) < 24;

if (isClone || isOldNode) {
  const { ensure, node24, spawnNode } = await import('../scripts/setup.mjs').catch(() => ({}));
  if (ensure) {
    ensure();
    if (isOldNode) process.exit(await spawnNode(node24(), [main, ...process.argv.slice(2)]));
  } else if (isOldNode) {
    console.error(`practicum needs Node 24 or newer; this is ${process.version}. Install a newer Node and try again.`);
    process.exit(1);
  }
}
await import(main);
