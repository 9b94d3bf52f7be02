/** The suite "Ten trades": whether its content hangs together, and whether each task tells good work from careless work. */
import { readdirSync, readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { idle } from '../src/agents/idle.ts';
import { toolLoop } from '../src/agents/tool-loop.ts';
import { openCatalog } from '../src/catalog.ts';
import type { Agent } from '../src/core/agent.ts';
import { textOf } from '../src/core/block.ts';
import type { Episode } from '../src/core/episode.ts';
import { eventsOf } from '../src/core/event.ts';
import { equal, isObject, type Json } from '../src/core/json.ts';
import { DEFAULT_STYLES, type Means, type Styles } from '../src/core/means.ts';
import type { Mode } from '../src/core/plan.ts';
import { play } from '../src/core/play.ts';
import type { Task } from '../src/core/task.ts';
import { faultsFor } from '../src/faults/injected.ts';
import { readJsonl } from '../src/wire/jsonl.ts';
import {
  type Deed,
  type Performance,
  type Seen,
  type Step,
  stageOf,
} from '../suites/ten-trades/rehearsals/rehearsal.ts';
import { agentFor, FOLDER, judgeFor, rehearsalOf, simulatorFor, stateOf, tasks } from './ten-trades-models.ts';

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

const records = [...readJsonl(`${FOLDER}/tasks.jsonl`)].map(({ value }) => recordSchema.parse(value));
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
  return isObject(value) ? Object.entries(value).flatMap(([key, part]) => [key, ...keysIn(part)]) : [];
}

