/** Draws a scenario config: which families come on which day, how hard, and how much of one day comes again on the next. */

import { UsageError } from '../../core/errors.ts';
import { type Random, stream } from '../../core/random.ts';

export interface ConfigRequest {
  readonly scenarios: number;
  readonly days: number;
  readonly seed: string;
  readonly tasksPerDay: readonly [least: number, most: number];
  /** Names of families to draw from. */
  readonly families: readonly string[];
  /** Null to draw it. */
  readonly difficulty: 1 | 2 | 3 | null;
  /** Of each later day's families, the share that the day before had too. */
  readonly overlap: number;
  readonly slack: number;
  /** Whether every day has the tasks of the first, with the same arguments. */
  readonly isStationary?: boolean;
}

interface SampledTask {
  readonly family: string;
  readonly difficulty: 1 | 2 | 3;
  readonly repeats?: true;
}

export interface SampledConfig {
  readonly version: 2;
  readonly seed: string;
  readonly slack: number;
  readonly scenarios: readonly {
    readonly name: string;
    readonly days: readonly {
      readonly tasks: readonly SampledTask[];
    }[];
  }[];
}

export function sampleConfig(request: ConfigRequest): SampledConfig {
  const { scenarios, seed, slack, families, tasksPerDay } = request;
  const [least, most] = tasksPerDay;
  if (least < 1 || most < least) throw new UsageError('--tasks-per-day must be a range such as 2-6.');
  if (families.length === 0) throw new UsageError('There is no family to draw from. Name some with --families.');
  const width = Math.max(2, String(scenarios).length);
  return {
    version: 2,
    seed,
    slack,
    scenarios: Array.from({ length: scenarios }, (_, i) => {
      const name = `scenario-${String(i + 1).padStart(width, '0')}`;
      return { name, days: daysOf(request, stream(seed, 'config', name)) };
    }),
  };
}

function daysOf(request: ConfigRequest, random: Random): SampledConfig['scenarios'][number]['days'] {
  const { days, families, difficulty, overlap, isStationary = false } = request;
  if (isStationary && days > 1) {
    const [first = { tasks: [] }] = daysOf({ ...request, days: 1 }, random);
    const again = { tasks: first.tasks.map((task) => ({ ...task, repeats: true as const })) };
    return [first, ...Array.from({ length: days - 1 }, () => again)];
  }
  let before: readonly string[] = [];
  return Array.from({ length: days }, () => {
    const count = Math.min(random.int(...request.tasksPerDay), families.length);
    const again = random.shuffle(before).slice(0, Math.min(before.length, Math.round(count * overlap)));
    const others = random.shuffle(families.filter((one) => !again.includes(one)));
    const today = random.shuffle([...again, ...others].slice(0, count));
    before = today;
    return { tasks: today.map((family) => ({ family, difficulty: difficulty ?? random.pick([1, 2, 3] as const) })) };
  });
}
