/**
 * A judge that asks a model whether a rubric is met, criterion by criterion or as one question, and does not guess: an answer that
 * cannot be read is asked for once more and then spoils the ballot, which is neither yes nor no. Words that are quoted as evidence
 * and do not stand in the case are asked for once more too; if they are still not found, that is noted beside the finding, and
 * what the model found stands. Knows no other judge; `vote` makes several ballots of it.
 */
import type { Judge, Verdict } from '../core/judge.ts';
import type { Model } from '../core/model.ts';
import { type Asking, ballotOf, REPAIR } from './asking.ts';
import { type AtomicVote, atomic, type Finding, WHOLE, type WholeVote } from './ballot.ts';
import { caseFile } from './case-file.ts';
import { checkpoint, verdictOf } from './code.ts';
import { type Criterion, rubricOf } from './criteria.ts';
import { type Quotations, quotationsFrom } from './quotations.ts';

export interface RubricOptions {
  /** Asked for when it is needed, so that a suite can be opened where nobody named a model. */
  readonly model: Model | (() => Model);
  /** A prompt by its file name. */
  readonly prompt: (file: string) => string;
  readonly kind: 'atomic' | 'whole';
}

/** The prompt files that the judge reads. */
export const RUBRIC_PROMPTS: Readonly<Record<RubricOptions['kind'], readonly string[]>> = {
  atomic: ['rubric-atomic.md', REPAIR],
  whole: ['rubric-whole.md', REPAIR],
};

export function rubric({ model, prompt, kind }: RubricOptions): Judge {
  return {
    name: `rubric-${kind}`,
    async judge(evidence, signal) {
      const asked = rubricOf(evidence.task);
      const file = caseFile(evidence, asked, { kind });
      const booth = { ballot: file.ballot, quotations: quotationsFrom(file.shown) };
      const asking: Asking = {
        model: typeof model === 'function' ? model() : model,
        prompt,
        system: `rubric-${kind}.md`,
        file,
        booth,
        signal,
      };
      if (kind === 'whole') return wholeVerdict(await ballotOf(asking, WHOLE, () => []));
      const question = atomic(asked.criteria.length);
      const vote = await ballotOf(asking, question, ({ findings }) => misquotes(findings, booth.quotations));
      return atomicVerdict(vote, asked.criteria, booth.quotations);
    },
  };
}

/** What to tell a model that quotes words which are not there. */
function misquotes(findings: readonly Finding[], quotations: Quotations): readonly string[] {
  return findings.flatMap(({ quote }, i) =>
    quotations.has(quote)
      ? []
      : [
          `the quote of criterion ${i + 1} does not stand in the file: copy the words exactly, from one place, or leave it empty where what decides is that something never happened`,
        ],
  );
}

const MOST_DETAIL = 600;

function atomicVerdict(
  { findings, feedback }: AtomicVote,
  criteria: readonly Criterion[],
  quotations: Quotations,
): Verdict {
  const points = criteria.flatMap(({ name, required, points: worth }, i) => {
    const finding = findings[i];
    if (finding === undefined) return [];
    return [checkpoint(name, finding.met, { required, points: worth, detail: detailOf(finding, quotations) })];
  });
  const missed = points.filter(({ passed }) => !passed).map(({ name }) => name);
  const tally = `${points.length - missed.length} of ${points.length} criteria met`;
  const reason = [missed.length === 0 ? `${tally}.` : `${tally}; not met: ${missed.join('; ')}.`, feedback.trim()];
  return { ...verdictOf(points), reason: reason.join(' ').trim() };
}

function detailOf({ quote, reason }: Finding, quotations: Quotations): string {
  const evidence = quote === '' ? '' : quotations.has(quote) ? `“${quote}”` : `(not found in the case: “${quote}”)`;
  const detail = [evidence, reason].filter((part) => part !== '').join(' ');
  return detail.length > MOST_DETAIL ? `${detail.slice(0, MOST_DETAIL).toWellFormed()} …` : detail;
}

function wholeVerdict({ isCorrect, feedback }: WholeVote): Verdict {
  const reason =
    feedback.trim() || `The judge found the work ${isCorrect ? 'correct' : 'not correct'} and gave no reason.`;
  return { passed: isCorrect, score: Number(isCorrect), reason, checkpoints: [] };
}
