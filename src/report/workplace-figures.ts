/**
 * The figures of workplace assignments: shares and means with intervals that draw whole scenarios, since what happens in one day
 * stands and falls together. Everything but success and punctuality is a quotient of two sums. It reads no logs and draws no tables.
 */
import type { Random } from '../core/random.ts';
import { isScored, type Rate, rateOf } from './cell.ts';
import { type PlayedDay, playedDays } from './played-days.ts';
import { taskKey } from './scores.ts';
import { drawnOver } from './workplace-draws.ts';
import type { WorkplaceItem } from './workplace-items.ts';

export interface WorkplaceFigures {
  readonly scenarios: number;
  /** Assignments, by what became of their episode. */
  readonly scored: number;
  readonly void: number;
  readonly missing: number;
  /** All points, in time. */
  readonly success: Rate;
  /** The mean share of an assignment's points. */
  readonly checkpoints: Rate;
  /** At least one point, and not late. */
  readonly onTime: Rate;
  /** Clues found of clues needed, where there is a verdict. */
  readonly clues: Rate;
  /** Points that were right without what they rest on having been seen, for each assignment. */
  readonly guesses: Rate;
  /** What was missed of the weight that a day allows; null where judges do not say what that is. */
  readonly regret: Rate;
  /** Messages that told nothing, of those sent. */
  readonly needless: Rate;
  /** For each day. */
  readonly messages: Rate;
  readonly minutes: Rate;
  readonly calls: Rate;
  readonly tokens: Rate;
}

/** Of some assignments, and of the whole days on which there are any; of `all` assignments, those days are known. */
export function workplaceFigures(
  items: readonly WorkplaceItem[],
  all: readonly WorkplaceItem[],
  random: Random,
): WorkplaceFigures {
  const scored = items.filter(({ score }) => isScored(score));
  const chosen = new Set(scored);
  // A day whose assignments were all called off belongs to no group, and still took its time.
  const isWhole = items.length === all.length;
  const days = playedDays(all.filter(({ score }) => isScored(score))).filter(
    (day) => isWhole || day.items.some((item) => chosen.has(item)),
  );
  const scenarios = [...Map.groupBy(scored, ({ score }) => taskKey(score.task))];
  const shareOf = (isMet: (item: WorkplaceItem) => boolean): Rate =>
    rateOf(scenarios.map(([, own]) => ({ passed: own.filter(isMet).length, scored: own.length })));
  const count = (outcome: string): number => items.filter(({ score }) => score.outcome === outcome).length;
  const daysOf = Map.groupBy(days, ({ scenario }) => scenario);
  return {
    scenarios: scenarios.length,
    scored: scored.length,
    void: count('void'),
    missing: count('missing'),
    success: shareOf(isDone),
    onTime: shareOf(({ work }) => work !== null && work.earned > 0 && !work.isLate),
    ...quotients(
      scenarios.map(([scenario, own]) => ({ ...sumsOf(own), ...daySums(daysOf.get(scenario) ?? []) })),
      random,
    ),
  };
}

function isDone({ score }: WorkplaceItem): boolean {
  return score.outcome === 'passed';
}

const QUOTIENTS = {
  checkpoints: ['points', 'assignments'],
  clues: ['found', 'needed'],
  guesses: ['guesses', 'judged'],
  regret: ['forgone', 'best'],
  needless: ['needless', 'messages'],
  messages: ['messages', 'days'],
  minutes: ['minutes', 'days'],
  calls: ['calls', 'days'],
  tokens: ['tokens', 'countedDays'],
} as const;

type Quotient = keyof typeof QUOTIENTS;
type Sums = { readonly [name in (typeof QUOTIENTS)[Quotient][number]]: number };

function quotients(scenarios: readonly Sums[], random: Random): { readonly [name in Quotient]: Rate } {
  const pairs = Object.values(QUOTIENTS);
  const figures = (drawn: Int32Array): readonly (number | null)[] =>
    pairs.map(([upper, lower]) => {
      let [over, under] = [0, 0];
      for (const i of drawn) {
        over += scenarios[i]?.[upper] ?? 0;
        under += scenarios[i]?.[lower] ?? 0;
      }
      return under === 0 ? null : over / under;
    });
  const rates = drawnOver(scenarios.length, figures, random);
  const names = Object.keys(QUOTIENTS);
  const rate = (name: Quotient): Rate => rates[names.indexOf(name)] ?? { value: null, low: null, high: null };
  return {
    checkpoints: rate('checkpoints'),
    clues: rate('clues'),
    guesses: rate('guesses'),
    regret: rate('regret'),
    needless: rate('needless'),
    messages: rate('messages'),
    minutes: rate('minutes'),
    calls: rate('calls'),
    tokens: rate('tokens'),
  };
}

const add = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0);

function sumsOf(
  items: readonly WorkplaceItem[],
): Pick<Sums, 'assignments' | 'points' | 'judged' | 'found' | 'needed' | 'guesses'> {
  const works = items.flatMap(({ work }) => work ?? []);
  return {
    assignments: items.length,
    points: add(items.map(({ score }) => score.score)),
    judged: works.length,
    found: add(works.map(({ cluesFound }) => cluesFound)),
    needed: add(works.map(({ cluesNeeded }) => cluesNeeded)),
    guesses: add(works.map(({ guesses }) => guesses)),
  };
}

function daySums(all: readonly PlayedDay[]): Omit<Sums, keyof ReturnType<typeof sumsOf>> {
  const days = all.flatMap(({ took }) => took ?? []);
  const counted = days.flatMap(({ tokens }) => tokens ?? []);
  const regrets = all.map(regretIn);
  return {
    days: days.length,
    messages: add(days.map(({ messages }) => messages)),
    needless: add(days.map(({ needless }) => needless)),
    minutes: add(days.map(({ minutes }) => minutes)),
    calls: add(days.map(({ calls }) => calls)),
    tokens: add(counted),
    countedDays: counted.length,
    best: add(regrets.map(({ best }) => best)),
    forgone: add(regrets.map(({ forgone }) => forgone)),
  };
}

/** Who does more than the best schedule of a competent person allows has nothing to regret, and makes up for no other day. */
function regretIn({ items }: PlayedDay): Pick<Sums, 'best' | 'forgone'> {
  const best = items.find(({ bestWeight }) => bestWeight !== undefined)?.bestWeight ?? 0;
  const won = add(items.filter(isDone).map(({ weight = 0 }) => weight));
  return { best, forgone: Math.max(0, best - won) };
}
