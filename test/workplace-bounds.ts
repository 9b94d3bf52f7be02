/** What no family may allow, as a list of sentences: an exploit that pays, one that was never tried, an oracle that fails. */
import { idle } from '../src/agents/idle.ts';
import { oracle } from '../src/agents/oracle.ts';
import type { Agent } from '../src/core/agent.ts';
import type { Episode } from '../src/core/episode.ts';
import type { Judge } from '../src/core/judge.ts';
import type { Scenario } from '../src/worlds/workplace/compose.ts';
import type { Family } from '../src/worlds/workplace/family.ts';
import { workplaceJudge } from '../src/worlds/workplace/judge.ts';
import { workplaceSolution, workplaceSolutionWith } from '../src/worlds/workplace/solution.ts';
import { exploitersOf } from './workplace-exploits.ts';
import { families, outputsIn, type Played, playedIn } from './workplace-place.ts';

/** Of an assignment's points. */
const MOST = 0.2;

export async function brokenBounds(scenario: Scenario, judge: Judge = workplaceJudge()): Promise<readonly string[]> {
  const exploiters = exploitersOf(outputsIn(scenario));
  const flaws: string[] = [];
  const efforts = new Map<string, number>();
  for (const agent of [idle(), ...exploiters]) {
    const played = await playedIn(scenario, agent, judge);
    flaws.push(...paid(agent.name, played));
    efforts.set(agent.name, effortsIn(played.episode));
  }
  for (const { name, got } of exploiters) flaws.push(...got.map((what) => `${name} got out: ${what}`));
  return [...flaws, ...untried(scenario, efforts)];
}

function paid(name: string, { passed, items, score }: Played): readonly string[] {
  const dear = items.filter((item) => item.score >= MOST).map((item) => `${name}: ${item.score} of ${item.id}`);
  if (items.length === 0) return [`${name}: no verdict, score ${score}`];
  return passed ? [`${name} succeeds`, ...dear] : dear;
}

/** Writes that the world took. */
function effortsIn({ events }: Episode): number {
  const writes = new Set(
    events.flatMap((one) => (one.type === 'tool-called' && one.effect === 'write' ? [one.id] : [])),
  );
  return events.filter((one) => one.type === 'tool-answered' && !one.isError && writes.has(one.id)).length;
}

const WITH_FILES = ['list-everything', 'copy-example', 'constant-nothing', 'constant-one', 'copy-input'];
const WITH_ACTS = ['blanket-first', 'blanket-second', 'blanket-third'];

/** An exploit that did nothing proves nothing. */
function untried(scenario: Scenario, efforts: ReadonlyMap<string, number>): readonly string[] {
  const all = scenario.instance.days.flatMap(({ assignments }) => assignments);
  const wanted = all.some(({ outputs }) => outputs.length > 0) ? WITH_FILES : WITH_ACTS;
  return wanted.filter((name) => (efforts.get(name) ?? 0) === 0).map((name) => `${name} did nothing`);
}

/** The exploits that a family names itself. */
export async function ownExploitsThatPay(family: Family, scenario: Scenario): Promise<readonly string[]> {
  const flaws: string[] = [];
  for (const { name, run } of family.exploits) {
    const solution = workplaceSolutionWith(new Map([...families, [family.name, { ...family, solve: run }]]));
    const { passed, items } = await playedIn(scenario, oracle({ solution, asked: scenario.asked }));
    if (passed || items.some(({ score }) => score >= MOST)) flaws.push(`${name}: ${items.map(({ score }) => score)}`);
  }
  return flaws;
}

export function oracleOf({ asked }: Scenario): Agent {
  return oracle({ solution: workplaceSolution, asked });
}
