import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { textOf } from '../core/block.ts';
import { ModelError } from '../core/errors.ts';
import type { Evidence, Verdict } from '../core/judge.ts';
import type { Model, ModelRequest } from '../core/model.ts';
import { faultsFor } from '../faults/injected.ts';
import { type Script, scripted } from '../models/scripted.ts';
import { evidenceOf, testJudge } from '../testing.ts';
import {
  atomicReply,
  caseIn,
  evidenceWith,
  GOOD_STEPS,
  quay,
  stepping,
  trialTask,
  wholeReply,
} from './fixtures/trial-case.ts';
import { RUBRIC_PROMPTS, type RubricOptions, rubric } from './rubric.ts';

const prompt = (file: string): string => readFileSync(new URL(file, import.meta.url), 'utf8');
const signal = new AbortController().signal;
const SAID = 'MV Alder lies at B2.';

const judged = (evidence: Evidence, kind: RubricOptions['kind'], script: Script): Promise<Verdict> =>
  rubric({ model: scripted(script), prompt, kind }).judge(evidence, signal);

/** A model that really looks: at whether the berths were read, one was assigned, and the answer names it. */
function reader(kind: RubricOptions['kind']): Model {
  return scripted((request) => {
    const { text, ballot } = caseIn(request);
    const met = [/"tool":"list_berths"/.test(text), /"status":"assigned"/.test(text), text.includes(SAID)];
    return kind === 'whole' ? wholeReply(ballot, met.every(Boolean)) : atomicReply(ballot, { met });
  });
}

describe.each<RubricOptions['kind']>(['atomic', 'whole'])('the contract of judges: %s', (kind) => {
  const evidenceFor = (steps = GOOD_STEPS, said = SAID) =>
    evidenceOf(trialTask, { world: quay(), agent: stepping(steps, said) });
  const checks = testJudge({
    judge: () => rubric({ model: reader(kind), prompt, kind }),
    right: () => evidenceFor(),
    wrong: () =>
      Promise.all([
        evidenceFor([]),
        evidenceFor(GOOD_STEPS.slice(0, 1)),
        evidenceFor(GOOD_STEPS.slice(1)),
        evidenceFor(GOOD_STEPS, 'Done.'),
      ]),
    broken: async () => ({ ...(await evidenceFor()), task: { ...trialTask, truth: { sku: 7 } } }),
  });
  for (const { name, run } of checks) it(name, run);
});

describe('M6: a verdict by criteria', () => {
  const task = {
    ...trialTask,
    truth: {
      rubric: 'The berth is found and reported kindly.',
      criteria: [
        { name: 'found', text: 'The berth is found.', required: true, points: 3 },
        { name: 'kind', text: 'The report is kind.', required: false, points: 1 },
      ],
    },
  };
  const on = (met: readonly boolean[]) =>
    judged(evidenceWith(SAID, undefined, task), 'atomic', (request) =>
      atomicReply(caseIn(request).ballot, { met, quote: 'lies at B2', reason: 'It says so.', feedback: 'Fine.' }),
    );

  it('passes where all that is required is met, and scores by points', async () => {
    expect(await on([true, false])).toEqual({
      passed: true,
      score: 0.75,
      reason: '1 of 2 criteria met; not met: kind. Fine.',
      checkpoints: [
        { name: 'found', passed: true, points: 3, required: true, detail: '“lies at B2” It says so.' },
        { name: 'kind', passed: false, points: 1, required: false, detail: '“lies at B2” It says so.' },
      ],
    });
    expect(await on([false, true])).toMatchObject({ passed: false, score: 0.25 });
    expect(await on([true, true])).toMatchObject({ passed: true, score: 1, reason: '2 of 2 criteria met. Fine.' });
  });
});

