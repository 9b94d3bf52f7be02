/**
 * Agent World Model's `sql` mode: a function gathers evidence from both databases, and a model that sees it beside the transcript
 * says how the work went. Its four categories become our outcomes: an environment that stood in the way voids the episode.
 */
import { EpisodeError } from '../core/errors.ts';
import type { JsonObject } from '../core/json.ts';
import type { Evidence, Judge, Verdict } from '../core/judge.ts';
import type { Model } from '../core/model.ts';
import { ballotOf, REPAIR } from './asking.ts';
import type { Question } from './ballot.ts';
import { caseFile } from './case-file.ts';
import { quotationsFrom } from './quotations.ts';
import { runVerifier, type VerifierOptions } from './verifier-run.ts';

const SYSTEM = 'database-evidence.md';
export const EVIDENCE_PROMPTS: readonly string[] = [SYSTEM, REPAIR];

const CATEGORIES = ['complete', 'server_error', 'agent_error', 'incomplete'] as const;
type Category = (typeof CATEGORIES)[number];

export interface VerifierEvidenceOptions extends VerifierOptions {
  readonly model: () => Model;
  readonly prompt: (file: string) => string;
  /** What the verifier's author called success and failure; empty where nothing was said. */
  readonly criteria: string;
}

/** One ballot. `vote` makes several of it, `settled` makes the outcome. */
export function verifierEvidence(options: VerifierEvidenceOptions): Judge {
  return {
    name: `awm-sql-${options.mode}`,
    async judge(evidence, signal) {
      const { value, degraded } = await runVerifier(options, evidence, signal);
      const file = caseFile(
        evidence,
        { text: options.criteria, criteria: [] },
        {
          kind: 'whole',
          extra: {
            'Evidence gathered from the database before and after': JSON.stringify(value, null, 2),
            'SQL errors while it was gathered': degraded.join('\n'),
          },
        },
      );
      const booth = { ballot: file.ballot, quotations: quotationsFrom(file.shown) };
      const { model, prompt } = options;
      const vote = await ballotOf(
        { model: model(), prompt, system: SYSTEM, file, booth, signal },
        CLASSIFICATION,
        () => [],
      );
      return verdictFor(vote);
    },
  };
}

/** The work of a judge whose environment stood in the way is nobody's failure. */
export function settled(judge: Judge): Judge {
  return {
    name: judge.name,
    async judge(evidence: Evidence, signal: AbortSignal) {
      const verdict = await judge.judge(evidence, signal);
      if (verdict.category !== 'server_error') return verdict;
      throw new EpisodeError('world', 'environment-bug', `the environment stood in the way: ${verdict.reason}`);
    },
  };
}

interface Classified {
  readonly category: Category;
  readonly reasoning: string;
}

function verdictFor({ category, reasoning }: Classified): Verdict {
  const passed = category === 'complete';
  return { passed, score: Number(passed), reason: `${category}: ${reasoning}`, category, checkpoints: [] };
}

const CLASSIFICATION: Question<Classified> = {
  key: 'classification',
  format: (ballot): JsonObject => ({
    type: 'object',
    properties: {
      ballot: { type: 'string', enum: [ballot] },
      classification: { type: 'string', enum: [...CATEGORIES] },
      reasoning: { type: 'string' },
    },
    required: ['ballot', 'classification', 'reasoning'],
    additionalProperties: false,
  }),
  read: ({ classification, reasoning }) => {
    const word = typeof classification === 'string' ? classification.trim().toLowerCase() : '';
    const category = CATEGORIES.find((one) => one === word);
    if (category === undefined) return { ok: false, problem: `"classification" is none of ${CATEGORIES.join(', ')}` };
    return { ok: true, vote: { category, reasoning: typeof reasoning === 'string' ? reasoning.trim() : '' } };
  },
};
