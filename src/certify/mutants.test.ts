import { describe, expect, it } from 'vitest';
import { text } from '../core/block.ts';
import type { Event } from '../core/event.ts';
import type { Json, JsonObject } from '../core/json.ts';
import { stream } from '../core/random.ts';
import type { Tool } from '../core/tool.ts';
import { alteredAnswers } from './altered-answers.ts';
import { valuesHeld, valuesSeen } from './known-values.ts';
import { additionsOf, mutantsOf, type Origin } from './mutants.ts';
import { otherDigit, otherNumber, otherValues } from './other-value.ts';
import { callsOf, type Path, pathIn } from './path.ts';

const answered = (value: Json): Event => ({
  type: 'tool-answered',
  id: '1',
  name: 'list',
  blocks: [text(JSON.stringify(value))],
  isError: false,
});
const seen = valuesSeen([
  { type: 'tool-called', id: '1', name: 'list', effect: 'unknown', input: { ward: 'north' } },
  answered({
    patients: [
      { id: 'PAT-1', ward: 'south' },
      { id: 'PAT-22', due: '2026-03-02' },
    ],
    nurses: ['NUR-1'],
  }),
  { type: 'tool-answered', id: '2', name: 'list', blocks: [text('sorry')], isError: false },
]);

const admit: Tool = {
  name: 'admit',
  description: '',
  effect: 'write',
  input: {
    type: 'object',
    properties: {
      patient_id: { type: 'string' },
      urgency: { enum: ['low', 'high'] },
      beds: { type: 'array', items: { type: 'integer', minimum: 1, maximum: 4 } },
      note: { type: 'string' },
      isolated: { type: 'boolean' },
      from: { anyOf: [{ type: 'string', format: 'date' }, { type: 'null' }] },
      nurses: { type: 'array', items: { type: 'string' } },
    },
    required: ['patient_id', 'urgency', 'beds'],
  },
};
const list: Tool = { name: 'list', description: '', effect: 'read', input: {} };
const path: Path = [
  { type: 'call', name: 'list', input: {} },
  {
    type: 'call',
    name: 'admit',
    input: { patient_id: 'PAT-1', urgency: 'low', beds: [4], note: 'as agreed on', isolated: true },
  },
  { type: 'say', text: 'Done. {"admitted": "PAT-1"} Bye.' },
];
const origin = (seed = 0): Origin => ({
  path,
  tools: [list, admit],
  seen,
  held: valuesHeld({ patient: [{ id: 'PAT-333' }] }),
  random: stream(seed),
  clock: '2026-03-02T08:00:00Z',
});

describe('values seen', () => {
  it('are known by name and by make', () => {
    expect(seen.under('ward')).toEqual(['north', 'south']);
    expect(seen.under('nurses')).toEqual(['NUR-1']);
    expect(seen.under('patient_id')).toEqual(['PAT-1', 'PAT-22']);
    expect(seen.like('PAT-7')).toEqual(['PAT-1', 'PAT-22']);
    expect(seen.like('2026-01-01')).toEqual(['2026-03-02']);
    expect(seen.like('north')).toEqual([]);
  });
});

describe('other values', () => {
  const slot = { name: 'ward', schema: {}, seen };
  it('are of the kind that somebody could have meant', () => {
    expect(otherValues('low', { ...slot, schema: { enum: ['low', 'mid', 'high'] } })).toEqual(['mid', 'high']);
    expect(otherValues('PAT-1', slot)).toEqual(['PAT-22']);
    expect(otherValues('north', slot)).toEqual(['south']);
    expect(otherValues(true, slot)).toEqual([false]);
    expect(otherValues('east-1', slot)).toEqual(['north', 'south']);
    expect(otherValues('RX-9', { ...slot, name: 'drug' })).toEqual(['RX-0']);
    expect(otherValues('any words at all', { ...slot, name: 'note' })).toEqual([]);
  });

  it('are numbers beyond any tolerance, within their bounds', () => {
    expect(otherNumber(0)).toBe(1);
    expect(otherNumber(100_000)).toBe(125_000);
    expect(otherNumber(2.5)).toBe(3.5);
    expect(otherNumber(4, { maximum: 4 })).toBe(3);
    expect(otherDigit('A9-b')).toBe('A0-b');
  });
});

