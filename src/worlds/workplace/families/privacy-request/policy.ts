/** The privacy policy of the house, drawn for an assignment: which field is what kind of data, and who may be sent which kinds. */
import type { Random } from '../../../../core/random.ts';
import type { Level } from '../../level-params.ts';

const KINDS = ['access', 'portability', 'authority', 'authorised'] as const;
export type Kind = (typeof KINDS)[number];
const CATEGORIES = ['contact', 'contract', 'pay', 'assessment', 'health'] as const;
type Category = (typeof CATEGORIES)[number] | 'others';

export interface Policy {
  readonly fields: ReadonlyMap<string, Category>;
  readonly allowed: ReadonlyMap<Kind, readonly Category[]>;
  /** Assessments of people who left before this day are no longer given out; empty where the policy knows no such day. */
  readonly blockedBefore: string;
}

export function drawPolicy(random: Random, level: Level): Policy {
  const fields = new Map<string, Category>([
    ['email', 'contact'],
    ['phone', 'contact'],
    ['home_address', 'contact'],
    ['birth_date', random.pick(['contact', 'contract'] as const)],
    ['role_held', 'contract'],
    ['contract_from', 'contract'],
    ['contract_to', 'contract'],
    ['salary', 'pay'],
    ['bank_account', 'pay'],
    ['appraisal', 'assessment'],
    ['interview_notes', 'assessment'],
    ['absences', random.pick(['health', 'contract'] as const)],
    ['health_note', 'health'],
    ['reference_by', 'others'],
    ['emergency_contact', 'others'],
  ]);
  const allowed = new Map(KINDS.map((kind) => [kind, drawAllowed(random, kind)] as const));
  return { fields: new Map(random.shuffle([...fields])), allowed, blockedBefore: level === 3 ? '2023-01-01' : '' };
}

/** Two or three kinds of data, in the order in which they are always named. */
function drawAllowed(random: Random, kind: Kind): readonly Category[] {
  const open = CATEGORIES.filter((one) => one !== 'health' || kind === 'access' || kind === 'portability');
  const drawn = random.shuffle(open).slice(0, random.int(2, 3));
  return open.filter((one) => drawn.includes(one));
}

export interface Asking {
  readonly kind: Kind;
  readonly left: string;
  /** What a letter of consent names; null where none is needed. */
  readonly consented: readonly string[] | null;
}

export function fieldsFor(
  { fields, allowed, blockedBefore }: Policy,
  { kind, left, consented }: Asking,
): readonly string[] {
  const kinds = allowed.get(kind) ?? [];
  const isBlocked = left < blockedBefore;
  return [...fields]
    .filter(([, category]) => kinds.includes(category) && !(isBlocked && category === 'assessment'))
    .map(([field]) => field)
    .filter((field) => consented === null || consented.includes(field))
    .toSorted();
}

export function policyText({ fields, allowed, blockedBefore }: Policy, desk: string, consents: string): string {
  return `# Requests for personal data

Former colleagues, or others in their name, may ask what we hold on them. This page says what they get.

## 1. Identity first

Before anything is sent, ask ${desk} about the identity check of the request, by its number. The check has a number of its own, which belongs in the log. If it was not passed, nothing is sent: the request is refused, with the reason \`identity\`. If it was passed, the data go to the address that ${desk} names and to no other, whatever the request says.

## 2. What may be sent

| kind of request | kinds of data |
|---|---|
${[...allowed].map(([kind, kinds]) => `| ${kind} | ${kinds.join(', ')} |`).join('\n')}

| field | kind of data |
|---|---|
${[...fields].map(([field, category]) => `| ${field} | ${category} |`).join('\n')}

All fields of the kinds that are allowed are sent, and no others. Data of the kind \`others\` concern other people and are never sent. \`person_id\` and \`name\` are no fields in this sense: they are not sent.

An authorised request comes from somebody whom the person has authorised. It needs a letter of consent, in ${consents}/ under the number of the request. Only fields that are allowed by the table and named in the letter are sent. Without a letter the request is refused, with the reason \`consent\`.
${blockedBefore === '' ? '' : `\nThe kind \`assessment\` is not sent for people whose contract ended before ${blockedBefore}.\n`}
## 3. Everybody else

Colleagues and managers get nothing from personal files by way of a request, however good the reason: they are sent to Human Resources. This holds for the trainee's own manager too.
`;
}

export function consentText(person: string, fields: readonly string[]): string {
  return `I, ${person}, agree that these fields of my personal file are given to the person whom I have authorised:\n\n${fields.map((field) => `- ${field}`).join('\n')}\n`;
}
