import type { JsonObject } from './json.ts';

export type Difficulty = 1 | 2 | 3;

/** One thing to be done, as a plain record. Agents never see it: they get the brief and a session. */
export interface Task {
  /** Unique within its suite. */
  readonly id: string;
  /** The suite that the task was written in, also when another suite draws on it. */
  readonly suite: string;
  /** The world of that suite in which it takes place. */
  readonly world: string;
  readonly family: string;
  readonly title: string;
  /** Industry, field and profession: OccuBench's three levels. */
  readonly category: string;
  readonly domain: string;
  readonly scenario: string;
  readonly difficulty: Difficulty | null;
  /** All that the agent is told. */
  readonly brief: string;
  /** The facts of the brief in structured form: all that a solution program may know beforehand. */
  readonly asked: JsonObject;
  /** The time that it is in the world, ISO 8601. It does not move unless the world moves it. */
  readonly clock: string;
  /** What the world needs to prepare itself for this task. */
  readonly setup: JsonObject;
  /** What the judge needs. Never shown to agents, worlds or solutions. */
  readonly truth: JsonObject;
  /** A plan that is added to the brief on request, where there is one. */
  readonly plan: string | null;
}

/** What the agent is told: what time it is in the world, the brief, and below it the plan where one is wanted. */
export function briefOf(task: Task, withPlan: boolean): string {
  const told = `It is ${inWords(task.clock)}.\n\n${task.brief}`;
  return withPlan && task.plan !== null ? `${told}\n\nFollow this plan:\n${task.plan}` : told;
}

const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** `Monday, 2026-03-02, 08:00 UTC`: by hand, since locales differ between machines. */
function inWords(clock: string): string {
  const time = new Date(clock);
  if (Number.isNaN(time.getTime())) return clock;
  const iso = time.toISOString();
  return `${DAYS[time.getUTCDay()]}, ${iso.slice(0, 10)}, ${iso.slice(11, 16)} UTC`;
}
