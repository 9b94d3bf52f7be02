import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../core/json.ts';
import { type Check, summarise } from './checks.ts';
import { parseEnvironment, readEnvironment } from './environment.ts';
import { configOf, type Draft, LIBRARY, textOf } from './fixtures/release.ts';
import { lintEnvironment } from './lint.ts';

type Found = readonly (readonly [Check, string])[];

function lintText(text: string, { instruction = '', isUtf8 = true } = {}): Found {
  const config = parseEnvironment(text, 'here');
  const environment = readEnvironment(config, 'here');
  const linted = { name: LIBRARY.name, text, isUtf8, config, environment, instruction };
  return lintEnvironment(linted).map(({ check, detail }) => [check, detail] as const);
}
const lint = (change: Partial<Draft>): Found => lintText(textOf(configOf({ ...LIBRARY, ...change })));
const lintConfig = (change: JsonObject): Found => lintText(textOf({ ...configOf(LIBRARY), ...change }));
const [findBook = {}, listLoans = {}] = LIBRARY.tools;
const withTool = (change: JsonObject): Found => lint({ tools: [{ ...findBook, ...change }, listLoans] });
const withParameters = (parameters: JsonObject): Found => withTool({ parameters });
const title = { type: 'string', description: 'As printed.' };

it('finds nothing where nothing is odd', () => {
  expect(lint({})).toEqual([]);
});

describe('in the prompt, the linter finds', () => {
  it('placeholders that are repeated, missing or unknown, and takes no formula for one', () => {
    expect(lint({ body: `${LIBRARY.body}\n{{initial_state}}` })).toEqual([
      ['placeholder-repeated', '{{initial_state}} 2 times'],
    ]);
    expect(lint({ body: `${LIBRARY.body} {{action_set_definitions}} {{action_set_definitions}}` })).toEqual([
      ['placeholder-repeated', '{{action_set_definitions}} 3 times'],
    ]);
    expect(lint({ body: LIBRARY.body.replace('{{state_descriptions}}', 'below') })).toEqual([
      ['placeholder-missing', '{{state_descriptions}}'],
    ]);
    expect(lint({ body: `${LIBRARY.body} {{initial_state_schema}} \`{{s_t}}\` x_{{t}} y^{{n}}` })).toEqual([
      ['placeholder-unknown', '{{initial_state_schema}}'],
      ['placeholder-unknown', '{{s_t}}'],
    ]);
  });

  it('a body that begins a line with the placeholder of the state: the last such line begins the end', () => {
    expect(lint({ body: `{{initial_state}}: see below\n${LIBRARY.body}` })).toEqual([
      ['placeholder-repeated', '{{initial_state}} 2 times'],
    ]);
  });

  it('an end that is missing, or that says something else than the fields', () => {
    expect(lintConfig({ world_model_system_prompt: LIBRARY.body })).toEqual([
      ['trailer-missing', expect.stringContaining('{{initial_state}}:')],
    ]);
    expect(lintConfig({ world_model_system_prompt: '' })).toEqual([['prompt-missing', expect.any(String)]]);
    const state = { ...LIBRARY.state, current_date: '2024-03-05' };
    expect(lintConfig({ task_initial_state: state })).toEqual([['trailer-differs', 'task_initial_state']]);
    expect(lintConfig({ action_set_definitions: [findBook] })).toEqual([['trailer-differs', 'action_set_definitions']]);
    const broken = String(configOf(LIBRARY).world_model_system_prompt).replace(
      '{{state_descriptions}}: {{',
      '{{state_descriptions}}: ',
    );
    expect(lintConfig({ world_model_system_prompt: broken })).toEqual([
      ['trailer-differs', 'state_description: the text in the prompt is not JSON'],
    ]);
  });

  it('example calls of tools that are not there, and two ways of passing arguments', () => {
    expect(lint({ body: LIBRARY.body.replace('find_book', 'search_shelf') })).toEqual([
      ['example-call-unknown', 'search_shelf'],
    ]);
    expect(lint({ body: `${LIBRARY.body}\n- The remaining fields are the parameters.` })).toEqual([
      ['calling-form-contradictory', expect.any(String)],
    ]);
  });
});

