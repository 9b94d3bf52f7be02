/** A tiny language suite for tests, written to a folder, with models that play its three roles: a kiosk that sells umbrellas. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { toolLoop } from '../src/agents/tool-loop.ts';
import { openCatalog } from '../src/catalog/catalog.ts';
import { textOf } from '../src/core/block.ts';
import type { Episode } from '../src/core/episode.ts';
import { DEFAULT_STYLES, type Styles } from '../src/core/means.ts';
import type { Model, ModelRequest, Role } from '../src/core/model.ts';
import type { Mode } from '../src/core/plan.ts';
import { play } from '../src/core/play.ts';
import type { Suite } from '../src/core/suite.ts';
import { faultsFor } from '../src/faults/injected.ts';
import { recorder } from '../src/models/record.ts';
import { type Script, scripted } from '../src/models/scripted.ts';

export const KIOSK_STATE = { current_date: '2024-05-02', stock: { umbrella: 7, map: 3 }, till: { balance: 120.5 } };

/** Writes the suite into a folder and gives its path. */
export function writeKiosk(home: string, name = 'kiosk'): string {
  const folder = join(home, name);
  mkdirSync(join(folder, 'environments'), { recursive: true });
  const lines = (file: string, rows: readonly object[]): void =>
    writeFileSync(join(folder, file), rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  writeFileSync(
    join(folder, 'suite.json'),
    JSON.stringify({ kind: 'language', title: 'Kiosk', description: 'Selling.', date: '2024-01-01' }),
  );
  const task = {
    difficulty_level: 1,
    task_scenario_name: 'Kiosk Sales',
    agent_instruction: 'Sell two umbrellas if there are enough, and say how many are left.',
    env_name: 'env_aaaaaaaaaaaa',
    verification_plan: '1. Exactly two umbrellas were sold. 2. The agent says that five are left.',
  };
  lines(
    'tasks.jsonl',
    [1, 2, 3].map((task_id) => ({ task_id, ...task })),
  );
  lines('scenarios.jsonl', [{ category: 'Commerce & Consumer', domain: 'Retail', task_scenario_name: 'Kiosk Sales' }]);
  const parameters = (properties: object): object => ({
    type: 'object',
    properties,
    required: Object.keys(properties),
  });
  writeFileSync(
    join(folder, 'environments/env_aaaaaaaaaaaa.json'),
    JSON.stringify({
      environment_name: 'env_aaaaaaaaaaaa',
      world_model_system_prompt: 'You are the till of a kiosk. {{initial_state}}\n{{initial_state}}: {{ }}',
      action_set_definitions: [
        {
          name: 'check_stock',
          description: 'Stock of an item.',
          parameters: parameters({ item: { type: 'string' } }),
          example_output: { left: 1 },
        },
        {
          name: 'sell',
          description: 'Sells items.',
          parameters: parameters({ item: { type: 'string' }, count: { type: 'integer' } }),
          example_output: null,
        },
      ],
      state_description: { stock: 'what is left', till: 'money' },
      task_initial_state: KIOSK_STATE,
    }),
  );
  return folder;
}

const lastWords = (request: ModelRequest): string => {
  const last = request.messages.at(-1);
  return last?.role === 'user' ? textOf(last.blocks) : '';
};
const observed = (value: unknown): string => `<predicted_observation>${JSON.stringify(value)}</predicted_observation>`;

/** Models that do their work well: pure functions of what they are asked. */
export const GOOD: Readonly<Record<'agent' | 'world' | 'judge', Script>> = {
  agent: (request) => {
    const seen = request.messages.filter(({ role }) => role === 'tool').length;
    if (seen === 0) return { text: 'Let me see.', calls: [{ name: 'check_stock', input: { item: 'umbrella' } }] };
    if (seen === 1) return { calls: [{ name: 'sell', input: { item: 'umbrella', count: 2 } }] };
    return 'Sold two umbrellas; five are left.';
  },
  world: (request) => observed(lastWords(request).includes('check_stock') ? { left: 7 } : { sold: 2, left: 5 }),
  judge: (request) => {
    const isDone = JSON.stringify(request.messages).includes('Sold two umbrellas; five');
    if (JSON.stringify(request.format ?? {}).includes('is_correct'))
      return JSON.stringify({ is_correct: isDone, feedback: 'looked' });
    const criteria = [1, 2].map((id) => ({ id, quote: '', reason: 'looked', met: isDone }));
    return JSON.stringify({ criteria, feedback: 'looked' });
  },
};

export interface KioskPlay {
  readonly models?: Partial<Record<'agent' | 'world' | 'judge', Script | Model>>;
  readonly styles?: Partial<Styles>;
  readonly mode?: Mode;
  readonly onAsked?: (role: Role, request: ModelRequest) => void;
}

export function kioskSuite(home: string): Promise<Suite> {
  return openCatalog({ PRACTICUM_HOME: home }).suite(writeKiosk(home));
}

export async function playKiosk(
  suite: Suite,
  { models = {}, styles, mode = 'E0', onAsked }: KioskPlay = {},
): Promise<Episode> {
  const [task] = suite.tasks;
  if (task === undefined) throw new Error('the kiosk has a task');
  const prompts = openCatalog({}).prompts(null);
  const open = (role: 'agent' | 'world' | 'judge'): Model => {
    const given = models[role] ?? GOOD[role];
    const model = typeof given === 'object' && 'generate' in given ? given : scripted(given, { name: role });
    return {
      name: model.name,
      generate: (request, signal) => {
        onAsked?.(role, request);
        return model.generate(request, signal);
      },
    };
  };
  const opened = { agent: open('agent'), world: open('world'), judge: open('judge') };
  return play(task, ({ emit }) => {
    const record = recorder({ emit });
    const means = {
      model: (role: Role) => record(role, opened[role === 'judge' ? 'judge' : 'world']),
      emit,
      prompt: (file: string) => prompts.get(file) ?? '',
      styles: { ...DEFAULT_STYLES, ...styles },
      faults: { mode, count: 1, duration: 1 },
    };
    return {
      world: suite.world(task, means),
      judge: suite.judge(task, means),
      agent: toolLoop({ model: record('agent', opened.agent), system: 'You sell.', limits: { maxSteps: 8 } }),
      faults: styles?.faults === 'prompted' ? [] : faultsFor(mode, { count: 1, duration: 1, length: 2 }),
    };
  });
}
