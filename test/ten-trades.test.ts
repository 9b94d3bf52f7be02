/** The suite "Ten trades", played: whether each task tells good work from careless work, in every style and under faults. */
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { idle } from '../src/agents/idle.ts';
import { toolLoop } from '../src/agents/tool-loop.ts';
import { openCatalog } from '../src/catalog/catalog.ts';
import type { Agent } from '../src/core/agent.ts';
import { textOf } from '../src/core/block.ts';
import type { Episode } from '../src/core/episode.ts';
import { eventsOf } from '../src/core/event.ts';
import { equal } from '../src/core/json.ts';
import { DEFAULT_STYLES, type Means, type Styles } from '../src/core/means.ts';
import type { Mode } from '../src/core/plan.ts';
import { play } from '../src/core/play.ts';
import type { Task } from '../src/core/task.ts';
import { faultsFor } from '../src/faults/injected.ts';
import { type Deed, type Performance, type Seen, type Step, stageOf } from './ten-trades/rehearsal.ts';
import { agentFor, judgeFor, rehearsalOf, simulatorFor, stateOf, tasks } from './ten-trades-models.ts';

const byTitle = tasks.map((task): [string, Task] => [task.title, task]);
const toolsOf = z.object({
  tools: z.array(z.object({ name: z.string(), example_output: z.record(z.string(), z.json()) })),
});
const criteriaOf = z.object({ criteria: z.array(z.object({ name: z.string() })) });

describe.each(byTitle)('%s, rehearsed', (_title, { id, setup, truth }) => {
  const rehearsal = rehearsalOf(id);
  const { tools } = toolsOf.parse(setup);

  it('knows all its tools and criteria', () => {
    expect(Object.keys(rehearsal.tools).sort()).toEqual(tools.map(({ name }) => name).sort());
    expect(Object.keys(rehearsal.criteria)).toEqual(criteriaOf.parse(truth).criteria.map(({ name }) => name));
  });

  it.each(['good', 'careless'] as const)('gives answers in the shape of the examples to %s work', (manner) => {
    const stage = stageOf(rehearsal, stateOf(id));
    for (const [name, input] of rehearsal[manner].steps) {
      const example = tools.find((tool) => tool.name === name)?.example_output ?? {};
      expect(Object.keys(stage.call(name, input)), `${name} ${JSON.stringify(input)}`).toEqual(Object.keys(example));
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

describe.each(byTitle)('%s, done almost right', (_title, { id }) => {
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

describe.each(byTitle)('%s, played', (_title, task) => {
  it('is passed by good work in full', async () => {
    const episode = await playing(task, loop(task, 'good'));
    expect(episode.result).toMatchObject({ outcome: 'passed', score: 1 });
    expect(eventsOf(episode.events, 'vote-cast').map(({ vote }) => vote)).toEqual(['yes', 'yes', 'yes']);
    expect(eventsOf(episode.events, 'tool-answered').filter(({ isError }) => isError)).toEqual([]);
  });

  it('is failed by careless work, which falls into the trap and looks done to whoever does it', async () => {
    const episode = await playing(task, loop(task, 'careless'));
    expect(episode.result).toMatchObject({ outcome: 'failed' });
    const { checkpoints = [] } = eventsOf(episode.events, 'verdict-reached')[0]?.verdict ?? {};
    const decisive = checkpoints.filter(({ passed, required }) => required && !passed).map(({ name }) => name);
    expect(decisive).toEqual(expect.arrayContaining([...rehearsalOf(task.id).trap]));
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