describe('what the judge is shown', () => {
  const shownFor = async (evidence: Evidence): Promise<{ text: string; request: ModelRequest }> => {
    let seen: ModelRequest | undefined;
    await judged(evidence, 'atomic', (request) => {
      seen = request;
      return atomicReply(caseIn(request).ballot, { met: [true, true, true] });
    });
    if (seen === undefined) throw new Error('nobody was asked');
    return { text: caseIn(seen).text, request: seen };
  };

  it('H28: state and descriptions as JSON, the date, the tools, the brief and the rubric', async () => {
    const { text, request } = await shownFor(evidenceWith(SAID));
    expect(text).toContain('"pilot_code": "HX-77"');
    expect(text).toContain(
      '{\n  "berths": "The berths by name.",\n  "pilot_code": "Known to the harbour master only."\n}',
    );
    expect(text).toContain('2025-04-07T06:30:00Z');
    expect(text).toContain('list_berths: Lists the berths with their depth.');
    expect(text).toContain(trialTask.brief);
    expect(text).toContain('Transportation & Logistics / Ports / Berth Allocation');
    expect(text).toContain(String(trialTask.truth.rubric));
    expect(text).toMatch(/Criterion 3:\n3\. \*\*Report\*\*/);
    expect(request.system).toBe(prompt('rubric-atomic.md'));
    expect(request.format).toMatchObject({ type: 'object', required: ['ballot', 'criteria', 'feedback'] });
    expect(request.tools).toEqual([]);
  });

  it('what changed, where the world kept track', async () => {
    const change = { table: 'berths', key: 'B2', before: { free: true }, after: { free: false } };
    const evidence = evidenceWith(SAID);
    const { text } = await shownFor({ ...evidence, snapshot: { ...evidence.snapshot, changes: [change] } });
    expect(text).toContain(JSON.stringify(change));
    expect((await shownFor(evidence)).text).not.toContain('What had changed');
  });

  it('M3: which answers were faulted, and what the true ones were', async () => {
    for (const [mode, words] of [
      [
        'E2',
        /as the agent saw it\. FAULTED: this answer was altered on its way \([a-z-]+\), and nothing told the agent so\./,
      ],
      ['E1', /as the agent saw it, an error\. FAULTED: this error was made up \([a-z-]+\);/],
    ] as const) {
      const faults = faultsFor(mode, { count: 1, duration: 4, length: 2 });
      const steps = [...GOOD_STEPS, ...GOOD_STEPS, ...GOOD_STEPS];
      const evidence = await evidenceOf(trialTask, { world: quay(), agent: stepping(steps, SAID), faults, seed: 4 });
      const injected = evidence.events.flatMap((event) => (event.type === 'fault-injected' ? [event] : []));
      expect(injected.length).toBeGreaterThan(0);
      const { text } = await shownFor(evidence);
      expect(text).toMatch(words);
      for (const { call, clean } of injected) {
        expect(text).toMatch(new RegExp(`Answer to call ${call} as the agent saw it`));
        if (clean === null) continue;
        const given = text.slice(text.indexOf(`True answer to call ${call},`));
        expect(given.slice(0, 600)).toContain(textOf(clean));
      }
      expect(text.split('FAULTED').length - 1).toBe(injected.length);
    }
    expect(prompt('rubric-atomic.md')).toContain('never the agent');
    expect((await shownFor(evidenceWith(SAID))).text).not.toContain('FAULTED');
  });

  it('the same file for the same episode, judged at once or again without its later events', async () => {
    const evidence = await evidenceOf(trialTask, { world: quay(), agent: stepping(GOOD_STEPS, SAID) });
    const { text } = await shownFor(evidence);
    expect((await shownFor({ ...evidence, events: evidence.events.slice(0, -1) })).text).toBe(text);
    const code = (shown: string): string => shown.split('\n', 1)[0] ?? '';
    const secret = { ...trialTask, truth: { ...trialTask.truth, note: 'not shown' } };
    expect(code((await shownFor({ ...evidence, task: secret })).text)).not.toBe(code(text));
    const other = await evidenceOf(trialTask, { world: quay(), agent: stepping(GOOD_STEPS, `${SAID}!`) });
    expect(code((await shownFor(other)).text)).not.toBe(code(text));
  });
});

