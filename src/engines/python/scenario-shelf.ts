/** Scenarios kept ready by recent use. One that has died is loaded again for whoever asks next. */
import type { PythonStats, ScenarioSpec } from './engine.ts';
import type { WarmScenario } from './scenario.ts';

export interface ScenarioShelf {
  ready(spec: ScenarioSpec): Promise<WarmScenario>;
  count(): Pick<PythonStats, 'scenarios' | 'episodes'>;
}

export interface ShelfMeans {
  readonly load: (spec: ScenarioSpec) => Promise<WarmScenario>;
  /** How many stay. */
  readonly most: number;
}

export function scenarioShelf({ load, most }: ShelfMeans): ScenarioShelf {
  /** The first is the one whose last use lies furthest back. */
  const kept = new Map<string, Promise<WarmScenario>>();
  /** Also those that are retired and still have episodes. */
  const all = new Set<WarmScenario>();

  const sweep = (): void => {
    for (const scenario of all) if (!scenario.isAlive && scenario.episodes === 0) all.delete(scenario);
    for (const [key, oldest] of kept) {
      if (kept.size <= most) break;
      kept.delete(key);
      oldest.then(
        (scenario) => scenario.retire(),
        () => {},
      );
    }
  };

  const loaded = (spec: ScenarioSpec): Promise<WarmScenario> => {
    const fresh = load(spec);
    kept.delete(spec.key);
    kept.set(spec.key, fresh);
    fresh.then(
      (scenario) => all.add(scenario),
      () => kept.get(spec.key) === fresh && kept.delete(spec.key),
    );
    sweep();
    return fresh;
  };

  const ready = async (spec: ScenarioSpec): Promise<WarmScenario> => {
    const known = kept.get(spec.key);
    if (known === undefined) return loaded(spec);
    const scenario = await known;
    // Somebody else may have replaced it meanwhile.
    if (kept.get(spec.key) !== known) return scenario.isAlive ? scenario : ready(spec);
    if (!scenario.isAlive) return loaded(spec);
    kept.delete(spec.key);
    kept.set(spec.key, known);
    return scenario;
  };

  return {
    ready,
    count: () => {
      const live = [...all].filter(({ isAlive, episodes }) => isAlive || episodes > 0);
      return { scenarios: live.length, episodes: live.reduce((sum, { episodes }) => sum + episodes, 0) };
    },
  };
}
