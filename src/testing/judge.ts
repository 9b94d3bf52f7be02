/** The contract of judges, as checks. */
import assert from 'node:assert/strict';
import type { Evidence, Judge, Verdict } from '../core/judge.ts';
import { assertJson, type ContractCheck, check, frozen, never, promptly } from './contract-check.ts';

export interface JudgeTrial {
  /** The judge, with fresh models where it needs any. */
  readonly judge: () => Judge;
  /** Evidence of good work, for example from `evidenceOf`. */
  readonly right: () => Promise<Evidence>;
  /** Evidence of work that is not good enough, each for another reason. */
  readonly wrong: () => Promise<readonly Evidence[]>;
  /** Evidence on which it cannot decide, where there is such. */
  readonly broken?: () => Promise<Evidence>;
}

export function testJudge(trial: JudgeTrial): readonly ContractCheck[] {
  const { broken } = trial;
  return [
    check('passes good work', () => passesRight(trial)),
    check('fails work that is not good enough', () => failsWrong(trial)),
    check('gives a score from 0 to 1 and a reason in words', () => soundVerdicts(trial)),
    check('gives the same verdict on the same evidence', () => sameTwice(trial)),
    check('leaves the evidence as it is', () => readsOnly(trial)),
    check('does not say that nothing could pass it', () => admitsWork(trial)),
    ...(broken === undefined ? [] : [check('throws where it cannot decide', () => throwsOn(trial, broken))]),
  ];
}

function verdictOn(judge: Judge, evidence: Evidence): Promise<Verdict> {
  return promptly(judge.judge(evidence, never), `the judge ${judge.name}`);
}

async function passesRight(trial: JudgeTrial): Promise<void> {
  const { passed, reason } = await verdictOn(trial.judge(), await trial.right());
  assert.equal(passed, true, `good work did not pass: ${reason}`);
}

async function failsWrong(trial: JudgeTrial): Promise<void> {
  const wrong = await trial.wrong();
  assert.ok(wrong.length > 0, 'the trial has no evidence of bad work');
  for (const [i, evidence] of wrong.entries()) {
    const { passed, reason } = await verdictOn(trial.judge(), evidence);
    assert.equal(passed, false, `bad work passed (evidence ${i + 1} of ${wrong.length}): ${reason}`);
  }
}

async function soundVerdicts(trial: JudgeTrial): Promise<void> {
  for (const evidence of [await trial.right(), ...(await trial.wrong())]) {
    const verdict = await verdictOn(trial.judge(), evidence);
    assertScored(verdict, 'the verdict');
    for (const item of verdict.items ?? []) {
      assert.notEqual(item.id, '', 'an item has no id');
      assertScored(item, `the item ${item.id}`);
    }
    for (const { name, points } of verdict.checkpoints) {
      assert.notEqual(name, '', 'a checkpoint has no name');
      assert.ok(Number.isFinite(points) && points >= 0, `the checkpoint "${name}" is worth ${points} points`);
    }
    assertJson(verdict, 'the verdict');
  }
}

function assertScored({ passed, score, reason }: Pick<Verdict, 'passed' | 'score' | 'reason'>, what: string): void {
  assert.equal(typeof passed, 'boolean', `${what} neither passes nor fails`);
  assert.ok(score >= 0 && score <= 1, `${what} has the score ${score}`);
  assert.equal(typeof reason, 'string', `${what} gives no reason`);
  assert.notEqual(reason.trim(), '', `${what} gives no reason`);
}

async function sameTwice(trial: JudgeTrial): Promise<void> {
  for (const evidence of [await trial.right(), ...(await trial.wrong())]) {
    const first = await verdictOn(trial.judge(), structuredClone(evidence));
    assert.deepEqual(await verdictOn(trial.judge(), structuredClone(evidence)), first, 'two judges of one kind differ');
    const judge = trial.judge();
    const verdicts = [await verdictOn(judge, evidence), await verdictOn(judge, evidence)];
    assert.deepEqual(verdicts[1], verdicts[0], 'a judge that is asked again says something else');
  }
}

async function readsOnly(trial: JudgeTrial): Promise<void> {
  for (const evidence of [await trial.right(), ...(await trial.wrong())]) {
    const open = structuredClone(evidence);
    await verdictOn(trial.judge(), open);
    assert.deepEqual(open, evidence, 'the judge wrote to the evidence');
    await verdictOn(trial.judge(), frozen(evidence));
  }
}

/** Good work passes it: then it must not count itself among those that nothing passes. */
async function admitsWork(trial: JudgeTrial): Promise<void> {
  const why = (await trial.judge().neverPasses?.()) ?? null;
  assert.equal(why, null, `the judge passes good work, and yet it says that nothing could pass it: ${why}`);
}

async function throwsOn(trial: JudgeTrial, broken: () => Promise<Evidence>): Promise<void> {
  await assert.rejects(
    verdictOn(trial.judge(), await broken()),
    'the judge cannot have decided, and yet it gave a verdict',
  );
}
