/**
 * Runs benchmarks, all of them or those named, each in a process of its own so that none inherits another's heap.
 *   npm run bench -- [--quick] [NAME …]
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const folder = new URL('benchmarks/', import.meta.url);
const known = readdirSync(folder)
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.slice(0, -'.ts'.length));

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: 'boolean', default: false }, help: { type: 'boolean', default: false } },
});
const unknown = positionals.filter((name) => !known.includes(name));
if (values.help || unknown.length > 0) {
  for (const name of unknown) console.error(`There is no benchmark ${name}.`);
  console.log(`npm run bench -- [--quick] [NAME …], where NAME is one of ${known.join(', ')}`);
  process.exit(unknown.length > 0 ? 2 : 0);
}

const one = fileURLToPath(new URL('one.ts', import.meta.url));
for (const name of positionals.length > 0 ? positionals : known) {
  const args = ['--expose-gc', one, name, ...(values.quick ? ['--quick'] : [])];
  const child = spawn(process.execPath, args, { stdio: 'inherit' });
  const [code] = await once(child, 'exit');
  if (code !== 0) process.exitCode = 1;
}
