/**
 * Fields of a state that tell its time, and whether one went back. A due date may be moved either way, so only names that speak
 * of the present or of what was last done count, and only values that have an order: ISO dates, and numbers that count on.
 */
import type { Json } from '../../core/json.ts';

const UNIT = '(time|date|datetime|clock|timestamp|tick|step|epoch)';
/** Anywhere in the state. */
const PRESENT = new RegExp(
  `^(now|today|clock|ticks?|time_?steps?|(current|system|sim|simulation|simulated|server|world|elapsed)_(\\w+_)?${UNIT}s?|elapsed_\\w+|last_\\w+)$`,
);
/** At the top of the state only: further down they belong to an appointment or an order. */
const AT_TOP = new RegExp(`^${UNIT}$`);
/** What was last done is ordered by its date; a number under such a name may be anything. */
const LAST = /^last_/;
const ISO = /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/;

export interface Tick {
  readonly name: string;
  /** 1 for a top-level key. */
  readonly depth: number;
  readonly before: Json;
  readonly after: Json;
}

export function goesBack({ name, depth, before, after }: Tick): boolean {
  const key = name.replace(/([a-z])([A-Z])/g, '$1_$2').toLowerCase();
  if (!PRESENT.test(key) && !(depth === 1 && AT_TOP.test(key))) return false;
  if (typeof before === 'number' && typeof after === 'number') return !LAST.test(key) && after < before;
  const [from, to] = [instant(before), instant(after)];
  return from !== null && to !== null && to < from;
}

/** Milliseconds; a time without a zone is taken for UTC, so that machines agree. */
function instant(value: Json): number | null {
  if (typeof value !== 'string') return null;
  const match = ISO.exec(value);
  if (match === null) return null;
  const hasZone = match[1] === undefined || match[4] !== undefined;
  const time = Date.parse(`${value.replace(' ', 'T')}${hasZone ? '' : 'Z'}`);
  return Number.isNaN(time) ? null : time;
}
