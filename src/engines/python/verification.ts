/** Runs a verification function in an interpreter of its own. Never rejects because of the function: its failures are reports. */
import * as z from 'zod';
import type { Json } from '../../core/json.ts';
import { PythonLost, type VerifyReport, type VerifyRequest } from './engine.ts';
import type { Frame } from './frame.ts';
import type { PythonLimits } from './limits.ts';
import { type Root, VERIFIER } from './root.ts';

const JSON_VALUE = z.custom<Json>((value) => value !== undefined);
const REPORT = z.discriminatedUnion('ok', [
  z.object({
    ok: z.literal(true),
    function: z.string(),
    parameters: z.array(z.string()),
    value: JSON_VALUE,
    degraded: z.array(z.string()),
  }),
  z.object({
    ok: z.literal(false),
    problem: z.enum(['no-function', 'syntax', 'raised', 'bad-value', 'memory-limit']),
    message: z.string(),
  }),
]);

export interface Verification {
  readonly request: VerifyRequest;
  readonly limits: PythonLimits;
  readonly signal: AbortSignal;
}

export async function runVerification(root: Root, { request, limits, signal }: Verification): Promise<VerifyReport> {
  const { source, initial, final, answer, clock, mode } = request;
  const line = await root.open(VERIFIER, limits.loadTime);
  try {
    const body = Buffer.concat([initial, final]);
    const head = { source, answer, clock, mode, split: initial.length };
    return reported(await line.request({ head, body, limit: limits.verifyTime, signal }));
  } catch (error) {
    if (!(error instanceof PythonLost) || error.reason === 'closed') throw error;
    return { ok: false, problem: error.reason === 'crashed' ? 'lost' : error.reason, message: error.message };
  } finally {
    line.close();
  }
}

function reported({ head }: Frame): VerifyReport {
  const parsed = REPORT.safeParse(head);
  if (parsed.success) return parsed.data;
  return { ok: false, problem: 'lost', message: 'Python answered with something that is no report.' };
}
