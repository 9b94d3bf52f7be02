/**
 * The alerts of a shift: which services there are, which of them get into trouble at which sweep, how the trouble grows when nobody
 * sees to it, and how each stage of it is to be handled. The values are drawn to fit the handling, so that no two are handled alike.
 */
import type { Random } from '../../../../core/random.ts';
import type { Minute } from '../../instance.ts';
import type { Level } from '../../level-params.ts';

const PRIORITIES = ['low', 'normal', 'high', 'urgent'] as const;
export const TEAMS = ['Platform', 'Payments', 'Web', 'Data', 'Security'] as const;
const SWEEP_EVERY: Minute = 30;
/** Trouble that is not seen to is back after this, and worse. */
export const GROWS_AFTER: Minute = 3 * SWEEP_EVERY;

export type Tier = 'A' | 'B' | 'C';
export type Kind = 'errors' | 'latency' | 'queue' | 'disk' | 'sign-ins';

export type Handling = { readonly priority: string; readonly assignee: string; readonly status: string };

export interface Service {
  readonly ticket: string;
  readonly name: string;
  readonly tier: Tier;
  readonly team: string;
  /** Whether the runbook names its team; else the duty engineer knows it. */
  readonly isListed: boolean;
}

export interface Stage {
  readonly at: Minute;
  readonly value: number;
  readonly expected: Handling;
}

export interface Incident {
  readonly service: Service;
  readonly kind: Kind;
  readonly isDrill: boolean;
  readonly stages: readonly Stage[];
}

export interface ShiftPlan {
  readonly sweeps: readonly Minute[];
  readonly due: Minute;
  readonly services: readonly Service[];
  readonly incidents: readonly Incident[];
  /** By kind: from which value on it is normal, high, urgent. */
  readonly limits: Readonly<Record<Kind, readonly [number, number, number]>>;
  /** The service of a launch, whose alerts are at least high; empty where there is none. */
  readonly launch: string;
}

const SIZES = { 1: [3, 5, 1], 2: [4, 7, 1], 3: [5, 9, 2] } as const;
const NAMES =
  'storefront basket search billing invoices sign-in newsletter reports exports images chat calendar payouts archive maps forms webhooks backups'.split(
    ' ',
  );
const STAGES = 3;

const DRILL: Handling = { priority: 'low', assignee: 'nobody', status: 'closed' };

function handlingOf(rank: number, team: string): Handling {
  const priority = PRIORITIES[Math.max(0, Math.min(3, rank))] ?? 'urgent';
  return { priority, assignee: team, status: priority === 'urgent' ? 'escalated' : 'routed' };
}

export function drawShift(random: Random, level: Level, first: Minute): ShiftPlan {
  const [sweepCount, count, drills] = SIZES[level];
  const sweeps = Array.from({ length: sweepCount }, (_, i) => first + i * SWEEP_EVERY);
  const due = first + sweepCount * SWEEP_EVERY + 45;
  const limits = drawLimits(random);
  const names = random.shuffle(NAMES);
  const handlings = random.shuffle(TEAMS.flatMap((team) => [0, 1, 2].map((rank) => ({ team, rank })))).slice(0, count);
  const launched = level === 1 ? -1 : handlings.findIndex(({ rank }) => rank === 2);
  const unlisted = level === 1 ? -1 : handlings.findIndex((_, i) => i !== launched);
  const numbers = drawNumbers(random, NAMES.length);
  const draw = { random, numbers, names, sweeps, limits, due };
  const real = handlings.map((handling, i) =>
    incidentOf(handling, i, { ...draw, isLaunch: i === launched, isListed: i !== unlisted }),
  );
  const others = names.slice(count).map((name, i) => quietService(random, name, `OPS-${numbers[count + i]}`));
  const noise = others.slice(0, drills).map((service) => drillOf(service, draw));
  return {
    sweeps,
    due,
    services: random.shuffle([...real.map(({ service }) => service), ...others.slice(0, drills + 4)]),
    incidents: [...real, ...noise],
    limits,
    launch: real[launched]?.service.name ?? '',
  };
}

