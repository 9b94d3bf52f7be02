/**
 * What the monitoring shows at a moment: the newest reading of a view, or, where the day has none, a quiet one of our own that follows
 * from the company alone. Shapes of the views: `load-times/WINDOW` {pages: [{page, ms}]}, `health` {servers: [{server, status, cpu,
 * memory, disk, note}]}, `services` {services: [{service, status}]}, `summary/WINDOW` {status, slowest_page}, `logs/SERVER` {lines}.
 */
import { isObject, type Json, type JsonObject } from '../../core/json.ts';
import { type Random, stream } from '../../core/random.ts';
import type { DayState } from './day-state.ts';
import type { SystemReading } from './instance.ts';

export const WINDOWS = ['last_7_days', 'last_24_hours'] as const;

/** The reading that is in force now. Of two that began in one minute the later one counts. */
function readingOf({ day, now }: DayState, view: string): SystemReading | undefined {
  const known = day.systems.filter((reading) => reading.view === view && reading.from <= now);
  return known.toSorted((a, b) => a.from - b.from).at(-1);
}

export function viewNow(state: DayState, view: string): JsonObject {
  return readingOf(state, view)?.data ?? quiet(state, view);
}

/** Names of servers: those that the health view shows, and those that have logs. */
export function serversNow(state: DayState): readonly string[] {
  const logged = state.day.systems.filter(({ view }) => view.startsWith('logs/')).map(({ view }) => view.slice(5));
  const { servers } = viewNow(state, 'health');
  const shown = isObject(servers) ? Object.keys(servers) : namedIn(servers);
  return [...new Set([...shown, ...logged])].sort();
}

function namedIn(list: Json | undefined): readonly string[] {
  if (!Array.isArray(list)) return [];
  return list.filter(isObject).flatMap((one) => {
    const name = one.server ?? one.id ?? one.name;
    return typeof name === 'string' ? [name] : [];
  });
}

const SERVERS = ['app-01', 'app-02', 'data-01', 'mail-01'] as const;
const SERVICES = ['storefront', 'billing', 'search'] as const;
const PAGES = ['/start', '/prices', '/articles', '/help', '/contact'] as const;

/** A day on which nothing is wrong. The numbers differ from company to company, not from look to look. */
function quiet({ company, day }: DayState, view: string): JsonObject {
  const random = stream(company.name, day.date, 'monitoring', view);
  const [kind, of = ''] = view.split('/');
  switch (kind) {
    case 'load-times':
      return { pages: PAGES.map((page) => ({ page, ms: random.int(280, 620) })) };
    case 'health':
      return { servers: SERVERS.map((server) => healthy(server, random)) };
    case 'services':
      return { services: SERVICES.map((service) => ({ service, status: 'running' })) };
    case 'summary':
      return { status: 'normal', slowest_page: slowest(company.name, day.date, of) };
    default:
      return { lines: logLines(day.date, random) };
  }
}

function healthy(server: string, random: Random): JsonObject {
  const [cpu, memory, disk] = [random.int(8, 45), random.int(30, 65), random.int(25, 60)];
  return { server, status: 'OK', cpu, memory, disk, note: '' };
}

/** What the load times of the same window say. */
function slowest(company: string, date: string, window: string): string {
  const random = stream(company, date, 'monitoring', `load-times/${window}`);
  const times = PAGES.map((page) => ({ page, ms: random.int(280, 620) }));
  return times.toSorted((a, b) => b.ms - a.ms)[0]?.page ?? '';
}

const HARMLESS = [
  'INFO nightly backup finished',
  'INFO certificate valid for another 84 days',
  'WARN one slow request, 1.2 s, answered',
  'INFO cache rebuilt',
  'INFO log file rotated',
] as const;

function logLines(date: string, random: Random): readonly string[] {
  return Array.from({ length: 30 }, (_, i) => {
    const [hours, minutes] = [Math.floor(i / 4), (i % 4) * 15];
    return `${date} ${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')} ${random.pick(HARMLESS)}`;
  });
}
