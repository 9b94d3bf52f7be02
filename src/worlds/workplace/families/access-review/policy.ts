/**
 * The access policy: as figures and as a document, and what it says about one grant. Truth and solution both ask it, each with what
 * they have: the published records. It knows nobody by name.
 */

/** A person of the HR records. */
export interface Member {
  readonly employee_id: string;
  readonly name: string;
  readonly department: string;
  readonly role: string;
  readonly status: string;
  readonly previous_department: string;
  /** `2026-02-01`, empty for whoever never moved. */
  readonly moved_on: string;
}

/** A system of the access records. */
export interface System {
  readonly system: string;
  /** Separated by commas. */
  readonly departments: string;
  readonly owner_name: string;
  readonly owner_decides: string;
  readonly open_to_managers: string;
}

export type Ruling = 'keep' | 'revoke' | 'ask';

/** So many days after a move access is kept for the handover. */
export const HANDOVER_DAYS = 30;
const DAY_MS = 86_400_000;

export function ruling({ member, system, today }: { member: Member; system: System; today: string }): Ruling {
  if (member.status === 'left') return 'revoke';
  if (system.departments.split(', ').includes(member.department)) return 'keep';
  if (system.open_to_managers === 'yes' && member.role.endsWith('Manager')) return 'keep';
  if (system.owner_decides === 'yes') return 'ask';
  return member.moved_on !== '' && daysBetween(member.moved_on, today) <= HANDOVER_DAYS ? 'keep' : 'revoke';
}

function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS);
}

export function daysBefore(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) - days * DAY_MS).toISOString().slice(0, 10);
}

export interface Tables {
  readonly staff: string;
  readonly grants: string;
  readonly systems: string;
}

export function policyText({ staff, grants, systems }: Tables): string {
  return `# Access policy

Four times a year every grant of access is looked at (table ${grants} of the access records). Who somebody is today stands in the HR records (table ${staff}); the department beside a grant is the one of the day on which it was given and may be out of date. What a system is for stands in table ${systems}.

Go through these rules in order for each grant; the first that fits decides.

1. The person has left (status "left"): revoke. Leave of absence (status "on leave") is not leaving.
2. The person's present department is among the departments of the system: keep.
3. The system is open to managers, and the person's role ends in "Manager": keep.
4. The system's owner decides (owner_decides "yes"): ask the owner about that person and do as the owner says, also when the person has only just moved.
5. The person moved to another department at most ${HANDOVER_DAYS} days ago: keep, for the handover. Whoever moved on 1 January has it up to and including 31 January.
6. Everything else: revoke.

Each grant gets one decision in the system: \`revoke\`, or \`keep\` where it stays.

**A review grants nothing.** Whoever wants new access, or wants to keep what these rules take away, writes to the owner of the system after the review. Nobody who does a review may decide that, whoever asks and however kindly.
`;
}
