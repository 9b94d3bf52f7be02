/**
 * One family on trial: what every family owes, on days with deadlines as they are composed, and the means to try what is special to
 * one. Cheats on a day with time for everything, and the same bytes everywhere, are test/workplace.test.ts's for all families.
 */
import { afterAll, expect, it } from 'vitest';
import { idle } from '../src/agents/idle.ts';
import { oracle } from '../src/agents/oracle.ts';
import type { Json, JsonObject } from '../src/core/json.ts';
import { composeScenario, type Scenario } from '../src/worlds/workplace/compose.ts';
import type { Family, Point } from '../src/worlds/workplace/family.ts';
import type { Assignment } from '../src/worlds/workplace/instance.ts';
import type { TaskConfig } from '../src/worlds/workplace/scenario-config.ts';
import { workplaceSolution, workplaceSolutionWith } from '../src/worlds/workplace/solution.ts';
import { type DayView, NOTHING_DONE } from '../src/worlds/workplace/view.ts';
import { bytesOf, closePlace, families, LEVELS, type Played, playedIn } from './workplace-place.ts';

/** More by hand, as for the long tests: PRACTICUM_SEEDS=150. */
const SEEDS = Array.from({ length: Number(process.env.PRACTICUM_SEEDS ?? 4) }, (_, i) => `s${i}`);
/** Of an assignment's points, for whoever does not do the work. */
const MOST = 0.2;

export const DONE = { passed: true, score: 1 };
/** As configs call the levels. */
export const LEVEL_NAMES = ['very easy', 'easy', 'medium', 'hard'].map((difficulty) => ({ difficulty }));

export interface FamilyTrial {
  readonly family: Family;
  composed(seed: string, tasks: readonly Partial<TaskConfig>[], companySize?: number): Scenario;
  /** By the family's own program, by doing nothing, or by one's own, which throws where it falls over: that would prove nothing. */
  played(scenario: Scenario, how: 'oracle' | 'idle' | Family['solve']): Promise<Played>;
  /** The points for the first assignment of a day on which nothing was done but this. */
  judged(scenario: Scenario, done: Partial<DayView>): readonly Point[];
}

export function trialOf(family: Family): FamilyTrial {
  return {
    family,
    composed: (seed, tasks, companySize = 50) => {
      const whole = tasks.map((task): TaskConfig => {
        return { family: family.name, arguments: null, difficulty: 2, due: null, arrives: null, ...task };
      });
      const config = { name: `trial-${seed}`, seed, companySize, days: [{ tasks: whole }] };
      return composeScenario(config, { slack: 1 }, families);
    },
    played: async (scenario, how) => {
      const { asked } = scenario;
      if (how === 'idle') return playedIn(scenario, idle());
      if (how === 'oracle') return playedIn(scenario, oracle({ solution: workplaceSolution, asked }));
      const fallen: unknown[] = [];
      const solve: Family['solve'] = (given, worker) =>
        how(given, worker).catch((error: unknown) => {
          fallen.push(error);
          throw error;
        });
      const solution = workplaceSolutionWith(new Map(families).set(family.name, { ...family, solve }));
      const played = await playedIn(scenario, oracle({ solution, asked }));
      if (fallen.length > 0) throw fallen[0];
      return played;
    },
    judged: (scenario, done) => family.judge(truthIn(scenario), { ...NOTHING_DONE, ...done }),
  };
}

/** Of the first assignment. */
export function truthIn({ truth }: Scenario): JsonObject {
  return truth.assignments[0]?.truth ?? {};
}

function firstOf({ instance }: Scenario): Assignment {
  const assignment = instance.days[0]?.assignments[0];
  if (assignment === undefined) throw new Error('a trial has an assignment');
  return assignment;
}

export interface FamilyParticulars {
  /** Arguments as configs write them, older ones too: every type and level that the family has. */
  readonly asked: readonly JsonObject[];
  /** Arguments that mean nothing. */
  readonly refused: readonly JsonObject[];
  /** Answers of a wrong shape, besides those that are tried on every family. */
  readonly malformed: readonly string[];
  /** The same for acts, by the tool's name. */
  readonly acts?: Readonly<Record<string, readonly Json[]>>;
  /** False where an assignment has appointments, so that a day may have no room for two. */
  readonly isRepeatable?: boolean;
}

/** By how many people work there, with the levels of two assignments on one day. */
const COMPANIES = [
  [10, 1, 3],
  [13, 2, 2],
  [25, 3, 3],
  [120, 1, 3],
  [200, 3, 2],
] as const;

