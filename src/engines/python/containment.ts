/** Whether this machine lets Python be contained, found by doing it. */
import { once } from 'node:events';
import * as z from 'zod';
import { frameReader } from './frame.ts';
import { DEFAULT_LIMITS, settings } from './limits.ts';
import { spawnInterpreter } from './root.ts';

export type Containment =
  | { readonly isAvailable: true }
  | {
      readonly isAvailable: false;
      /** The end of a sentence. */
      readonly reason: string;
    };

const FAILED = z.object({ event: z.literal('failed'), reason: z.string() });

export async function containmentHere(python: string): Promise<Containment> {
  if (process.platform !== 'linux') return { isAvailable: false, reason: 'that needs Linux' };
  const child = spawnInterpreter(python, settings(DEFAULT_LIMITS, true, true));
  let reason = 'the interpreter ended before it could say why';
  const onFrame = frameReader(({ head }) => {
    reason = FAILED.safeParse(head).data?.reason ?? reason;
  });
  child.stdout?.on('data', onFrame);
  const [code] = await once(child, 'close');
  return code === 0 ? { isAvailable: true } : { isAvailable: false, reason };
}
