import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Json, JsonObject } from '../core/json.ts';
import { inputReader, outputChecker } from './tool-input.ts';

const input = (schema: z.ZodType): JsonObject => z.toJSONSchema(schema, { io: 'input' }) as JsonObject;
const order = z.object({
  sku: z.string(),
  quantity: z.int().min(1).default(1),
  speed: z.enum(['slow', 'fast']).optional(),
  lines: z.array(z.object({ note: z.string(), weight: z.number().default(0.5) })).optional(),
});
const read = inputReader([
  { name: 'order', input: { ...input(order), additionalProperties: false } },
  { name: 'list', input: { type: 'object', properties: {}, additionalProperties: false } },
]);
const message = (name: string, given: Json): string => {
  const reading = read(name, given);
  return reading.ok ? `read: ${JSON.stringify(reading.input)}` : reading.message;
};

describe('reading arguments', () => {
  it.each<[string, Json]>([
    ['an object', { sku: 'A', quantity: 2 }],
    ['the text of one', '{"sku":"A","quantity":2}'],
    ['text with white space around it', ' \n{"sku": "A",\t"quantity": 2 } '],
  ])('takes %s', (_what, given) => {
    expect(read('order', given)).toEqual({ ok: true, input: { sku: 'A', quantity: 2 } });
  });

  it.each<[string, Json]>([
    ['null', null],
    ['no text', ''],
    ['blank text', ' \n'],
    ['the text of null', 'null'],
    ['an empty object', {}],
    ['the text of one', '{}'],
  ])('takes %s for no arguments', (_what, given) => {
    expect(read('list', given)).toEqual({ ok: true, input: {} });
    expect(message('order', given)).toBe("invalid arguments: must have required property 'sku'");
  });

  it.each<[Json, string]>([
    [[], 'arguments must be a JSON object, not a list'],
    ['[1]', 'arguments must be a JSON object, not a list'],
    [3, 'arguments must be a JSON object, not number'],
    ['3', 'arguments must be a JSON object, not number'],
    [true, 'arguments must be a JSON object, not boolean'],
    ['"{}"', 'arguments must be a JSON object, not string'],
    ['{"sku": ', 'arguments are not valid JSON'],
    ['{sku: 1}', 'arguments are not valid JSON'],
    ['{} {}', 'arguments are not valid JSON'],
  ])('refuses %j', (given, why) => {
    expect(message('list', given)).toBe(why);
  });

  it('fills in defaults, also inside lists, and leaves what came as it was', () => {
    const given = { sku: 'A', lines: [{ note: 'x' }] };
    const frozen = structuredClone(given);
    expect(read('order', given)).toEqual({
      ok: true,
      input: { sku: 'A', quantity: 1, lines: [{ note: 'x', weight: 0.5 }] },
    });
    expect(given).toEqual(frozen);
  });

  it('says in words what does not fit, all of it', () => {
    expect(message('order', { quantity: 0, speed: 'slowly' })).toBe(
      "invalid arguments: must have required property 'sku'; quantity must be >= 1; speed must be one of slow, fast",
    );
    expect(message('order', { sku: 1 })).toBe('invalid arguments: sku must be string');
    expect(message('order', { sku: 'A', quantity: 1.5 })).toBe('invalid arguments: quantity must be integer');
    expect(message('order', { sku: 'A', lines: [{ note: 'x' }, { note: 3 }] })).toBe(
      'invalid arguments: lines.1.note must be string',
    );
    expect(message('order', { sku: 'A', amount: 3 })).toBe('invalid arguments: there is no parameter "amount"');
  });

  it('does not turn one type into another', () => {
    expect(message('order', { sku: 'A', quantity: '2' })).toBe('invalid arguments: quantity must be integer');
  });

  it('names the tools where there is no such one', () => {
    for (const name of ['lsit', '', 'constructor', '__proto__', 'toString']) {
      expect(message(name, {})).toBe(`there is no tool "${name}"; the tools are order, list`);
    }
  });

  it('is not misled by names that every object has', () => {
    const odd = inputReader([{ name: 'odd', input: { type: 'object', required: ['constructor'] } }]);
    expect(odd('odd', {})).toMatchObject({ ok: false });
    expect(read('list', '{"__proto__": {"sku": "A"}}')).toMatchObject({ ok: false });
    expect(({} as Record<string, unknown>).sku).toBeUndefined();
  });
});

describe('schemas from many hands', () => {
  it('takes what zod writes: tuples, unions, references, formats', () => {
    interface Node {
      readonly name: string;
      readonly parts: readonly Node[];
    }
    const node: z.ZodType<Node> = z.lazy(() => z.object({ name: z.string(), parts: z.array(node) }));
    const many = inputReader([
      {
        name: 'many',
        input: input(
          z.object({
            at: z.tuple([z.number(), z.number()]),
            when: z.iso.date(),
            link: z.url().optional(),
            either: z.discriminatedUnion('kind', [
              z.object({ kind: z.literal('a'), a: z.int() }),
              z.object({ kind: z.literal('b'), b: z.string() }),
            ]),
            tree: node,
          }),
        ),
      },
    ]);
    const good = { at: [1, 2], when: '2026-03-02', either: { kind: 'b', b: 'x' }, tree: { name: 'r', parts: [] } };
    expect(many('many', good)).toEqual({ ok: true, input: good });
    expect(many('many', { ...good, at: ['1', 2] })).toMatchObject({ ok: false });
    expect(many('many', { ...good, at: [1, 2, 3] })).toMatchObject({ ok: false });
    expect(many('many', { ...good, when: '2026-13-02' })).toMatchObject({ ok: false });
    expect(many('many', { ...good, either: { kind: 'b', a: 1 } })).toMatchObject({ ok: false });
    expect(many('many', { ...good, tree: { name: 'r', parts: [{ name: 1, parts: [] }] } })).toMatchObject({
      ok: false,
    });
  });

  it('takes any named dialect, unknown keywords, and one id twice', () => {
    const dialects = ['http://json-schema.org/draft-07/schema#', 'https://json-schema.org/draft/2020-12/schema'];
    const tools = dialects.map(($schema, i) => ({
      name: `tool-${i}`,
      input: { $schema, $id: 'same', type: 'object', 'x-hint': 'yes', properties: { n: { type: 'integer' } } },
    }));
    const reader = inputReader(tools);
    for (const { name } of tools) {
      expect(reader(name, { n: 1 })).toEqual({ ok: true, input: { n: 1 } });
      expect(reader(name, { n: 'x' })).toMatchObject({ ok: false });
    }
  });
});

describe('checking answers', () => {
  const check = outputChecker([
    { name: 'promising', output: input(z.object({ total: z.int(), items: z.array(z.object({ id: z.string() })) })) },
    { name: 'silent' },
  ]);

  it('tells what is missing', () => {
    expect(check('promising', { total: 1, items: [{ id: 'a' }] })).toBeNull();
    expect(check('promising', { items: [] })).toContain("required property 'total'");
    expect(check('promising', { total: 1, items: [{ id: null }] })).toContain('items.0.id must be string');
  });

  it('expects nothing of tools that promise nothing', () => {
    expect(check('silent', { anything: null })).toBeNull();
    expect(check('unknown', null)).toBeNull();
  });
});
