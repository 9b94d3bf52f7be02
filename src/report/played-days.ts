/**
 * The days that were lived through, each with its assignments and what it took. What belongs to a whole day (its schedule, its
 * messages, its minutes) is told of days, also where a group of assignments is looked at. It computes no figures.
 */
import { taskKey } from './scores.ts';
import type { WorkplaceDay } from './workplace-days.ts';
import type { WorkplaceItem } from './workplace-items.ts';

export interface PlayedDay {
  readonly scenario: string;
  /** None where all were called off. */
  readonly items: readonly WorkplaceItem[];
  /** Null where the log does not tell. */
  readonly took: WorkplaceDay | null;
}

export function playedDays(items: readonly WorkplaceItem[]): readonly PlayedDay[] {
  return [...Map.groupBy(items, ({ score }) => score.episode).values()].flatMap((episode) => {
    const scenario = episode[0] === undefined ? '' : taskKey(episode[0].score.task);
    const took = new Map(episode.flatMap(({ score }) => score.days ?? []).map((day) => [day.day, day]));
    const numbers = new Set([...took.keys(), ...episode.map(({ day }) => day)]);
    return [...numbers].map((number) => ({
      scenario,
      items: episode.filter(({ day }) => day === number),
      took: took.get(number) ?? null,
    }));
  });
}
