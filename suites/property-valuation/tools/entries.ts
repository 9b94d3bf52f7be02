/** Tools over the desk's own entries: flags on units, escalations, and the list of both with the posted values. */
import { conflict, notFound, tool } from 'practicum';
import { z } from 'zod';
import { entry, MATTERS, REASONS } from '../records.ts';
import { audit, rowById, today } from './audit.ts';

const ENTRIES = `
  SELECT flag.id, 'flag' AS kind, unit_id AS subject, reason AS detail, status, raised_on AS entered_on
    FROM flag JOIN unit ON unit.id = flag.unit_id WHERE unit.property_id = ?1
  UNION ALL
  SELECT id, 'escalation', property_id, matter, 'open', raised_on FROM escalation WHERE property_id = ?1
  UNION ALL
  SELECT id, 'valuation', property_id, CAST(value AS TEXT), status, substr(posted_at, 1, 10)
    FROM valuation WHERE property_id = ?1
  ORDER BY 1`;

const listEntries = tool({
  name: 'list_entries',
  description:
    "Lists the desk's own entries on a property: flags on its units (detail: reason), escalations (detail: matter) and posted values (detail: value).",
  effect: 'read',
  input: z.object({ property_id: z.string() }),
  output: z.strictObject({ total: z.int(), entries: z.array(entry) }),
  run: ({ property_id }, desk) => {
    if (rowById(desk, 'property', property_id) === undefined) throw notFound(`there is no property ${property_id}`);
    const entries = desk.db.all(ENTRIES, property_id).map((row) => entry.parse(row));
    return { total: entries.length, entries };
  },
});

const raiseFlag = tool({
  name: 'raise_flag',
  description: 'Raises a flag on a unit of the rent roll, for one reason. The borrower is told.',
  effect: 'write',
  input: z.object({ unit_id: z.string(), reason: z.enum(REASONS) }),
  output: z.strictObject({ flag_id: z.string(), unit_id: z.string(), reason: z.enum(REASONS) }),
  run: ({ unit_id, reason }, desk) => {
    if (rowById(desk, 'unit', unit_id) === undefined) throw notFound(`there is no unit ${unit_id}`);
    if (desk.db.get("SELECT 1 FROM flag WHERE unit_id = ? AND reason = ? AND status = 'open'", unit_id, reason))
      throw conflict(`${unit_id} has an open flag for ${reason}`);
    const id = desk.newId('FL');
    desk.db.run("INSERT INTO flag VALUES (?, ?, ?, 'open', ?)", id, unit_id, reason, today(desk));
    audit(desk, `flagged ${reason}`, unit_id);
    return { flag_id: id, unit_id, reason };
  },
});

const closeFlag = tool({
  name: 'close_flag',
  description: 'Closes an open flag.',
  effect: 'write',
  input: z.object({ flag_id: z.string() }),
  output: z.strictObject({ flag_id: z.string(), status: z.literal('closed') }),
  run: ({ flag_id }, desk) => {
    const found = rowById(desk, 'flag', flag_id);
    if (found === undefined) throw notFound(`there is no flag ${flag_id}`);
    if (found.status === 'closed') throw conflict(`${flag_id} is closed already`);
    desk.db.run("UPDATE flag SET status = 'closed' WHERE id = ?", flag_id);
    audit(desk, 'closed flag', flag_id);
    return { flag_id, status: 'closed' as const };
  },
});

const escalate = tool({
  name: 'escalate',
  description: 'Puts a matter about a property before somebody with more authority. Each call sends a new one.',
  effect: 'write',
  input: z.object({
    property_id: z.string(),
    matter: z.enum(MATTERS),
    referred_to: z.enum(['desk-head', 'chief-appraiser', 'credit-committee']),
  }),
  output: z.strictObject({ escalation_id: z.string(), matter: z.enum(MATTERS) }),
  run: ({ property_id, matter, referred_to }, desk) => {
    if (rowById(desk, 'property', property_id) === undefined) throw notFound(`there is no property ${property_id}`);
    const id = desk.newId('ES');
    desk.db.run('INSERT INTO escalation VALUES (?, ?, ?, ?, ?)', id, property_id, matter, referred_to, today(desk));
    audit(desk, `escalated ${matter}`, property_id);
    return { escalation_id: id, matter };
  },
});

export const entryTools = [listEntries, raiseFlag, closeFlag, escalate];