describe('the suite', () => {
  it('has one task for each industry, at every difficulty, each in a world of its own', () => {
    expect(tasks.map(({ category }) => category).sort()).toEqual([...CATEGORIES].sort());
    expect(new Set(tasks.map(({ difficulty }) => difficulty))).toEqual(new Set([1, 2, 3]));
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
    expect(Object.keys(rehearsalOf(String(record.task_id)).criteria)).toEqual(criteria.map(({ name }) => name));
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

  it('is rehearsed with all its tools, whose answers have the shape of the examples', () => {
    const id = String(record.task_id);
    const rehearsal = rehearsalOf(id);
    expect(Object.keys(rehearsal.tools).sort()).toEqual(tools.map(({ name }) => name).sort());
    for (const { steps } of [rehearsal.good, rehearsal.careless]) {
      const stage = stageOf(rehearsal, stateOf(id));
      for (const [name, input] of steps) {
        const example = tools.find((tool) => tool.name === name)?.example_output ?? {};
        expect(Object.keys(stage.call(name, input)), `${name} ${JSON.stringify(input)}`).toEqual(Object.keys(example));
      }
    }
  });
});

/** What a judge would see of these steps, without the way through a world and a case file. */
function seenOf(id: string, { steps, says }: Performance): Seen {
  const stage = stageOf(rehearsalOf(id), stateOf(id));
  const deeds = steps.map(([tool, input], at): Deed => {
    const answer = stage.call(tool, input);
    return { at, tool, input, answer, took: !('error' in answer), written: tool };
  });
  return { deeds, said: says };
}

/** One step too many, before the first step with that tool or at the end. */
const TOO_MUCH: Readonly<Record<string, { readonly before?: string; readonly step: Step }>> = {
  1: { step: ['release_correction', { correction_id: 'COR-1' }] },
  2: { step: ['restore_over_production', { backup_id: 'BK-0630' }] },
  4: { before: 'book_escort', step: ['book_escort', { window_id: 'W-2', route_id: 'R-A' }] },
  8: {
    before: 'publish_bundle',
    step: ['black_out', { passage_id: 'DOC-1/p1', ground: 'personal data', undo: false }],
  },
};

/** Writes down what it finds: a look, although it changes the state. */
const LOOKS = ['type_unit'];

function overdone(id: string): readonly Performance[] {
  const { good } = rehearsalOf(id);
  const extra = TOO_MUCH[id];
  if (extra === undefined) return [];
  const at = good.steps.findIndex(([tool]) => tool === extra.before);
  return [{ ...good, steps: good.steps.toSpliced(at < 0 ? good.steps.length : at, 0, extra.step) }];
}

describe.each(tasks.map((task): [string, Task] => [task.title, task]))('%s, done almost right', (_title, { id }) => {
  const { good, careless, criteria } = rehearsalOf(id);
  const almost = good.steps.map((_step, left) => ({ ...good, steps: good.steps.filter((_, i) => i !== left) }));
  const missed = (performance: Performance): readonly string[] =>
    Object.entries(criteria).flatMap(([name, look]) => (look(seenOf(id, performance)) ? [] : [name]));

  it('has no criterion that is always met', () => {
    const ever = new Set([...almost, ...overdone(id), careless, { ...good, says: '' }].flatMap(missed));
    expect(Object.keys(criteria).filter((name) => !ever.has(name))).toEqual([]);
  });

  it('notices a step too many', () => {
    expect(overdone(id).filter((performance) => missed(performance).length === 0)).toEqual([]);
  });

  it('fails whoever leaves out a step that changes something', () => {
    const stage = stageOf(rehearsalOf(id), stateOf(id));
    const changes = good.steps.map(([tool, input]) => {
      const before = JSON.stringify(stage.state());
      stage.call(tool, input);
      return !LOOKS.includes(tool) && JSON.stringify(stage.state()) !== before;
    });
    expect(changes.filter(Boolean).length).toBeGreaterThan(0);
    expect(almost.filter((performance, i) => changes[i] && missed(performance).length === 0)).toEqual([]);
  });
});

const catalog = openCatalog({});
const suite = await catalog.suite('ten-trades');
const prompts = catalog.prompts(null);

function prompt(file: string): string {
  const text = prompts.get(file);
  if (text === undefined) throw new Error(`there is no prompt ${file}`);
  return text;
}

interface Circumstances {
  readonly styles?: Partial<Styles>;
  readonly withPlan?: boolean;
  readonly mode?: Mode;
}

function playing(task: Task, agent: Agent, circumstances: Circumstances = {}): Promise<Episode> {
  const { styles, withPlan = false, mode = 'E0' } = circumstances;
  const roles = { world: simulatorFor(task.id), judge: judgeFor(task.id) };
  return play(
    task,
    ({ emit }) => {
      const means: Means = {
        model: (role) => (role === 'world' || role === 'judge' ? roles[role] : agentFor(task.id, 'good')),
        emit,
        prompt,
        styles: { ...DEFAULT_STYLES, ...styles },
        faults: { mode, count: 2, duration: 2 },
      };
      return { world: suite.world(task, means), judge: suite.judge(task, means), agent, faults: faultsFor(mode) };
    },
    { seed: 7, withPlan },
  );
}

const loop = (task: Task, manner: 'good' | 'careless'): Agent =>
  toolLoop({ model: agentFor(task.id, manner), system: prompt('tool-loop.md') });

describe.each(tasks.map((task): [string, Task] => [task.title, task]))('%s, played', (_title, task) => {
  it('is passed by good work in full', async () => {
    const episode = await playing(task, loop(task, 'good'));
    expect(episode.result).toMatchObject({ outcome: 'passed', score: 1 });
    expect(eventsOf(episode.events, 'vote-cast').map(({ vote }) => vote)).toEqual(['yes', 'yes', 'yes']);
    expect(eventsOf(episode.events, 'tool-answered').filter(({ isError }) => isError)).toEqual([]);
  });

  it('is failed by careless work, which looks done to whoever does it', async () => {
    const episode = await playing(task, loop(task, 'careless'));
    expect(episode.result).toMatchObject({ outcome: 'failed' });
    expect(eventsOf(episode.events, 'tool-answered').filter(({ isError }) => isError)).toEqual([]);
  });

  it('is failed by doing nothing, for no points', async () => {
    expect((await playing(task, idle())).result).toMatchObject({ outcome: 'failed', score: 0 });
  });

  it('is told apart by one question on the whole, too', async () => {
    const styles: Partial<Styles> = { rubric: 'whole', votes: 1 };
    expect((await playing(task, loop(task, 'good'), { styles })).result.outcome).toBe('passed');
    expect((await playing(task, loop(task, 'careless'), { styles })).result.outcome).toBe('failed');
  });

  it('gives the plan to those who want it', async () => {
    const episode = await playing(task, loop(task, 'good'), { withPlan: true });
    expect(episode.result.outcome).toBe('passed');
    expect(eventsOf(episode.events, 'brief-given')[0]?.text).toContain(task.plan);
  });

  it.each<Partial<Styles>>([
    { prompts: 'reference' },
    { state: 'tracked' },
    { prompts: 'reference', state: 'tracked' },
  ])('plays alike in other styles: %o', async (styles) => {
    const shown = ({ events }: Episode): readonly string[] =>
      eventsOf(events, 'tool-answered').map(({ blocks }) => textOf(blocks));
    const [usual, other] = [
      await playing(task, loop(task, 'good')),
      await playing(task, loop(task, 'good'), { styles }),
    ];
    expect(other.result.outcome).toBe('passed');
    expect(shown(other)).toEqual(shown(usual));
    if (styles.state === 'tracked') {
      const changed = eventsOf(other.events, 'snapshot-taken').flatMap(({ changes }) => changes);
      expect(changed.some(({ before, after }) => !equal(before, after))).toBe(true);
    }
  });

  it.each<Mode>(['E1', 'E2', 'E3'])('can be passed under faults of mode %s by who asks again', async (mode) => {
    const episode = await playing(task, loop(task, 'good'), { mode });
    expect(eventsOf(episode.events, 'fault-injected').length).toBeGreaterThan(0);
    expect(episode.result.outcome).toBe('passed');
  });

  it('keeps its secrets', async () => {
    const hidden = z.object({ hidden: z.array(z.string()) }).parse(task.setup).hidden;
    for (const manner of ['good', 'careless'] as const) {
      const { events } = await playing(task, loop(task, manner));
      const seen = eventsOf(events, 'tool-answered').map(({ blocks }) => textOf(blocks));
      expect(hidden.filter((key) => seen.some((text) => text.includes(key)))).toEqual([]);
    }
  });
});