describe('in the state, the linter finds', () => {
  it('braces in texts, braces that look doubled, and a byte order mark', () => {
    const code = { ...LIBRARY.state, files: { 'a.py': 'f"{x}"' } };
    const described = { ...LIBRARY.description, files: 'Files.' };
    expect(lint({ state: code, description: described })).toEqual([['state-braces', 'files.a.py']]);
    expect(lint({ description: { ...LIBRARY.description, books: "By number: {'B': {'n': 1}}" } })).toEqual([
      ['description-braces', 'books'],
    ]);
    const marked = { ...LIBRARY.state, files: ['\uFEFFx'] };
    expect(lint({ state: marked, description: described })).toEqual([['state-byte-order-mark', 'files.0']]);
  });

  it('keys without a description, and descriptions without a key', () => {
    expect(lint({ state: { ...LIBRARY.state, desk: 1 } })).toEqual([['state-key-undescribed', 'desk']]);
    expect(lint({ description: { ...LIBRARY.description, copies: 'How many.', shelf: 'Where.' } })).toEqual([
      ['description-without-key', 'shelf'],
    ]);
  });

  it('states and descriptions that are texts or missing', () => {
    const prompt = { world_model_system_prompt: LIBRARY.body };
    const forms = (change: JsonObject): Found =>
      lintConfig({ ...prompt, ...change }).filter(([check]) => check === 'state-form');
    expect(forms({ task_initial_state: '{"a": 1}' })).toEqual([['state-form', 'task_initial_state is a text']]);
    expect(forms({ task_initial_state: [] })).toEqual([['state-form', 'task_initial_state is a list']]);
    expect(forms({ state_description: null })).toEqual([['state-form', 'state_description is missing']]);
  });

  it('answers, and examples that contradict it', () => {
    const state = { ...LIBRARY.state, books: { 'B-1': { title: 'Emma', copies: 3, hidden_truth: 'lost' } } };
    expect(lint({ state })).toEqual([['state-answers', 'hidden_truth']]);
    expect(withTool({ example_output: { title: 'Emma', copies: 20 } })).toEqual([
      ['example-contradicts-state', '1 of 2 values under shared keys, such as copies: 20'],
    ]);
  });
});

describe('of dates, the linter finds', () => {
  const { current_date: _date, ...dateless } = LIBRARY.state;
  const { current_date: _described, ...description } = LIBRARY.description;
  it('none, only elsewhere, or inferred ones', () => {
    expect(lint({ state: dateless, description })).toEqual([['date-missing', 'no date in the state']]);
    const text = textOf(configOf({ ...LIBRARY, state: dateless, description }));
    expect(lintText(text, { instruction: 'Due on 2024-03-09T10:00.' })).toEqual([
      ['date-missing', 'no date in the state'],
      ['date-elsewhere', '2024-03-09'],
    ]);
    expect(
      lint({ state: { ...dateless, log: ['2024-02-01: lent'] }, description: { ...description, log: 'Journal.' } }),
    ).toEqual([['date-inferred', '2024-02-01T09:00:00Z, the latest thing on record']]);
  });

  it('tools that tell the time or let it pass', () => {
    const parameters = { type: 'object', properties: {}, required: [] };
    const tools = ['get_current_date', 'advance_day'].map((name) => ({
      ...listLoans,
      name,
      parameters,
      example_output: { today: '2024-01-09' },
    }));
    expect(lint({ state: dateless, description, tools: [...LIBRARY.tools, ...tools] })).toEqual([
      ['date-inferred', '2024-01-09T09:00:00Z, the example of the tool that tells the time'],
      ['clock-tool', 'get_current_date'],
      ['time-tool', 'advance_day'],
    ]);
  });
});

