/** Does the work: reads policy and requests, asks for each identity check, sends what is allowed, and keeps the log. */
import { isObject, type JsonObject } from '../../../../core/json.ts';
import type { Worker } from '../../worker.ts';
import { askedSchema } from './asked.ts';

interface Rules {
  readonly desk: string;
  readonly kinds: ReadonlyMap<string, readonly string[]>;
  readonly fields: ReadonlyMap<string, string>;
  readonly blockedBefore: string;
}

interface Row {
  readonly id: string;
  readonly kind: string;
  readonly person: string;
}

interface Place {
  readonly rules: Rules;
  readonly consents: string;
  readonly table: string;
  readonly worker: Worker;
}

export async function solve(asked: JsonObject, worker: Worker): Promise<void> {
  const { requests, policy, consents, table, output } = askedSchema.parse(asked);
  const rules = rulesIn(await worker.read(policy));
  const rows = rowsIn(await worker.read(requests));
  const log: JsonObject[] = [];
  for (const row of rows) log.push(await answered(row, { rules, consents, table, worker }));
  await worker.writeJson(output, { requests: log });
}

async function answered(row: Row, place: Place): Promise<JsonObject> {
  const { worker, rules } = place;
  const told = await worker.ask(rules.desk, `What came of the identity check of ${row.id}?`);
  const check = /number (V-\d+)/.exec(told)?.[1] ?? '';
  const address = /the data is (\S+@\S+) and/.exec(told)?.[1];
  const refused = (reason: string): JsonObject => ({ request: row.id, check, decision: 'refused', reason });
  if (address === undefined) return refused('identity');
  const consent = row.kind === 'authorised' ? await consentTo(row, place) : null;
  if (row.kind === 'authorised' && consent === null) return refused('consent');
  const fields = await fieldsOf(row, consent, place);
  await worker.act('send_data', { to: address, subject_of: row.person, fields: [...fields] }, async (look) => {
    const { acts } = await look('list_acts', {});
    return (
      Array.isArray(acts) &&
      acts.some((act) => isObject(act) && isObject(act.data) && act.data.subject_of === row.person)
    );
  });
  return { request: row.id, check, decision: 'sent', reason: '' };
}

async function consentTo({ id }: Row, { consents, worker }: Place): Promise<readonly string[] | null> {
  const { entries } = await worker.look('list_files', { path: consents });
  if (!Array.isArray(entries) || !entries.includes(`${id}.md`)) return null;
  return [...(await worker.read(`${consents}/${id}.md`)).matchAll(/^- (\S+)$/gm)].map(([, field = '']) => field);
}

async function fieldsOf(row: Row, consent: readonly string[] | null, place: Place): Promise<readonly string[]> {
  const { kinds, fields, blockedBefore } = place.rules;
  const allowed = kinds.get(row.kind) ?? [];
  const isBlocked = blockedBefore !== '' && (await leftOn(row, place)) < blockedBefore;
  return [...fields].flatMap(([field, kind]) => {
    if (!allowed.includes(kind) || (isBlocked && kind === 'assessment')) return [];
    return consent === null || consent.includes(field) ? [field] : [];
  });
}

async function leftOn({ person }: Row, { table, worker }: Place): Promise<string> {
  const { rows } = await worker.look('query_records', { system: 'hr', table, where: { person_id: person } });
  const [file] = Array.isArray(rows) ? rows.filter(isObject) : [];
  return String(file?.contract_to ?? '');
}

function rowsIn(text: string): readonly Row[] {
  return text
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(','))
    .map(([id = '', kind = '', person = '']) => ({ id, kind, person }));
}

function rulesIn(text: string): Rules {
  const tables = text.split('\n\n').filter((part) => part.startsWith('|'));
  const [kinds = [], fields = []] = tables.map((part) =>
    [...part.matchAll(/^\| ([^|]+) \| ([^|]+) \|$/gm)].slice(1).map(([, a = '', b = '']) => [a, b] as const),
  );
  return {
    desk: /ask (.+) about the identity check/.exec(text)?.[1] ?? '',
    kinds: new Map(kinds.map(([kind, allowed]) => [kind, allowed.split(', ')])),
    fields: new Map(fields),
    blockedBefore: /ended before (\d{4}-\d\d-\d\d)/.exec(text)?.[1] ?? '',
  };
}