describe('a ballot that cannot be counted', () => {
  const evidence = evidenceWith(SAID);
  const requests: ModelRequest[] = [];
  const noting = (...replies: readonly ((ballot: string) => string)[]): Script => {
    requests.length = 0;
    return (request, turn) => {
      requests.push(request);
      return replies[turn]?.(caseIn(request).ballot) ?? new Error('asked too often');
    };
  };
  const good = (ballot: string): string => atomicReply(ballot, { met: [true, true, false] });
  const repairOf = (request: ModelRequest | undefined): string => {
    const last = request?.messages.at(-1);
    return last?.role === 'user' ? textOf(last.blocks) : '';
  };

  it('is asked for once more, with what was wrong', async () => {
    expect(
      await judged(
        evidence,
        'atomic',
        noting(() => 'I say no.', good),
      ),
    ).toMatchObject({ passed: false, score: 2 / 3 });
    expect(requests).toHaveLength(2);
    expect(requests[1]?.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user']);
    expect(repairOf(requests[1])).toContain('- it holds no JSON object with the key "criteria"');
  });

  it('is told where it was cut off', async () => {
    const cut: Script = (request, turn) =>
      turn === 0 ? { text: '{"ballot": "', finish: 'length' } : good(caseIn(request).ballot);
    expect(await judged(evidence, 'atomic', cut)).toMatchObject({ passed: false });
  });

  it('is spoiled the second time, which is neither yes nor no', async () => {
    for (const kind of ['atomic', 'whole'] as const) {
      await expect(
        judged(
          evidence,
          kind,
          noting(
            () => 'Hm.',
            () => '{"is_correct": "maybe"}',
          ),
        ),
      ).rejects.toMatchObject({
        party: 'judge',
        reason: 'spoiled-ballot',
      });
      expect(requests).toHaveLength(2);
    }
  });

  it('with words that nobody said is asked for again, and then stands with a note', async () => {
    const quoting = (quote: string) => (ballot: string) => atomicReply(ballot, { met: [true, true, true], quote });
    expect(await judged(evidence, 'atomic', noting(quoting('lies at B9'), quoting('lies at B2')))).toMatchObject({
      passed: true,
      checkpoints: [{ detail: '“lies at B2” as seen' }, {}, {}],
    });
    expect(repairOf(requests[1])).toContain('the quote of criterion 1 does not stand in the file');
    const stubborn = await judged(evidence, 'atomic', noting(quoting('lies at B9'), quoting('lies at B9')));
    expect(stubborn).toMatchObject({ passed: true, score: 1 });
    expect(stubborn.checkpoints[0]?.detail).toBe('(not found in the case: “lies at B9”) as seen');
    const silent = await judged(
      evidence,
      'atomic',
      noting(quoting('lies at B9'), () => 'I said it all.'),
    );
    expect(silent).toMatchObject({ passed: true });
  });

  it('because the model declines or fails is no verdict at all', async () => {
    await expect(judged(evidence, 'whole', [{ text: 'I would', finish: 'refused' }])).rejects.toMatchObject({
      fault: 'refused',
    });
    const error = new ModelError('unavailable', 'the server is down');
    await expect(judged(evidence, 'atomic', [error])).rejects.toBe(error);
  });
});

it('asks for the model only when it judges, and reads only the prompts that it names', async () => {
  const read = new Set<string>();
  let asked = 0;
  const judge = rubric({
    kind: 'whole',
    prompt: (file) => {
      read.add(file);
      return prompt(file);
    },
    model: () => {
      asked++;
      return scripted(['?', '{"is_correct": "false", "feedback": null}']);
    },
  });
  expect(asked).toBe(0);
  expect(await judge.judge(evidenceWith(SAID), signal)).toEqual({
    passed: false,
    score: 0,
    reason: 'The judge found the work not correct and gave no reason.',
    checkpoints: [],
  });
  expect([...read].sort()).toEqual([...RUBRIC_PROMPTS.whole].sort());
});
