/**
 * Plays a small run and kills itself, as a power cut would, at the n-th event: crash-child.ts WHICH DIRECTORY N. Every request that
 * reaches a model is noted in asked.log, so that the test can see what was asked for twice.
 */
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ModelRequest } from '../src/core/model.ts';
import { requestHash } from '../src/models/request-hash.ts';
import { run } from '../src/run/run.ts';
import { kioskRun } from './kiosk-run.ts';
import { shopkeeper, shopRun } from './shop-run.ts';
import type { OpenedRun } from './workplace-run.ts';

const [which = '', path = '', at = '0'] = process.argv.slice(2);
const folder = join(path, '..');
const noted = (request: ModelRequest): void => appendFileSync(join(folder, 'asked.log'), `${requestHash(request)}\n`);

async function opened(): Promise<OpenedRun> {
  const close = async (): Promise<void> => undefined;
  switch (which) {
    case 'workplace': {
      // Only here, since every family comes with it.
      const { twoDays, workplaceRun } = await import('./workplace-run.ts');
      return workplaceRun({ scenario: await twoDays(), path, home: folder, modes: ['E0', 'E2'], onAsked: noted });
    }
    case 'kiosk':
      return {
        options: await kioskRun({
          ...{ path, home: folder, modes: ['E0', 'E3'] },
          onAsked: (_role, request) => noted(request),
        }),
        close,
      };
    default:
      return {
        options: await shopRun({ path, agents: ['model', 'hasty'], modes: ['E0', 'E3'], model: shopkeeper(noted) }),
        close,
      };
  }
}

const { options, close } = await opened();
let events = 0;
await run({
  ...options,
  watch: {
    onLine: () => {
      if (++events === Number(at)) process.kill(process.pid, 'SIGKILL');
    },
  },
});
await close();
console.log(events);
