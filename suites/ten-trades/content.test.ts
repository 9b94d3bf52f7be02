/** Whether the content of this suite hangs together: files, categories, criteria, schemas, prompts and state. Plays nothing. */
import { readdirSync, readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Json } from 'practicum';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

const CATEGORIES = [
  'Business & Enterprise',
  'Technology & IT',
  'Industrial & Engineering',
  'Transportation & Logistics',
  'Commerce & Consumer',
  'Education & Culture',
  'Healthcare & Life Sciences',
  'Public Service & Governance',
  'Agriculture & Environment',
  'Science & Research',
];

const jsonObject = z.record(z.string(), z.json());
const toolSchema = z.strictObject({
  name: z.string().regex(/^[a-z]+(_[a-z]+)+$/),
  description: z.string().min(20),
  parameters: jsonObject,
  example_output: jsonObject,
});
const environmentSchema = z.strictObject({
  environment_name: z.string().regex(/^env_[0-9a-f]{12}$/),
  world_model_system_prompt: z.string(),
  action_set_definitions: z.array(toolSchema).min(4).max(7),
  state_description: z.record(z.string(), z.string().min(20)),
  task_initial_state: jsonObject,
  hidden: z.array(z.string()).min(1).optional(),
});
type Environment = z.infer<typeof environmentSchema>;
const recordSchema = z.strictObject({
  task_id: z.int().min(1),
  difficulty_level: z.literal([1, 2, 3]),
  task_scenario_name: z.string(),
  agent_instruction: z.string().min(300).max(1000),
  env_name: z.string(),
  verification_plan: z.string(),
  solution_plan: z.string().regex(/^1\. [\s\S]*\n5\. /),
  title: z.string(),
  criteria: z
    .array(
      z.strictObject({
        name: z.string().regex(/^[a-z]+(-[a-z]+)*$/),
        text: z.string().min(20),
        required: z.boolean(),
        points: z.int().min(1),
      }),
    )
    .min(3)
    .max(7),
  date: z.iso.datetime(),
});

const scenarioSchema = z.strictObject({ category: z.string(), domain: z.string(), task_scenario_name: z.string() });

const FOLDER = import.meta.dirname;
const linesOf = (file: string): readonly unknown[] =>
  readFileSync(`${FOLDER}/${file}`, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line): unknown => JSON.parse(line));
const scenarios = linesOf('scenarios.jsonl').map((line) => scenarioSchema.parse(line));
const records = linesOf('tasks.jsonl').map((line) => recordSchema.parse(line));
const environments = new Map(
  readdirSync(`${FOLDER}/environments`).map((file): [string, Environment] => {
    const content: unknown = JSON.parse(readFileSync(`${FOLDER}/environments/${file}`, 'utf8'));
    return [file.replace(/\.json$/, ''), environmentSchema.parse(content)];
  }),
);
const environmentOf = (name: string): Environment => {
  const environment = environments.get(name);
  if (environment === undefined) throw new Error(`there is no environment ${name}`);
  return environment;
};
const each = records.map((record): [string, { record: typeof record; environment: Environment }] => [
  record.title,
  { record, environment: environmentOf(record.env_name) },
]);

const distinct = (values: readonly unknown[]): number => new Set(values).size;
const ids = (text: string): readonly string[] => text.match(/\b[A-Z]{1,4}-[\dA-Z]*\d[\dA-Z]*(\/p\d)?\b/g) ?? [];
const snake = (text: string): readonly string[] => text.match(/\b[a-z]+\d*(_[a-z0-9]+)+\b/g) ?? [];

function keysIn(value: Json): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(keysIn);
  return typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, part]) => [key, ...keysIn(part)])
    : [];
}

describe('the suite', () => {
  it('has one task for each industry, at every difficulty, each in a world of its own', () => {
    expect(scenarios.map(({ category }) => category).sort()).toEqual([...CATEGORIES].sort());
    expect(scenarios.map((one) => one.task_scenario_name)).toEqual(records.map((one) => one.task_scenario_name));
    expect(new Set(records.map((record) => record.difficulty_level))).toEqual(new Set([1, 2, 3]));
    for (const key of ['task_id', 'env_name', 'task_scenario_name', 'title'] as const)
      expect(distinct(records.map((record) => record[key])), key).toBe(records.length);
    expect(records.map(({ env_name }) => env_name).sort()).toEqual([...environments.keys()].sort());
    expect([...environments].every(([name, { environment_name }]) => name === environment_name)).toBe(true);
  });

  it('exercises hidden keys and both ways to write a prompt', () => {
    const all = [...environments.values()];
    expect(all.filter(({ hidden }) => hidden !== undefined).length).toBeGreaterThanOrEqual(2);
    const trailed = all.filter(({ world_model_system_prompt: prompt }) => prompt.includes('\n{{initial_state}}: '));
    expect(trailed.length).toBeGreaterThanOrEqual(2);
    expect(trailed.length).toBeLessThan(all.length);
  });
});

