/**
 * Plays the corner shop and kills itself, as a power cut would, at the n-th event: crash-child.ts DIRECTORY N. Every request that
 * reaches the model is noted in asked.log, so that the test can see what was asked for twice.
 */
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { requestHash } from '../src/models/request-hash.ts';
import { run } from '../src/run/run.ts';
import { shopkeeper, shopRun } from './shop-run.ts';

const [path = '', at = '0'] = process.argv.slice(2);
const model = shopkeeper((request) => appendFileSync(join(path, '..', 'asked.log'), `${requestHash(request)}\n`));
const options = await shopRun({ path, agents: ['model', 'hasty'], modes: ['E0', 'E3'], model });

let events = 0;
await run({
  ...options,
  watch: {
    onLine: () => {
      if (++events === Number(at)) process.kill(process.pid, 'SIGKILL');
    },
  },
});
console.log(events);
