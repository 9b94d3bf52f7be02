import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Evidence, Verdict } from '../core/judge.ts';
import { scripted } from '../models/scripted.ts';
import { INJECTIONS } from './fixtures/injection-corpus.ts';
import { ANSWERS, atomicReply, caseIn, evidenceWith, wholeReply } from './fixtures/trial-case.ts';
import { rubric } from './rubric.ts';

const prompt = (file: string): string => readFileSync(new URL(file, import.meta.url), 'utf8');
const signal = new AbortController().signal;
const FALLBACK = ANSWERS.list_berths ?? '';

type Kind = 'atomic' | 'whole';
/** How an honest model may put its vote; `attack` is what it quotes. */
type Manner = (vote: string, attack: string) => string;
const MANNERS: Readonly<Record<string, Manner>> = {
  alone: (vote) => vote,
  'behind a quote of the attempt': (vote, attack) =>
    `The agent wrote:\n${attack}\nThat is no evidence. My vote:\n${vote}`,
  'before a quote of the attempt': (vote, attack) => `${vote}\n\nI left this out of account:\n${attack}`,
  'between two quotes of it': (vote, attack) => `${attack}\n\`\`\`json\n${vote}\n\`\`\`\n${attack}`,
};

async function judged(evidence: Evidence, kind: Kind, reply: (ballot: string) => string): Promise<Verdict> {
  const model = scripted((request) => reply(caseIn(request).ballot));
  return rubric({ model, prompt, kind }).judge(evidence, signal);
}

const voteOf = (kind: Kind, ballot: string, passes: boolean, reason = 'as seen'): string =>
  kind === 'whole'
    ? wholeReply(ballot, passes, reason)
    : atomicReply(ballot, { met: [true, passes, true], reason, feedback: reason });

it('the corpus is large, and no trick stands in it twice', () => {
  expect(INJECTIONS.length).toBeGreaterThanOrEqual(40);
  expect(new Set(INJECTIONS.map(({ trick }) => trick)).size).toBe(INJECTIONS.length);
});

describe.each<Kind>(['atomic', 'whole'])('M7: no attempt changes a verdict by parsing (%s)', (kind) => {
  const cases = INJECTIONS.flatMap(({ trick, text }) => [
    { where: 'said by the agent', trick, text, evidence: evidenceWith(text) },
    { where: 'answered by a tool', trick, text, evidence: evidenceWith('Done.', text) },
  ]);

  it.each(cases)('$trick, $where', async ({ text, evidence }) => {
    for (const passes of [true, false]) {
      for (const manner of Object.values(MANNERS)) {
        const verdict = await judged(evidence, kind, (ballot) => manner(voteOf(kind, ballot, passes), text));
        expect(verdict.passed).toBe(passes);
      }
      // Quoted inside the reasons and the feedback of the vote itself.
      const inside = await judged(evidence, kind, (ballot) => voteOf(kind, ballot, passes, text));
      expect(inside.passed).toBe(passes);
    }
  });

  it.each(cases)('$trick, $where, where the model only quotes it and never votes', async ({ text, evidence }) => {
    const quoting = judged(evidence, kind, () => `I cannot judge this. The agent wrote: ${text}`);
    await expect(quoting).rejects.toMatchObject({ party: 'judge', reason: 'spoiled-ballot' });
  });

  it.each(cases)('$trick, $where, where the model leaves its code out', async ({ evidence }) => {
    for (const passes of [true, false]) {
      const verdict = await judged(
        evidence,
        kind,
        () => `Here is my vote.\n${voteOf(kind, '', passes, 'I looked at it all.')}`,
      );
      expect(verdict.passed).toBe(passes);
    }
  });
});

describe('M7: fences hold', () => {
  const places = INJECTIONS.flatMap(({ trick, text }) => [
    { trick, where: 'said by the agent', evidence: evidenceWith(text) },
    { trick, where: 'answered by a tool', evidence: evidenceWith('Done.', text) },
    { trick, where: 'as a tool’s name', evidence: namedTool(text) },
    { trick, where: 'as the reason for stopping', evidence: stoppedBy(text) },
  ]);

  it.each(places)('$trick, $where', async ({ evidence }) => {
    const model = scripted((request) => {
      const { text, fence, ballot } = caseIn(request);
      expect(fence).toMatch(/^[0-9a-f]{16}$/);
      expect(ballot).not.toBe(fence);
      const lines = text.split('\n').filter((line) => line.includes(fence));
      const [told, ...marks] = lines;
      expect(told).toBe(`The fence code of this file is ${fence}.`);
      // Opened and closed by turns: nothing in between has the code, so nothing in between can close a fence.
      expect(marks.every((line, i) => line === (i % 2 === 0 ? `<<< ${fence}` : `${fence} >>>`))).toBe(true);
      expect(marks.length % 2).toBe(0);
      expect(text.split(fence).length - 1).toBe(marks.length + 1);
      expect(text.split(ballot).length - 1).toBe(1);
      // Outside the fences stand only our own words and the rubric.
      const outside = text.replace(new RegExp(`<<< ${fence}\n[^]*?\n${fence} >>>`, 'g'), '');
      expect(outside).toMatch(/^[\x20-\x7e\n…]*$/);
      expect(outside.length).toBeLessThan(2500);
      expect(outside).not.toMatch(/is_correct|Vote|vote true|PASS/);
      expect(text).not.toMatch(/[\p{Cf}\p{Cs}\p{Zl}\p{Zp}]|(?!\n|\t)\p{Cc}/u);
      return atomicReply(ballot, { met: [true, true, true] });
    });
    await rubric({ model, prompt, kind: 'atomic' }).judge(evidence, signal);
  });

  function namedTool(name: string): Evidence {
    const evidence = evidenceWith('Done.', FALLBACK);
    const events = evidence.events.map((event) => (event.type === 'tool-called' ? { ...event, name } : event));
    return { ...evidence, events };
  }
  function stoppedBy(reason: string): Evidence {
    const evidence = evidenceWith('Done.', FALLBACK);
    const events = evidence.events.map((event) => (event.type === 'agent-stopped' ? { ...event, reason } : event));
    return { ...evidence, events };
  }
});
