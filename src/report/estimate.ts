/**
 * What a plan would take before it is played: calls, tokens by role, dollars. A rough figure from typical sizes, meant to catch
 * the run that costs a hundred times what was thought. Whoever is asked is sent the whole history each time, so tokens grow with
 * the square of an episode's length. It asks nobody and reads nothing; prices come by argument.
 */
import { ROLES, type Role, type Usage } from '../core/model.ts';
import type { Mode, Plan, PlannedAgent, PlannedTask } from '../core/plan.ts';
import { count, dollars, plural, tokens } from './figures.ts';
import { sumOf } from './spend.ts';
import { type Column, columns, wrapped } from './table.ts';

/** In US dollars; null where the price is not known. */
export type ModelCost = (model: string, usage: Usage) => number | null;

/** Tokens that one task brings into each request, before anything has happened. */
export interface TaskSize {
  /** The simulator's instructions, with tools and state. */
  readonly world: number;
  /** System prompt, tools and brief of the agent. */
  readonly agent: number;
  /** Instructions, rubric, brief and state of the judge. */
  readonly judge: number;
}

/** Means over OccuBench's 382 environments, at four characters a token: 8,606 characters of prompt, 5.5 tools, 1,468 of rubric. */
const TYPICAL_SIZE: TaskSize = { world: 2150, agent: 900, judge: 1350 };
/** Tool calls per task, as the paper reports them. */
export const TYPICAL_CALLS = 16.2;
/** One call and its answer; together they bring a task of 16 calls to about 55,000 tokens of simulator input. */
const CALL = 40;
const ANSWER = 125;
const LAST_WORDS = 300;
/** One vote: a sentence on the whole, or a few words on each of about six criteria. */
const VOTE = { whole: 150, atomic: 500 } as const;

export interface EstimateLine {
  readonly role: Role;
  readonly model: string;
  readonly calls: number;
  readonly input: number;
  readonly output: number;
  readonly cost: number | null;
}

export interface Estimate {
  readonly tasks: number;
  readonly episodes: number;
  readonly toolCalls: number;
  /** Tasks whose length is not known, for which the typical one is taken. */
  readonly guessed: number;
  readonly lines: readonly EstimateLine[];
  /** The sum of what is known; null where nothing is. */
  readonly cost: number | null;
  readonly isComplete: boolean;
}

export interface EstimateOptions {
  /** Null where the size of a task is not known. */
  readonly sizeOf?: (task: PlannedTask) => TaskSize | null;
}

export function estimateOf(plan: Plan, cost: ModelCost, { sizeOf = () => null }: EstimateOptions = {}): Estimate {
  const totals = new Map<string, Demand>();
  let toolCalls = 0;
  for (const task of plan.tasks) {
    const size = sizeOf(task) ?? TYPICAL_SIZE;
    for (const agent of plan.agents) {
      for (const mode of plan.modes) {
        const calls = callsOf(plan, task, { agent, mode });
        toolCalls += calls * plan.trials;
        for (const demand of demandsOf(plan, agent, { calls, size })) add(totals, demand, plan.trials);
      }
    }
  }
  const lines = [...totals.values()]
    .map(({ role, model, calls, input, output }): EstimateLine => {
      const whole = { role, model, calls: Math.round(calls), input: Math.round(input), output: Math.round(output) };
      const usage: Usage = { input: whole.input, cachedInput: null, output: whole.output, reasoning: null };
      return { ...whole, cost: cost(model, usage) };
    })
    .sort((a, b) => ROLES.indexOf(a.role) - ROLES.indexOf(b.role));
  return {
    tasks: plan.tasks.length,
    episodes: plan.tasks.length * plan.agents.length * plan.modes.length * plan.trials,
    toolCalls: Math.round(toolCalls),
    guessed: plan.tasks.filter(({ length }) => length === null).length,
    lines,
    cost: sumOf(lines.map((line) => line.cost)),
    isComplete: lines.every((line) => line.cost !== null),
  };
}

interface Who {
  readonly agent: PlannedAgent;
  readonly mode: Mode;
}