describe.each(each)('%s', (_title, { record, environment }) => {
  const { world_model_system_prompt: prompt, action_set_definitions: tools, task_initial_state: state } = environment;
  const body = prompt.split('\n{{initial_state}}: ')[0] ?? '';

  it('asks like a person: for work, not for tools', () => {
    for (const { name } of tools) {
      const spoken = new RegExp(`\\b${name.replaceAll('_', '[_ ]')}\\b`, 'i');
      expect(record.agent_instruction).not.toMatch(new RegExp(`\\b${name}\\b`));
      if (name.split('_').length > 2) expect(record.agent_instruction).not.toMatch(spoken);
    }
  });

  it('is judged by criteria that are worth ten points and stand in the plan', () => {
    const { criteria, verification_plan } = record;
    expect(distinct(criteria.map(({ name }) => name))).toBe(criteria.length);
    expect(criteria.reduce((sum, { points }) => sum + points, 0)).toBe(10);
    expect(criteria.filter(({ required }) => required).length).toBeGreaterThanOrEqual(3);
    for (const [i, { text, required }] of criteria.entries())
      expect(verification_plan).toContain(`\n${i + 1}. ${text}${required ? '' : ' (Not required for a pass.)'}\n`);
  });

  it('names only what is in its state', () => {
    const made = ['COR-1', 'COR-2', 'N-1'];
    const known = new Set([...ids(JSON.stringify(state)), ...made]);
    const told = [record.agent_instruction, record.verification_plan, record.solution_plan, body].join('\n');
    expect(ids(told).filter((id) => !known.has(id))).toEqual([]);
  });

  it('has tools with sound schemas, and examples that belong to no episode', () => {
    const ajv = new Ajv2020({ strict: true });
    const known = new Set(ids(JSON.stringify(state)));
    for (const { name, parameters, example_output } of tools) {
      expect(() => ajv.compile(parameters), name).not.toThrow();
      const { properties } = z.object({ properties: z.record(z.string(), jsonObject) }).parse(parameters);
      expect(Object.values(properties).every(({ description }) => typeof description === 'string')).toBe(true);
      expect(
        ids(JSON.stringify(example_output)).filter((id) => known.has(id)),
        name,
      ).toEqual([]);
    }
    expect(distinct(tools.map(({ name }) => name))).toBe(tools.length);
  });

  it('describes each key of its state, and each tool in its rules, and nothing that is not there', () => {
    expect(Object.keys(environment.state_description).sort()).toEqual(Object.keys(state).sort());
    expect(tools.map(({ name }) => name).filter((name) => !body.includes(name))).toEqual([]);
    const known = new Set([
      ...keysIn(state),
      ...tools.flatMap((tool) => [tool.name, ...keysIn(tool)]),
      ...['not_found', 'initial_state', 'state_descriptions', 'action_set_definitions'],
      ...['orders_prod', 'customer_address'],
    ]);
    const told = `${body}\n${Object.values(environment.state_description).join('\n')}\n${record.verification_plan}`;
    expect(snake(told).filter((word) => !known.has(word))).toEqual([]);
  });

  it('hides keys that are there, and that no tool shows', () => {
    const hidden = environment.hidden ?? [];
    expect(hidden.filter((key) => !keysIn(state).includes(key))).toEqual([]);
    expect(tools.filter((tool) => hidden.some((key) => keysIn(tool).includes(key)))).toEqual([]);
    expect(hidden.filter((key) => !body.includes(`Never show the key ${key}`))).toEqual([]);
  });

  it('repeats its data at the end of the prompt to the letter, or not at all', () => {
    const trailer = prompt.slice(body.length + 1);
    if (trailer === '') return expect(body).not.toMatch(/[{}]/);
    const doubled = (value: Json): string => JSON.stringify(value, null, 2).replace(/[{}]/g, '$&$&');
    const map = Object.fromEntries(tools.map(({ name, ...rest }) => [name, rest]));
    expect(trailer.split(/^\{\{state_descriptions\}\}: |^\{action_set_definitions\}: /m)).toEqual([
      `{{initial_state}}: ${doubled(state)}\n`,
      `${doubled(environment.state_description)}\n`,
      JSON.stringify(map, null, 2),
    ]);
    for (const name of ['initial_state', 'state_descriptions', 'action_set_definitions'])
      expect(body).toContain(`\n{{${name}}}\n`);
  });
});
