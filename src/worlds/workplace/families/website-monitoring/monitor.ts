/**
 * What the monitoring shows on a day: load times with one page that has become slow, one that was slow and no longer is, and a server
 * whose disk fills up. Drawn from the day and the company, not from the assignment: there is one site, and whoever looks sees it.
 */
import { type Random, stream } from '../../../../core/random.ts';
import { clockTime } from '../../day-state.ts';
import type { Site } from '../../family.ts';

export interface Monitor {
  readonly pages: readonly Page[];
  /** Milliseconds above which a page is slow. */
  readonly limit: number;
  /** The one whose disk fills up. */
  readonly server: string;
  /** For whatever else belongs to the day's incident. */
  readonly random: Random;
}

export interface Page {
  readonly page: string;
  readonly week: number;
  readonly day: number;
}

const PAGES = [
  '/start',
  '/prices',
  '/articles',
  '/help',
  '/contact',
  '/jobs',
  '/downloads',
  '/events',
  '/partners',
  '/stories',
  '/forum',
  '/basket',
] as const;
const SERVERS = ['data', 'store', 'ledger', 'app', 'front', 'queue', 'mail', 'cache'] as const;
const SERVICES = ['storefront', 'billing', 'search', 'sign-in', 'newsletter'] as const;

export function drawMonitor(site: Site): Monitor {
  const random = stream(site.date, 'website-monitoring', ...site.people.map(({ name }) => name));
  const limit = random.pick([700, 750, 800] as const);
  const pages = drawPages(random, limit);
  const names = random.shuffle(SERVERS).slice(0, 6);
  const servers = names.map((name) => `${name}-${String(random.int(11, 98))}`);
  const [server = ''] = servers;
  addViews(site, { pages, limit });
  addHealth(site, random, servers);
  return { pages, limit, server, random };
}

/** In both windows no two pages take equally long, so that there is one slowest. */
function drawPages(random: Random, limit: number): readonly Page[] {
  const names = random.shuffle(PAGES).slice(0, 8);
  const worst = random.int(limit + 300, limit + 700);
  const slower = Math.round(worst * (1.15 + random.number() / 5));
  const alsoSlow = random.int(1, 2);
  const times = names.map((page, i): Page => {
    if (i === 0) return { page, week: worst, day: slower };
    if (i === 1) return { page, week: worst + random.int(60, 300), day: limit - random.int(40, 150) };
    if (i < 2 + alsoSlow)
      return { page, week: limit + 30 * i + random.int(0, 9), day: limit + 40 * i + random.int(1, 9) };
    return { page, week: 260 + 40 * i + random.int(0, 30), day: 265 + 40 * i + random.int(0, 30) };
  });
  return random.shuffle(times);
}

function addViews(site: Site, { pages, limit }: Pick<Monitor, 'pages' | 'limit'>): void {
  for (const [window, of] of [
    ['last_7_days', 'week'],
    ['last_24_hours', 'day'],
  ] as const) {
    const times = pages.map((page) => ({ page: page.page, ms: page[of] }));
    const slowest = times.toSorted((a, b) => b.ms - a.ms)[0];
    site.addReading({ from: site.opens, view: `load-times/${window}`, data: { pages: times } });
    const status = times.filter(({ ms }) => ms > limit).length > 2 ? 'degraded' : 'slightly slow';
    site.addReading({
      from: site.opens,
      view: `summary/${window}`,
      data: { status, slowest_page: slowest?.page ?? '' },
    });
  }
  const services = SERVICES.map((service) => ({ service, status: 'running' }));
  site.addReading({ from: site.opens, view: 'services', data: { services } });
}

/** A point an hour: it lasts the day, and not much longer. */
function addHealth(site: Site, random: Random, servers: readonly string[]): void {
  const base = random.int(86, 88);
  const [critical = ''] = servers;
  const calm = servers.slice(1).map((server, i) => {
    const [cpu, disk] = [random.int(8, 45), random.int(25, 60)];
    // One that looks bad and is not: the memory of a cache is meant to be full.
    const memory = i === 0 ? random.int(84, 89) : random.int(30, 65);
    return { server, status: 'OK', cpu, memory, disk, note: i === 0 ? 'memory as expected after a warm start' : '' };
  });
  const [cpu, memory] = [random.int(30, 60), random.int(40, 70)];
  const at = random.int(0, calm.length);
  for (let hour = 0; site.opens + hour * 60 < site.closes; hour++) {
    const note = 'disk grows by about 1 point an hour; at 100 nothing can be written any more';
    const row = { server: critical, status: 'CRITICAL', cpu, memory, disk: Math.min(99, base + hour), note };
    const rows = calm.toSpliced(at, 0, row);
    site.addReading({ from: site.opens + hour * 60, view: 'health', data: { servers: rows } });
  }
  const lines = Array.from({ length: 12 }, (_, i) => {
    const time = `${site.date} ${clockTime(site.opens - 60 + i * 5)}`;
    return `${time} ${i % 4 === 3 ? `WARN volume /data at ${base - 1} percent` : 'INFO request answered'}`;
  });
  site.addReading({ from: site.opens, view: `logs/${critical}`, data: { lines } });
}
