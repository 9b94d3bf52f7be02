/** The written rules of the alert desk, and what an alert looks like. Every shift has limits and teams of its own. */
import { clockTime } from '../../day-state.ts';
import { GROWS_AFTER, type Incident, type Kind, type ShiftPlan, type Stage, TEAMS } from './shift-plan.ts';

const UNITS: Readonly<Record<Kind, string>> = {
  errors: 'failed requests a minute',
  latency: 'milliseconds',
  queue: 'jobs waiting',
  disk: 'percent',
  'sign-ins': 'rejected sign-ins a minute',
};

export function runbookText({ limits, services, launch }: ShiftPlan, expert: string): string {
  const kinds = Object.entries(limits).map(
    ([kind, [normal, high, urgent]]) => `| ${kind} | ${normal} | ${high} | ${urgent} |`,
  );
  const listed = services.filter(({ isListed }) => isListed);
  const teams = listed.toSorted((a, b) => (a.name < b.name ? -1 : 1)).map(({ name, team }) => `| ${name} | ${team} |`);
  return `# Runbook of the alert desk

Every alert belongs to a ticket. When the alert has come, set three things on it: priority, assignee and status, spelled as here.

## 1. Drills

An alert with the line \`source: drill\` is no trouble, whatever its value: priority \`low\`, assignee \`nobody\`, status \`closed\`. The rest of this page does not apply to it.

## 2. Priority

\`low\`, \`normal\`, \`high\` or \`urgent\`, by the kind of the alert and its value. Below the first limit it is low; a value that is exactly a limit has reached it.

| kind | normal from | high from | urgent from |
|---|---|---|---|
${kinds.join('\n')}

Then by the tier of the service, which the service board shows: tier A is one step higher, tier C one step lower. Nothing is higher than urgent or lower than low.

Then: alerts of a service that is launched today are at least high. Launched today: ${launch === '' ? 'none' : launch}.

## 3. Assignee

The team: ${TEAMS.join(', ')}. Disk alerts always go to Platform and sign-ins alerts to Security. All others go to the team of the service:

| service | team |
|---|---|
${teams.join('\n')}

${expert === '' ? '' : `If a service is not in the list, ask ${expert} whose it is.\n`}
## 4. Status

\`escalated\` where the priority is urgent, else \`routed\`.

## 5. When it gets worse

Trouble that was not handled by these rules is back ${GROWS_AFTER} minutes after it came, and worse. The file of the alert then has the new value; set the ticket anew by that value, even where nothing on it changes. Trouble that was handled does not come back.
`;
}

export function alertText({ service, kind, isDrill }: Incident, { at, value }: Stage): string {
  return [
    `ticket: ${service.ticket}`,
    `service: ${service.name}`,
    `kind: ${kind}`,
    `value: ${value} ${UNITS[kind]}`,
    `source: ${isDrill ? 'drill' : 'sweep'}`,
    `seen: ${clockTime(at)}`,
    '',
  ].join('\n');
}

export function alarmText({ service, kind, isDrill }: Incident, { value }: Stage, path: string): string {
  return `[${service.ticket}] ${service.name}: ${kind} at ${value} ${UNITS[kind]}${isDrill ? ' (drill)' : ''}. See ${path}.`;
}
