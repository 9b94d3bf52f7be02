/**
 * A shift at the alert desk. Alerts come with the sweeps of the monitoring; the trainee sets priority, team and status of each by the
 * runbook. What is handled rightly in time is over; what is not comes back worse, with an alarm that interrupts.
 */

import { clockTime } from '../../day-state.ts';
import type { Clue, Draft, Family, Site } from '../../family.ts';
import type { Happening, Minute, Person, Prevention } from '../../instance.ts';
import { type LevelParams, levelParams, sampleLevel } from '../../level-params.ts';
import { exploits } from './exploits.ts';
import { judge, type Truth } from './points.ts';
import { alarmText, alertText, runbookText } from './runbook.ts';
import { drawShift, GROWS_AFTER, type Incident, type ShiftPlan } from './shift-plan.ts';
import { solve } from './solution.ts';

export const family: Family<LevelParams> = {
  name: 'incident-triage',
  title: 'Incident triage',
  aliases: ['incident_triage', 'alert triage', 'alert desk'],
  params: levelParams,
  sample: sampleLevel,
  build,
  solve,
  judge,
  exploits,
};

function build(site: Site, { level }: LevelParams): Draft {
  const { random } = site;
  const arrives = site.opens + 60 + 15 * random.int(0, LATEST_BEGIN);
  const plan = drawShift(random, level, arrives + 30);
  const expert = random.pick(engineersOf(site));
  const table = `service_board_${random.int(100, 999)}`;
  const hasUnlisted = plan.services.some(({ isListed }) => !isListed);
  const runbook = site.addFile({
    path: 'drive/operations/runbook.md',
    content: runbookText(plan, hasUnlisted ? expert.name : ''),
  });
  const folder = runbook.slice(0, runbook.lastIndexOf('/'));
  const note = `Alerts of the shift from ${clockTime(arrives)} to ${clockTime(plan.due)} (${table}) come here, one file a ticket.\n`;
  const readme = site.addFile({ path: `${folder}/alerts/about.md`, content: note });
  const alerts = readme.slice(0, readme.lastIndexOf('/'));
  addBoard(site, plan, table);
  for (const incident of plan.incidents) addStages(site, incident, alerts);
  const clues = [...looks(runbook, table), ...addTeamFacts(site, plan, expert)];
  return {
    title: 'Take the alert desk',
    brief: briefOf({ runbook, alerts, table, plan }),
    from: site.managerOf('Engineering').id,
    asked: { runbook, alerts, table, sweeps: plan.sweeps, due: plan.due },
    truth: truthOf(plan, clues),
    outputs: [],
    clues,
    minutes: 8 + plan.sweeps.length * 2 + plan.incidents.length * 6 + (hasUnlisted ? 10 : 0),
    arrives,
    due: plan.due,
    late: { kind: 'refused' },
    priority: 'high',
    appointments: plan.sweeps.map((sweep) => ({ start: sweep - READY, end: sweep + SWEEP_WORK })),
  };
}

/** Nothing long is begun so shortly before a sweep. */
const READY: Minute = 10;
/** In quarters of an hour after the first: the longest shift then ends before the house closes. */
const LATEST_BEGIN = 24;
/** What the alerts of a sweep take to be seen to. */
const SWEEP_WORK: Minute = 12;

function engineersOf(site: Site): readonly Person[] {
  const staff = site.staff({ department: 'Engineering' }).filter(({ role }) => !role.endsWith('Manager'));
  return staff.length > 0 ? staff : [site.managerOf('Engineering')];
}

function addBoard(site: Site, { services }: ShiftPlan, table: string): void {
  const rows = services.map(({ ticket, name, tier }) => ({
    ticket,
    service: name,
    tier,
    status: 'quiet',
    priority: 'none',
    assignee: 'none',
  }));
  site.addRecords({ system: 'tickets', name: table, rows });
}

/** A stage does not come where the one before was handled in time; where it does, the file of the alert says so. */
function addStages(site: Site, incident: Incident, folder: string): void {
  const { ticket } = incident.service;
  const path = `${folder}/${ticket}.txt`;
  const seenTo: Prevention[] = [];
  for (const [i, stage] of incident.stages.entries()) {
    const { at, expected } = stage;
    const unless = [...seenTo];
    // Also out of a meeting: whoever has the desk is called for everything but a drill.
    const isUrgent = !incident.isDrill;
    const file = { path, content: alertText(incident, stage) };
    const told: readonly Happening[] = [
      { at, isUrgent: false, unless, kind: 'file-updated', file, text: `${path} has come or changed.` },
      { at, isUrgent, unless, kind: 'alarm', source: 'monitoring', text: alarmText(incident, stage, path) },
    ];
    for (const happening of told) site.addHappening(happening);
    const next = incident.stages[i + 1]?.at;
    if (next !== undefined)
      seenTo.push({ act: 'update_ticket', on: { ticket }, holds: { ...expected }, since: at, by: next });
  }
}

function addTeamFacts(site: Site, { services }: ShiftPlan, expert: Person): readonly Clue[] {
  return services
    .filter(({ isListed }) => !isListed)
    .map(({ name, team }): Clue => {
      const fact = site.addFact({
        owners: [expert.id],
        topic: `team of the service ${name}`,
        asked: [['team'], ['belong'], ['whose'], ['owner'], ['responsible']],
        about: [name],
        text: `The service ${name} belongs to the team ${team}.`,
      });
      return {
        id: `team-${name}`,
        kind: 'person',
        at: fact,
        topic: `whose service ${name} is`,
        after: ['runbook'],
        secrets: [],
      };
    });
}

function looks(runbook: string, table: string): readonly Clue[] {
  return [
    { id: 'runbook', kind: 'file', at: runbook, topic: 'the rules of the alert desk', after: [], secrets: [] },
    { id: 'board', kind: 'system', at: `tickets/${table}`, topic: 'the tiers of the services', after: [], secrets: [] },
  ];
}

function truthOf({ incidents, services, due }: ShiftPlan, clues: readonly Clue[]): Truth {
  const touched = new Set(incidents.map(({ service }) => service.ticket));
  return {
    due,
    incidents: incidents.map(({ service, isDrill, stages }) => ({
      ticket: service.ticket,
      isDrill,
      stages: stages.map(({ at, expected }) => ({ at, expected })),
      clues: ['runbook', 'board', `team-${service.name}`].filter((id) => clues.some((clue) => clue.id === id)),
    })),
    quiet: services.map(({ ticket }) => ticket).filter((ticket) => !touched.has(ticket)),
  };
}

interface Told {
  readonly runbook: string;
  readonly alerts: string;
  readonly table: string;
  readonly plan: ShiftPlan;
}

function briefOf({ runbook, alerts, table, plan: { sweeps, due } }: Told): string {
  return [
    `You have the alert desk until ${clockTime(due)}. The monitoring sweeps at ${sweeps.map(clockTime).join(', ')}; each sweep may raise alerts, which come to the folder ${alerts}/, one file a ticket, named after it.`,
    `Handle every alert by ${runbook}: set priority, assignee and status of its ticket (tickets, table ${table}) with update_ticket, in the spelling of the runbook.`,
    `What is handled rightly is over. What is not handled, or not rightly, is back ${GROWS_AFTER} minutes after it came, and worse; it must then be handled anew, by what the file says by then.`,
    `Services without an alert are left alone. The board is taken as it stands at ${clockTime(due)}; trouble that could grow counts for more when it was stopped before it did.`,
  ].join('\n');
}