describe('in the tools, the linter finds', () => {
  it('examples that are missing, misplaced, null or lists', () => {
    const { example_output: _example, ...bare } = findBook;
    expect(lint({ tools: [bare, listLoans] })).toEqual([['example-missing', 'find_book']]);
    const parameters = { ...(findBook.parameters as JsonObject), example_output: { copies: 3 } };
    expect(lint({ tools: [{ ...bare, parameters }, listLoans] })).toEqual([
      ['example-missing', 'find_book'],
      ['example-misplaced', 'find_book'],
    ]);
    expect(withTool({ example_output: null })).toEqual([['example-null', 'find_book']]);
    expect(withTool({ example_output: [{ copies: 3 }] })).toEqual([['example-list', 'find_book']]);
    expect(withTool({ example_output: [] })).toEqual([['example-list', 'find_book (an empty list)']]);
  });

  it('names that are odd or stand twice, missing descriptions, no tools', () => {
    expect(withTool({ description: ' ' })).toEqual([['tool-undescribed', 'find_book']]);
    expect(lint({ tools: [...LIBRARY.tools, { ...listLoans, name: 'Büro öffnen' }] })).toEqual([
      ['tool-name-odd', 'Büro öffnen'],
    ]);
    expect(lint({ tools: [...LIBRARY.tools, listLoans] })).toEqual([['tool-name-twice', 'list_loans']]);
    expect(lint({ tools: [], body: LIBRARY.body.replace(/A call looks.*\n/, '') })).toEqual([
      ['tools-missing', expect.any(String)],
    ]);
  });

  it('parameters that do not say what is required, or require what is not there', () => {
    expect(withParameters({ type: 'object', properties: {} })).toEqual([['required-missing', 'find_book']]);
    expect(withParameters({ type: 'object', properties: { title } })).toEqual([
      ['required-missing', 'find_book (all its parameters are optional)'],
    ]);
    expect(withParameters({ type: 'object', properties: { title }, required: ['title', 'year'] })).toEqual([
      ['required-unknown', 'find_book: year'],
    ]);
  });

  it('what strict function calling refuses, at any depth', () => {
    const list = (items: JsonObject): JsonObject => ({ type: 'array', description: 'Some.', items });
    const of = (properties: JsonObject): Found => withParameters({ type: 'object', properties, required: [] });
    expect(of({ plan: { type: 'object', description: 'Free.' } })).toEqual([['parameter-free-form', 'find_book.plan']]);
    expect(of({ plan: list({ type: 'object', additionalProperties: true }) })).toEqual([
      ['parameter-free-form', 'find_book.plan[]'],
    ]);
    expect(of({ plan: { type: 'array', description: 'Some.' } })).toEqual([
      ['parameter-items-missing', 'find_book.plan'],
    ]);
    expect(of({ title: { type: 'string' } })).toEqual([['parameter-undescribed', 'find_book.title']]);
    expect(of({ rows: list({ type: 'object', properties: { n: { type: 'integer' } } }) })).toEqual([
      ['parameter-undescribed', 'find_book.rows[].n'],
    ]);
    expect(of({ title: { description: 'Any.' } })).toEqual([['parameter-untyped', 'find_book.title']]);
    expect(of({ title: { ...title, oneOf: [{ minLength: 1 }] } })).toEqual([
      ['schema-keyword-unusual', 'find_book.title: oneOf'],
    ]);
  });

  it('schemas that are none', () => {
    expect(withParameters({ type: 'object', properties: { title: { ...title, type: 'text' } }, required: [] })).toEqual(
      [['schema-invalid', expect.stringContaining('find_book: parameters/properties/title/type')]],
    );
    const [first] = withParameters({ type: 'object', properties: { title: { $ref: '#/nowhere' } }, required: [] });
    expect(first).toEqual(['schema-invalid', expect.stringContaining('#/nowhere')]);
    expect(withParameters({ properties: { title }, required: [] })).toEqual([['schema-not-object', 'find_book']]);
  });
});

describe('in the file, the linter finds', () => {
  const text = textOf(configOf(LIBRARY));
  it('what reading JSON alters', () => {
    expect(lintText(text.replace('"copies": 3\n', '"copies": 3.0\n'))).toEqual([['number-form', '1, such as 3.0']]);
    const large = textOf(configOf({ ...LIBRARY, state: { ...LIBRARY.state, books: { n: 90071992547409920 } } }));
    expect(lintText(large)).toEqual([['number-too-large', '90071992547409920']]);
    expect(lintText(text.replace('"task_initial_state": {', '"task_initial_state": {"books": 0,'))).toEqual([
      ['key-twice', 'books'],
    ]);
    expect(lint({ state: { ...LIBRARY.state, books: { 7: 'Emma' } } })).toEqual([['key-order', '7']]);
    const unsafe = text.replaceAll('"B-1"', '"__proto__"').replaceAll('\\"B-1\\"', '\\"__proto__\\"');
    expect(lintText(unsafe)).toEqual([['key-unsafe', '__proto__']]);
  });

  it('marks, bytes, names and fields that do not belong', () => {
    expect(lintText(`\uFEFF${text}`)).toEqual([['file-byte-order-mark', 'at the head of the file']]);
    expect(lintText(text, { isUtf8: false })).toEqual([['file-not-utf8', expect.any(String)]]);
    expect(lintConfig({ environment_name: 'other' })).toEqual([['name-differs', 'other']]);
    expect(lintConfig({ author: 'me' })).toEqual([['field-unknown', 'author']]);
  });
});

it('sums up by check, with environments and an example', () => {
  const finding = (
    environment: string | null,
    check: Check,
    detail: string,
  ): Parameters<typeof summarise>[0][number] => ({
    environment,
    check,
    detail,
  });
  const findings = [
    finding('b', 'example-null', 'x'),
    finding('a', 'example-null', 'y'),
    finding('b', 'example-null', 'z'),
    finding(null, 'scenario-twice', 's'),
  ];
  expect(summarise(findings)).toEqual([
    { check: 'example-null', meaning: expect.any(String), findings: 3, environments: ['a', 'b'], example: 'x' },
    { check: 'scenario-twice', meaning: expect.any(String), findings: 1, environments: [], example: 's' },
  ]);
});
