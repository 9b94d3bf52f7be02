/**
 * Workplace worlds: a company, a clock, colleagues, and work that arrives through the day. The instance is data; apps are found from
 * their folder. It knows no family, no truth and no judge.
 */
import type { WorldNoted } from '../../core/event.ts';
import type { Opening, World } from '../../core/world.ts';
import { inputReader } from '../../wire/tool-input.ts';
import type { App, AppTool } from './app.ts';
import { moveClock } from './clock.ts';
import { dayBrief } from './day-brief.ts';
import { openDay } from './day-state.ts';
import type { Instance } from './instance.ts';
import { sameOutcome } from './lasting.ts';
import { memoryBook } from './memory-book.ts';
import { loadApps } from './modules.ts';
import { openWorkplace } from './session.ts';
import type { MemoryBook, Scripts, Voice } from './surroundings.ts';

export interface WorkplaceDefinition {
  readonly name: string;
  readonly title: string;
  readonly instance: () => Instance;
  readonly scripts: Scripts;
  readonly voice: Voice;
  readonly memory: MemoryBook['mode'];
  readonly hint: (assignment: string) => string;
  readonly feedback: (day: number, notes: readonly WorldNoted[]) => Promise<string>;
}

export function workplaceWorld(definition: WorkplaceDefinition): World {
  const { name, title } = definition;
  return {
    name,
    about: {
      title,
      kind: 'workplace',
      rules: 'A company with a clock, colleagues, files and systems; work arrives through the day, with deadlines.',
      tools: [],
      facts: {},
    },
    async open(_task, opening) {
      return openWorkplace({
        instance: definition.instance(),
        ...toolsetOf(await loadApps()),
        emit: opening.emit,
        surroundings: surroundingsOf(definition, opening),
        feedback: definition.feedback,
      });
    },
    equivalent: (a, b) => sameOutcome(a.changes, b.changes),
  };
}

function surroundingsOf(
  { scripts, voice, memory, hint }: WorkplaceDefinition,
  { random }: Opening,
): Parameters<typeof openWorkplace>[0]['surroundings'] {
  return { random, scripts, voice, hint, memory: memoryBook(memory) };
}

interface Toolset {
  readonly tools: readonly AppTool[];
  readonly read: ReturnType<typeof inputReader>;
}

const toolsets = new WeakMap<readonly App[], Toolset>();

/** Schemas are compiled once, not once per episode. */
function toolsetOf(apps: readonly App[]): Toolset {
  const known = toolsets.get(apps) ?? freshToolset(apps.flatMap((app) => app.tools));
  toolsets.set(apps, known);
  return known;
}

function freshToolset(tools: readonly AppTool[]): Toolset {
  return { tools, read: inputReader(tools.map(({ face }) => face)) };
}

/** What the trainee is told on the first morning: the brief of the task that this scenario is. */
export function firstBrief({ days, company }: Instance): string {
  const [day] = days;
  if (day === undefined) throw new Error('a scenario needs a day');
  const state = openDay({ number: 0, day, company, kept: [] });
  moveClock(state, { to: day.opens, isInclusive: true, isInterruptible: false }, () => undefined);
  return dayBrief(state, { memory: memoryBook('none'), feedback: '' });
}
