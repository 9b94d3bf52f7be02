/**
 * Judges by a verifier that a model has written: a function over the database before and after, run in the sandbox on copies
 * that cannot be written. The verifier decides, or the episode is void: one that throws, runs away or gives back something else
 * than a verdict is never read as "failed".
 */
import { z } from 'zod';
import { EpisodeError } from '../core/errors.ts';
import type { Json } from '../core/json.ts';
import type { Evidence, Judge, Verdict } from '../core/judge.ts';
import { type SandboxAnswer, SandboxEnded, type SandboxPool } from '../engines/sandbox/sandbox.ts';
import { checkpoint, code, verdictOf } from './code.ts';

export interface GeneratedJudgeOptions {
  readonly pool: SandboxPool;
  readonly name: string;
  /** JavaScript that leaves a function `verify` in the global scope. */
  readonly source: string;
  /** The world's database before the agent came. */
  readonly initial: () => Promise<Uint8Array>;
}

const value = z.union([z.string(), z.number(), z.boolean(), z.null()]);
const allowed = z.strictObject({
  table: z.string(),
  kind: z.enum(['inserted', 'updated', 'deleted']).exactOptional(),
  key: z.string().exactOptional(),
  columns: z.array(z.string()).exactOptional(),
  after: z.record(z.string(), value).exactOptional(),
});
const found = z.strictObject({
  passed: z.boolean(),
  reason: z.string().trim().min(1).max(2000),
  checkpoints: z
    .array(
      z.strictObject({
        name: z.string().min(1),
        passed: z.boolean(),
        points: z.number().min(0).exactOptional(),
        required: z.boolean().exactOptional(),
        detail: z.string().exactOptional(),
      }),
    )
    .default([]),
  allowed: z.array(allowed).optional(),
});
type Found = z.infer<typeof found>;

/** `__verify` is the host's door: the verifier sees handles where the host names databases. */
const FRAME = `
;(() => {
  globalThis.__verify = ({ changes, answer, asked }) => {
    if (typeof verify !== 'function') throw new TypeError('there is no function verify');
    return verify({ initial: databases.initial, final: databases.final, changes, answer, asked });
  };
})();`;

export function generatedJudge({ pool, name, source, initial }: GeneratedJudgeOptions): Judge {
  return {
    name,
    async judge(evidence, signal) {
      const { task, answer, snapshot } = evidence;
      const image = await initial();
      const findings = await ending(async () => {
        const sandbox = await pool.open({
          source: `${source}${FRAME}`,
          databases: {
            initial: { image, access: 'read' },
            final: { image, access: 'read', changes: snapshot.changes },
          },
          clock: task.clock,
          seed: JSON.stringify([task.suite, task.id, 'verify']),
        });
        try {
          const changes = snapshot.changes.map((change): Json => ({ ...change }));
          return await sandbox.call('__verify', { changes, answer, asked: task.asked }, { signal });
        } finally {
          await sandbox.close();
        }
      });
      return verdict(findingsIn(findings), { name, evidence, signal });
    },
  };
}

async function ending(work: () => Promise<SandboxAnswer>): Promise<SandboxAnswer> {
  try {
    return await work();
  } catch (cause) {
    if (!(cause instanceof SandboxEnded)) throw cause;
    const reason = cause.reason === 'refused' ? 'verifier-refused' : 'verifier-runaway';
    throw new EpisodeError('judge', reason, `the verifier was ended (${cause.reason}): ${cause.message}`, { cause });
  }
}

function findingsIn(answer: SandboxAnswer): Found {
  if (!answer.ok) {
    const { name, message } = answer.error;
    throw new EpisodeError('judge', 'verifier-crashed', `the verifier threw ${name}: ${message}`);
  }
  const read = found.safeParse(answer.value);
  if (!read.success) {
    const flaws = read.error.issues.map(({ path, message }) => `${path.join('.') || 'the whole'}: ${message}`);
    throw malformed(flaws.join('; '));
  }
  const missed = read.data.checkpoints.find(({ passed, required = true }) => required && !passed);
  if (read.data.passed && missed) throw malformed(`it passes although "${missed.name}" is required and not met`);
  return read.data;
}

function malformed(what: string): EpisodeError {
  return new EpisodeError('judge', 'verifier-malformed', `the verifier gave back no verdict: ${what}`);
}

interface Judging {
  readonly name: string;
  readonly evidence: Evidence;
  readonly signal: AbortSignal;
}

/** The verifier's own word is a checkpoint of its own, worth points only where it has no others. */
async function verdict({ passed, reason, checkpoints, allowed }: Found, judging: Judging): Promise<Verdict> {
  const points = checkpoints.map(({ name, passed, ...rest }) => checkpoint(name, passed, rest));
  const own = checkpoint('the verifier', passed, { points: points.length === 0 ? 1 : 0, detail: reason });
  const all = [...points, own];
  const { name, evidence, signal } = judging;
  const verdict =
    allowed === undefined
      ? verdictOf(all)
      : await code(name, () => ({ checkpoints: all, allowed })).judge(evidence, signal);
  return verdict.passed ? { ...verdict, reason } : verdict;
}
