/** Does the work: reads the runbook and the board, looks for alerts after every sweep, and handles each by the rules. */
import { z } from 'zod';
import { isObject, type JsonObject } from '../../../../core/json.ts';
import type { Worker } from '../../worker.ts';
import { askedSchema } from './asked.ts';

const PRIORITIES = ['low', 'normal', 'high', 'urgent'] as const;
const rowSchema = z.object({ ticket: z.string(), service: z.string(), tier: z.enum(['A', 'B', 'C']) });
type Row = z.output<typeof rowSchema>;
const STEP = { A: 1, B: 0, C: -1 } as const;

interface Rules {
  readonly limits: ReadonlyMap<string, readonly number[]>;
  readonly teams: ReadonlyMap<string, string>;
  readonly launch: string;
  readonly expert: string;
}

interface Alert {
  readonly ticket: string;
  readonly service: string;
  readonly kind: string;
  readonly value: number;
  readonly isDrill: boolean;
}

export async function solve(asked: JsonObject, worker: Worker): Promise<void> {
  const { runbook, alerts, table, sweeps } = askedSchema.parse(asked);
  const written = rulesIn(await worker.read(runbook));
  const { rows } = await worker.look('query_records', { system: 'tickets', table });
  const board = (Array.isArray(rows) ? rows : []).map((row) => rowSchema.parse(row));
  const tiers = new Map(board.map((row) => [row.ticket, row.tier]));
  const rules = await completed(written, board, worker);
  const seen = new Set<string>();
  for (const sweep of sweeps) {
    await worker.waitFor(sweep + 1);
    for (const name of await alertsIn(alerts, worker)) {
      if (seen.has(name)) continue;
      seen.add(name);
      const alert = alertIn(await worker.read(`${alerts}/${name}`));
      const rank = STEP[tiers.get(alert.ticket) ?? 'B'] + rankOf(alert, rules);
      await handle(alert, rank, { rules, worker });
    }
  }
}

/** Asks for the teams that the runbook does not name before the first alert comes: afterwards there is no time to wait for answers. */
async function completed(rules: Rules, board: readonly Row[], worker: Worker): Promise<Rules> {
  const teams = new Map(rules.teams);
  for (const { service } of board.filter((row) => !rules.teams.has(row.service))) {
    const answer = await worker.ask(rules.expert, `Which team does the service ${service} belong to?`);
    teams.set(service, /belongs to the team (\w+)/.exec(answer)?.[1] ?? '');
  }
  return { ...rules, teams };
}

async function alertsIn(folder: string, worker: Worker): Promise<readonly string[]> {
  const { entries } = await worker.look('list_files', { path: folder });
  return (Array.isArray(entries) ? entries.map(String) : []).filter((name) => name.endsWith('.txt'));
}

async function handle(alert: Alert, rank: number, { rules, worker }: { rules: Rules; worker: Worker }): Promise<void> {
  const { ticket, service, isDrill } = alert;
  const lifted = service === rules.launch ? Math.max(2, rank) : rank;
  const priority = isDrill ? 'low' : (PRIORITIES[Math.max(0, Math.min(3, lifted))] ?? 'urgent');
  const assignee = isDrill ? 'nobody' : teamOf(alert, rules);
  const status = isDrill ? 'closed' : priority === 'urgent' ? 'escalated' : 'routed';
  await worker.act('update_ticket', { ticket, priority, assignee, status }, async (look) => {
    const { acts } = await look('list_acts', {});
    return Array.isArray(acts) && acts.some((act) => isObject(act) && isObject(act.data) && act.data.ticket === ticket);
  });
}

function teamOf({ kind, service }: Alert, { teams }: Rules): string {
  if (kind === 'disk') return 'Platform';
  if (kind === 'sign-ins') return 'Security';
  return teams.get(service) ?? '';
}

function rankOf({ kind, value }: Alert, { limits }: Rules): number {
  return (limits.get(kind) ?? []).filter((limit) => value >= limit).length;
}

function rulesIn(text: string): Rules {
  const rows = text.split('\n').flatMap((line) => {
    const cells = line.startsWith('|') ? line.split('|').map((cell) => cell.trim()) : [];
    return cells.length > 2 ? [cells.slice(1, -1)] : [];
  });
  const limits = rows.filter((row) => row.length === 4 && /^\d+$/.test(row[1] ?? ''));
  const teams = rows.filter((row) => row.length === 2 && row[0] !== 'service' && !row[0]?.startsWith('-'));
  return {
    limits: new Map(limits.map(([kind = '', ...values]) => [kind, values.map(Number)])),
    teams: new Map(teams.map(([service = '', team = '']) => [service, team])),
    launch: /Launched today: ([^.\n]+)\./.exec(text)?.[1] ?? '',
    expert: /not in the list, ask (.+) whose it is/.exec(text)?.[1] ?? '',
  };
}

function alertIn(text: string): Alert {
  const line = (name: string): string => new RegExp(`^${name}: (.*)$`, 'm').exec(text)?.[1] ?? '';
  return {
    ticket: line('ticket'),
    service: line('service'),
    kind: line('kind'),
    value: Number.parseInt(line('value'), 10),
    isDrill: line('source') === 'drill',
  };
}
