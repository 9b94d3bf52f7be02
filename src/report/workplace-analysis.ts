/**
 * How agents do in workplaces, over one run or several: each agent in each mode, then by family, by difficulty and by how many
 * assignments a day has. Plain JSON comes out. It knows nothing of memory from day to day, which `learning` looks at.
 */
import { UsageError } from '../core/errors.ts';
import { MODES, type Mode } from '../core/plan.ts';
import { stream } from '../core/random.ts';
import type { Run } from './compare.ts';
import { type Lineup, leadingMode, lineupOf } from './contenders.ts';
import { taskKey } from './scores.ts';
import { type WorkplaceFigures, workplaceFigures } from './workplace-figures.ts';
import { itemMaker, type WorkplaceItem } from './workplace-items.ts';

export interface WorkplaceAnalysis {
  readonly kind: 'workplace';
  readonly runs: readonly string[];
  /** With assignments that somebody's judge has named. */
  readonly scenarios: number;
  readonly trials: number;
  readonly agents: readonly AgentFigures[];
  /** In the clean mode where there is one. */
  readonly mode: Mode;
  readonly families: readonly WorkplaceGroup[];
  readonly difficulties: readonly WorkplaceGroup[];
  /** By the number of assignments of the day. */
  readonly concurrent: readonly WorkplaceGroup[];
  readonly warnings: readonly string[];
}

export interface AgentFigures extends WorkplaceFigures {
  readonly name: string;
  readonly model: string | null;
  readonly mode: Mode;
}

/** Regret, messages, minutes, calls and tokens are of the whole days on which there is such an assignment. */
export interface WorkplaceGroup {
  readonly name: string;
  readonly agents: readonly GroupFigures[];
}

export interface GroupFigures extends WorkplaceFigures {
  readonly name: string;
}

interface Player {
  readonly name: string;
  readonly agent: string;
  readonly model: string | null;
  readonly mode: Mode;
  readonly items: readonly WorkplaceItem[];
}

export function workplaceAnalysis(runs: readonly Run[]): WorkplaceAnalysis {
  const lineup = lineupOf(runs);
  const players = playersOf(lineup);
  if (players.length === 0) throw new UsageError(NO_WORKPLACE);
  const mode = leadingMode(players.map(({ items }) => ({ scores: items.map(({ score }) => score) })));
  // What does nothing says nothing about a group.
  const leading = players.filter((player) => player.mode === mode && player.agent !== 'idle');
  const items = players.flatMap((player) => player.items);
  const grouped = (by: string, groupOf: (item: WorkplaceItem) => string): readonly WorkplaceGroup[] =>
    groupsOf(leading, groupOf, (name, agent) => stream(lineup.seed, 'workplace', by, name, agent));
  return {
    kind: 'workplace',
    runs: runs.map(({ plan }) => plan.run),
    scenarios: new Set(items.map(({ score }) => taskKey(score.task))).size,
    trials: new Set(items.map(({ score }) => score.trial)).size,
    agents: players.map(({ name, model, mode: own, items: all }) => ({
      name,
      model,
      mode: own,
      ...workplaceFigures(all, all, stream(lineup.seed, 'workplace', name, own)),
    })),
    mode,
    families: grouped('family', ({ family }) => family),
    difficulties: grouped('difficulty', ({ difficulty }) => String(difficulty)),
    concurrent: grouped('concurrent', ({ concurrent }) => String(concurrent)),
    warnings: [...lineup.warnings, ...unknownIn(lineup, items), ...unplayedIn(lineup, items)],
  };
}

export const NO_WORKPLACE =
  'No assignment of a workplace was judged in these runs. Name runs of a workplace suite; `practicum report` shows what others hold.';

function playersOf({ contenders }: Lineup): readonly Player[] {
  const itemsOf = itemMaker(contenders.flatMap(({ scores }) => scores));
  return contenders.flatMap(({ name, agent, model, scores }) =>
    MODES.flatMap((mode): readonly Player[] => {
      const items = itemsOf(scores.filter((score) => score.mode === mode));
      return items.length === 0 ? [] : [{ name, agent, model, mode, items }];
    }),
  );
}

function groupsOf(
  players: readonly Player[],
  groupOf: (item: WorkplaceItem) => string,
  chance: (group: string, agent: string) => ReturnType<typeof stream>,
): readonly WorkplaceGroup[] {
  const names = [...new Set(players.flatMap(({ items }) => items.map(groupOf)))].sort(inOrder);
  return names.map((name) => ({
    name,
    agents: players.flatMap((player) => {
      const own = player.items.filter((item) => groupOf(item) === name);
      if (own.length === 0) return [];
      return [{ name: player.name, ...workplaceFigures(own, player.items, chance(name, player.name)) }];
    }),
  }));
}

/** Numbers as numbers, words as words. */
function inOrder(a: string, b: string): number {
  return Number(a) - Number(b) || (a < b ? -1 : 1);
}

/** Episodes that failed before any judge had named their assignments count for nothing, which flatters. */
function unknownIn({ contenders }: Lineup, items: readonly WorkplaceItem[]): readonly string[] {
  const known = new Set(items.map(({ score }) => score.episode));
  const lost = contenders.flatMap(({ scores }) =>
    scores.filter(({ outcome, days, episode }) => outcome === 'failed' && days !== undefined && !known.has(episode)),
  );
  return lost.length === 0
    ? []
    : [
        `Scenarios that failed without a verdict, and whose assignments nobody knows: ${lost.length}. They are left out.`,
      ];
}

/** What nobody has played has no assignments that could be counted as missing. */
function unplayedIn({ contenders }: Lineup, items: readonly WorkplaceItem[]): readonly string[] {
  const suites = new Set(items.map(({ score }) => score.task.suite));
  const known = new Set(items.map(({ score }) => taskKey(score.task)));
  const left = contenders
    .flatMap(({ scores }) => scores)
    .filter(({ task, outcome }) => suites.has(task.suite) && !known.has(taskKey(task)) && outcome !== 'failed');
  const tasks = new Set(left.map(({ task }) => taskKey(task)));
  return tasks.size === 0
    ? []
    : [`Scenarios that were planned and that nobody has played to a verdict: ${tasks.size}. They are left out.`];
}