/** Each call that a fault hits is thought to be made once more. Doing nothing takes no calls. */
function callsOf({ faultCount, faultDuration }: Plan, { length }: PlannedTask, { agent, mode }: Who): number {
  if (agent.settings.kind === 'idle') return 0;
  const { maxSteps } = agent.settings;
  const calls = (length ?? TYPICAL_CALLS) + (mode === 'E0' ? 0 : faultCount * faultDuration);
  return typeof maxSteps === 'number' ? Math.min(calls, maxSteps) : calls;
}

interface Demand {
  readonly role: Role;
  readonly model: string;
  readonly calls: number;
  readonly input: number;
  readonly output: number;
}

interface Length {
  readonly calls: number;
  readonly size: TaskSize;
}

/** What one episode asks of each model. */
function demandsOf(plan: Plan, { model }: PlannedAgent, { calls, size }: Length): readonly Demand[] {
  const { worldModel, verifierModel, styles } = plan;
  const pair = CALL + ANSWER;
  const demands: Demand[] = [];
  if (model !== null) {
    const input = (calls + 1) * size.agent + (pair * calls * (calls + 1)) / 2;
    demands.push({ role: 'agent', model, calls: calls + 1, input, output: calls * CALL + LAST_WORDS });
  }
  if (worldModel !== null && calls > 0) {
    const input = calls * (size.world + CALL) + (pair * calls * (calls - 1)) / 2;
    demands.push({ role: 'world', model: worldModel, calls, input, output: calls * ANSWER });
  }
  if (verifierModel !== null) {
    const { votes, rubric } = styles;
    const input = votes * (size.judge + calls * pair + LAST_WORDS);
    demands.push({ role: 'judge', model: verifierModel, calls: votes, input, output: votes * VOTE[rubric] });
  }
  return demands;
}

function add(totals: Map<string, Demand>, { role, model, calls, input, output }: Demand, times: number): void {
  const key = JSON.stringify([role, model]);
  const before = totals.get(key) ?? { role, model, calls: 0, input: 0, output: 0 };
  totals.set(key, {
    role,
    model,
    calls: before.calls + calls * times,
    input: before.input + input * times,
    output: before.output + output * times,
  });
}

const WIDTH = 98;

export function renderEstimate(plan: Plan, cost: ModelCost, options: EstimateOptions = {}): string {
  const estimate = estimateOf(plan, cost, options);
  const { tasks, episodes, toolCalls, lines, guessed } = estimate;
  const sizes = `${plural(tasks, 'task')}, ${plural(episodes, 'episode')}, about ${count(toolCalls)} tool calls`;
  const head = ['role', 'model', 'requests', 'input', 'output', 'cost'];
  const rows = lines.map(({ role, model, calls, input, output, cost: price }) => [
    role,
    model,
    count(calls),
    tokens(input),
    tokens(output),
    dollars(price),
  ]);
  const shape: readonly Column[] = head.map((_, i) =>
    i === 0 ? { align: 'left', gap: 0 } : i === 1 ? { align: 'left', most: 40 } : { align: 'right' },
  );
  const table = rows.length === 0 ? [] : ['', ...columns([head, ...rows].map(asCells), shape)];
  const notes = [
    ...(lines.length === 0 ? ['No model is asked, so this costs nothing.'] : [totalWords(estimate), CAVEAT]),
    ...(guessed === 0 || lines.length === 0
      ? []
      : [`For ${plural(guessed, 'task')} the number of calls is not known; ${TYPICAL_CALLS} are taken.`]),
  ];
  return [`${plan.run}: ${sizes}`, ...table, '', ...notes.flatMap((note) => wrapped(note, WIDTH, ''))].join('\n');
}

function asCells(texts: readonly string[]): readonly { readonly text: string }[] {
  return texts.map((text) => ({ text }));
}

const CAVEAT =
  'A rough figure: without reasoning tokens, which can be several times the rest of the output, and without caching, which lowers it.';

function totalWords({ cost, isComplete }: Estimate): string {
  if (cost === null) return 'What it would cost is not known: the models have no listed price.';
  return isComplete ? `About ${dollars(cost)} in all.` : `At least ${dollars(cost)}: not every price is known.`;
}
