/**
 * What time it is in a world that keeps no clock of its own: read from its state, so that the agent, the simulator and the judge
 * all live on the same day, whenever they are run. Knows nothing about real time.
 */
import type { Json, JsonObject } from '../../core/json.ts';
import { entriesOf, type JsonEntry, snakeCase } from './json-walk.ts';

export interface ClockReading {
  readonly clock: string;
  /** A key that says now, the latest thing on record, the example of a tool that tells the time, or the fallback. */
  readonly source: 'now' | 'record' | 'tool' | 'fallback';
}

/** What is looked at: the state, and tools that may tell the time. */
export interface Timed {
  readonly state: JsonObject;
  readonly tools: readonly {
    readonly name: string;
    readonly parameters: JsonObject;
    readonly example: Json | undefined;
  }[];
}

/** Days without a time begin with the working day. */
const MORNING = '09:00:00';
const DATE_WORD = '(date|time|datetime|timestamp|clock|day|now)';
/** Keys that say now wherever they stand. */
const NOW_KEY = new RegExp(
  `^(now|today|todays_date|date_today|as_of(_date)?|(current|present|system|simulation|simulated|sim|world|game|local|episode)_(\\w+_)?${DATE_WORD}(_(utc|iso|local|stamp))?)$`,
);
/** Keys that say now at the top of a state, and further in are the date of whatever holds them. */
const TOP_KEY = /^(date|time|date_?time|timestamp|clock|time_utc|utc_time|day)$/;
const AHEAD =
  /(^|_)(due|deadline|expir\w*|schedul\w*|next|planned|until|target|eta|end|forecast\w*|matur\w*|renew\w*|valid\w*|arriv\w*|depart\w*|deliver\w*|start|future|estimated|projected|release|birth|dob|upcoming|calendar)(_|$)/;

/** ISO 8601: what the state says, else `fallback`, itself a date or a time. */
export function clockOf(state: JsonObject, fallback: string): string {
  return readClock({ state, tools: [] }, fallback).clock;
}

export function readClock({ state, tools }: Timed, fallback: string): ClockReading {
  const entries = [...entriesOf(state)];
  const now = entries.filter(saysNow).sort(byDepth);
  const time = first(now, ({ value }) => timeOfDay(value)) ?? MORNING;
  const said = first(now, ({ value }) => instantOf(value, time));
  if (said !== null) return { clock: said, source: 'now' };
  const recorded = latestRecord(entries);
  if (recorded !== null) return { clock: recorded, source: 'record' };
  // A simulator that is asked for the date is likely to give the one that it was shown.
  const shown = tools.filter(tellsTime).flatMap(({ example }) => [...entriesOf({ example: example ?? null })]);
  const told = first(shown, ({ value }) => instantOf(value, time));
  if (told !== null) return { clock: told, source: 'tool' };
  const clock = instantOf(fallback, time);
  if (clock === null) throw new Error(`"${fallback}" is not a date`);
  return { clock, source: 'fallback' };
}

const CLOCK_TOOL =
  /^(get|read|check|query|fetch)_(the_)?(current_|system_|simulation_|sim_)?(date|time|datetime|date_time|clock|timestamp|day)$/;

/** A tool that takes nothing and gives the date or the time. */
export function tellsTime({ name, parameters }: Timed['tools'][number]): boolean {
  return CLOCK_TOOL.test(name) && Object.keys(parameters.properties ?? {}).length === 0;
}

function latestRecord(entries: readonly JsonEntry[]): string | null {
  const dates = entries
    .filter(({ path }) => !AHEAD.test(snakeCase(path.join('_'))))
    .flatMap(({ value }) => recordedDate(value) ?? []);
  return dates.sort().at(-1) ?? null;
}

function saysNow({ key, path, isListed }: JsonEntry): boolean {
  const name = snakeCase(key);
  if (isListed || AHEAD.test(name)) return false;
  return NOW_KEY.test(name) || (path.length === 1 && TOP_KEY.test(name));
}

/** The instant in a value that is nothing but a date or a time stamp, or null. */
export function instantOf(value: Json, time = MORNING): string | null {
  if (typeof value === 'number') return epochInstant(value);
  return typeof value === 'string' ? isoInstant(value.trim(), time) : null;
}

const ISO = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(:\d{2})?(?:\.\d+)?\s*(Z|UTC|[+-]\d{2}:?\d{2})?)?$/;

function isoInstant(text: string, time: string): string | null {
  const [, day, minutes, seconds = ':00', zone = 'Z'] = ISO.exec(text) ?? [];
  if (day === undefined) return null;
  const offset = zone === 'UTC' ? 'Z' : zone.replace(/^([+-]\d{2})(\d{2})$/, '$1:$2');
  const stamp = minutes === undefined ? `${day}T${time}Z` : `${day}T${minutes}${seconds}${offset}`;
  const instant = new Date(stamp);
  // A thirty-first of February is taken for the second of March by the parser, and is no date to us.
  if (Number.isNaN(instant.getTime()) || !isRealDay(day)) return null;
  return instant.toISOString().replace('.000Z', 'Z');
}

function isRealDay(day: string): boolean {
  const instant = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(day);
}

/** Seconds or milliseconds since 1970, as far as they fall between 2001 and 2065; smaller numbers are steps or minutes. */
function epochInstant(value: number): string | null {
  if (value >= 1e9 && value < 3e9) return new Date(value * 1000).toISOString().replace('.000Z', 'Z');
  return value >= 1e12 && value < 3e12 ? new Date(value).toISOString().replace('.000Z', 'Z') : null;
}

function timeOfDay(value: Json): string | null {
  const [, minutes, seconds = ':00'] = /^([01]\d:[0-5]\d|2[0-3]:[0-5]\d)(:[0-5]\d)?$/.exec(String(value).trim()) ?? [];
  return minutes === undefined ? null : `${minutes}${seconds}`;
}

/** The date of a record, or of a line of a journal that begins with one. */
function recordedDate(value: Json): string | null {
  if (typeof value !== 'string') return null;
  const start = /^\[?(\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2})?(?:\.\d+)?Z?)?)(?![\d-])/.exec(value)?.[1];
  return start === undefined ? null : isoInstant(start, MORNING);
}

function first<T>(entries: readonly JsonEntry[], read: (entry: JsonEntry) => T | null): T | null {
  for (const entry of entries) {
    const found = read(entry);
    if (found !== null) return found;
  }
  return null;
}

/** The outermost key speaks for the world, a deeper one for a part of it. */
function byDepth(a: JsonEntry, b: JsonEntry): number {
  return a.path.length - b.path.length;
}