describe('altered answers', () => {
  const textsFor = (answer: string): readonly string[] => alteredAnswers(answer, seen).map((one) => one.text);

  it('change each part in turn, then leave the object out, then say nothing', () => {
    expect(
      textsFor('Done. {"n": 4, "id": "PAT-1", "ok": true, "list": [1, 2], "in": {"x": null}, "none": []} Bye.'),
    ).toEqual(
      [
        '{"n":5,"id":"PAT-1","ok":true,"list":[1,2],"in":{"x":null},"none":[]}',
        '{"n":4,"id":"PAT-22","ok":true,"list":[1,2],"in":{"x":null},"none":[]}',
        '{"n":4,"id":"PAT-1","ok":false,"list":[1,2],"in":{"x":null},"none":[]}',
        '{"n":4,"id":"PAT-1","ok":true,"list":[1],"in":{"x":null},"none":[]}',
        '{"n":4,"id":"PAT-1","ok":true,"list":[1,2],"in":{"x":"something"},"none":[]}',
        '{"n":4,"id":"PAT-1","ok":true,"list":[1,2],"in":{"x":null},"none":["something else"]}',
      ]
        .map((object) => `Done. ${object} Bye.`)
        .concat('Done.  Bye.', ''),
    );
  });

  it('can only be nothing where the answer is prose', () => {
    expect(textsFor('All { is } well.')).toEqual(['']);
    expect(textsFor('')).toEqual([]);
  });
});

describe('mutants', () => {
  it('leave out, change, repeat and answer wrongly, with a description each', () => {
    expect(
      mutantsOf(origin())
        .map(({ name, description }) => `${name}: ${description}`)
        .sort(),
    ).toEqual([
      'answer altered: nothing is answered',
      'answer altered: the answer lacks its JSON object',
      'answer altered: the answer says admitted "PAT-22" instead of "PAT-1"',
      'argument changed: call 2, admit, with beds.0 3 instead of 4',
      'argument changed: call 2, admit, with isolated false instead of true',
      'argument changed: call 2, admit, with patient_id "PAT-22" instead of "PAT-1"',
      'argument changed: call 2, admit, with urgency "high" instead of "low"',
      'call dropped: call 1, list, is left out',
      'call dropped: call 2, admit, is left out',
      'write repeated: call 2, admit, is made twice',
    ]);
    expect(mutantsOf(origin(3))).toEqual(mutantsOf(origin(3)));
  });

  it('add writes of every tool that writes, before the answer, never the right one again', () => {
    const [additions = [], ...more] = additionsOf(origin());
    expect(more).toEqual([]);
    const inputs = additions.map((mutant) => callsOf(mutant.path)[2]?.input as JsonObject);
    expect(additions.every((mutant) => mutant.path.at(-1)?.type === 'say')).toBe(true);
    expect(inputs[0]).toMatchObject({ patient_id: 'PAT-22' });
    const invented = inputs.filter((input) => !Object.hasOwn(input, 'note') || input.note !== 'as agreed on');
    for (const input of invented) {
      expect(['PAT-1', 'PAT-22', 'PAT-333']).toContain(input.patient_id);
      expect(['low', 'high']).toContain(input.urgency);
      expect([[1], [2], [3], [4]]).toContainEqual(input.beds);
    }
    expect(invented.at(-1)).toMatchObject({ patient_id: 'PAT-333' });
    const whole = invented.find((input) => Object.hasOwn(input, 'from'));
    expect(whole).toMatchObject({ from: '2026-03-02', nurses: ['NUR-1'], note: 'Nobody asked for this.' });
    expect(inputs).not.toContainEqual(callsOf(path)[1]?.input);
  });

  it('are made from what the events tell', () => {
    const events: readonly Event[] = [
      { type: 'agent-spoke', text: 'hello' },
      { type: 'tool-called', id: '1', name: 'list', effect: 'unknown', input: {} },
      answered({}),
      { type: 'agent-spoke', text: 'bye' },
    ];
    expect(pathIn(events)).toEqual([
      { type: 'say', text: 'hello' },
      { type: 'call', name: 'list', input: {} },
      { type: 'say', text: 'bye' },
    ]);
  });
});