function drawNumbers(random: Random, count: number): readonly number[] {
  const base = random.int(10_000, 90_000);
  return random.shuffle(Array.from({ length: count }, (_, i) => base + i * 7 + random.int(0, 6)));
}

function drawLimits(random: Random): ShiftPlan['limits'] {
  return {
    errors: [random.int(18, 25), random.int(50, 70), random.int(130, 170)],
    latency: [random.int(350, 450), random.int(800, 1000), random.int(1800, 2200)],
    queue: [random.int(400, 600), random.int(1800, 2400), random.int(7000, 9000)],
    disk: [random.int(72, 76), random.int(83, 87), random.int(93, 95)],
    'sign-ins': [random.int(30, 45), random.int(90, 120), random.int(280, 340)],
  };
}

interface Draw {
  readonly random: Random;
  readonly numbers: readonly number[];
  readonly names: readonly string[];
  readonly sweeps: readonly Minute[];
  readonly limits: ShiftPlan['limits'];
  readonly due: Minute;
}

interface DrawOne extends Draw {
  readonly isLaunch: boolean;
  readonly isListed: boolean;
}

/** Tiers move the priority by a step; only those are drawn under which the trouble can begin as wanted and still grow. */
const STEP: Readonly<Record<Tier, number>> = { A: 1, B: 0, C: -1 };

function incidentOf({ team, rank }: { team: string; rank: number }, i: number, draw: DrawOne): Incident {
  const { random, isLaunch, isListed, numbers, names, sweeps, limits, due } = draw;
  const tiers = (['A', 'B', 'C'] as const).filter((tier) => rank - STEP[tier] >= 0 && rank - STEP[tier] <= 2);
  const tier = isLaunch ? 'B' : random.pick(tiers);
  // Disks go to Platform and sign-ins to Security, whosever the service is; a service whose team must be asked for is in neither case.
  const byKind = isListed && random.chance(0.6) ? ({ Platform: 'disk', Security: 'sign-ins' } as const) : {};
  const special: Kind | undefined =
    team === 'Platform' ? byKind.Platform : team === 'Security' ? byKind.Security : undefined;
  const kind = special ?? random.pick(['errors', 'latency', 'queue'] as const);
  const owner = special === undefined ? team : random.pick(TEAMS.filter((other) => other !== team));
  const service: Service = { ticket: `OPS-${numbers[i]}`, name: names[i] ?? '', tier, team: owner, isListed };
  const begins = sweeps[i % sweeps.length] ?? 0;
  // A launch lifts what would be normal to high.
  const base = isLaunch ? 1 : rank - STEP[tier];
  let value = 0;
  const stages = Array.from({ length: STAGES }, (_, stage): Stage => {
    const step = Math.min(3, base + stage);
    const counted = Math.max(step + STEP[tier], isLaunch ? 2 : 0);
    value = Math.max(value + 1, valueIn(random, limits[kind], { step, stage }));
    return { at: begins + stage * GROWS_AFTER, value, expected: handlingOf(counted, team) };
  });
  return { service, kind, isDrill: false, stages: stages.filter(({ at }) => at < due) };
}

/** A value of the given class. */
function valueIn(
  random: Random,
  [normal, high, urgent]: readonly [number, number, number],
  { step, stage }: { readonly step: number; readonly stage: number },
): number {
  const isPercent = urgent < 100;
  const ranges = [
    [Math.ceil(normal / 2), normal - 1],
    [normal, high - 1],
    [high, urgent - 1],
    [urgent, isPercent ? 97 : urgent * 2],
  ] as const;
  const [from, to] = ranges[step] ?? ranges[3];
  // At times exactly on the limit, where "from" has to be read with care.
  if (stage === 0 && random.chance(0.25)) return from;
  return random.int(from, to);
}

function quietService(random: Random, name: string, ticket: string): Service {
  return { ticket, name, tier: random.pick(['A', 'B', 'C'] as const), team: random.pick(TEAMS), isListed: true };
}

function drillOf(service: Service, { random, sweeps, limits }: Draw): Incident {
  const kind = random.pick(['errors', 'latency', 'queue'] as const);
  const value = limits[kind][2] + random.int(1, 50);
  return { service, kind, isDrill: true, stages: [{ at: random.pick(sweeps), value, expected: DRILL }] };
}