/** To be called within a `describe`. */
export function testFamily(trial: FamilyTrial, particulars: FamilyParticulars): void {
  afterAll(closePlace);
  testWork(trial, particulars);
  testCheats(trial);
  testJudge(trial, particulars);
}

function testWork({ family, composed, played }: FamilyTrial, particulars: FamilyParticulars): void {
  const { asked, refused, isRepeatable = true } = particulars;
  it.each(LEVELS)('is done at level %i in time, without a guess', async (difficulty) => {
    for (const seed of SEEDS) {
      const scenario = composed(`${seed}-${difficulty}`, [{ difficulty }]);
      const { passed, score, reason, items } = await played(scenario, 'oracle');
      expect({ passed, score }, `seed ${seed}: ${reason}`).toEqual(DONE);
      const cluesFound = scenario.truth.assignments[0]?.clues.length;
      expect(items, `seed ${seed}`).toMatchObject([{ data: { guesses: 0, cluesFound } }]);
    }
  });

  it.each(asked.map((given) => [JSON.stringify(given), given] as const))('is done as %s', async (words, given) => {
    expect(await played(composed(words, [{ arguments: given }]), 'oracle')).toMatchObject(DONE);
  });

  it('refuses arguments that mean nothing', () => {
    expect(refused.filter((given) => family.params.safeParse(given).success)).toEqual([]);
  });

  it.each(COMPANIES)('is done in a company of %i, at levels %i and %i', async (size, ...levels) => {
    const tasks = levels.slice(isRepeatable ? 0 : 1).map((difficulty) => ({ difficulty }));
    expect(await played(composed(`of ${size}`, tasks, size), 'oracle')).toMatchObject(DONE);
  });

  it('is the same for the same seed, and another for another', () => {
    expect(bytesOf(composed('a', [{}]))).toBe(bytesOf(composed('a', [{}])));
    expect(composed('a', [{}]).truth).not.toEqual(composed('b', [{}]).truth);
  });
}

function testCheats({ family, composed, played }: FamilyTrial): void {
  it.each(LEVELS)('gives nothing to one who does nothing, at level %i', async (difficulty) => {
    const scenario = composed(`x-${difficulty}`, [{ difficulty }]);
    expect(await played(scenario, 'idle')).toMatchObject({ passed: false, score: 0 });
  });

  it.each(family.exploits)('is not done by one who $name', async ({ run }) => {
    for (const difficulty of LEVELS) {
      const { passed, score } = await played(composed(`x-${difficulty}`, [{ difficulty }]), run);
      expect({ passed, isLow: score < MOST }, `level ${difficulty}: ${score}`).toEqual({ passed: false, isLow: true });
    }
  });

  it.each(LEVELS)('counts for as much as the board says after the deadline, at level %i', async (difficulty) => {
    const scenario = composed(`late-${difficulty}`, [{ difficulty }]);
    const { due, late } = firstOf(scenario);
    const { passed, score } = await played(scenario, async (asked, worker) => {
      await worker.waitFor(due + 5);
      // The world may refuse what comes too late.
      await family.solve(asked, worker).catch(() => undefined);
    });
    expect(passed).toBe(false);
    expect(score).toBeLessThanOrEqual(late.kind === 'accepted' ? late.percent / 100 : 0);
  });
}

const ODD_TEXTS = ['', '\0', '3', 'null', '{', '[]', '{}', '"', '"none"', '[null, 3, "x"]', 'a,b\n1', ',,,;;;\n\n- '];
const ODD_ACTS: readonly Json[] = [null, 3, 'x', [], {}];

function testJudge({ composed, judged }: FamilyTrial, { malformed, acts: odd = {} }: FamilyParticulars): void {
  it.each(LEVELS)('gives nothing for what cannot be read, at level %i', (difficulty) => {
    const scenario = composed('odd', [{ difficulty }]);
    const acts = Object.entries(odd).flatMap(([name, own]) =>
      [...ODD_ACTS, ...own].map((data) => ({ name, data, at: firstOf(scenario).due - 1 })),
    );
    for (const text of [...ODD_TEXTS, ...malformed]) {
      const files = new Map(firstOf(scenario).outputs.map((output) => [output, text]));
      const points = judged(scenario, { files, acts });
      expect(points.filter(({ kind, passed }) => kind !== 'trap' && passed)).toEqual([]);
    }
  });
}
