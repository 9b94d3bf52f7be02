/** Tools for finding one's way: the handbook, the properties and the loans on them. */
import { notFound, tool } from 'practicum';
import { z } from 'zod';
import { SECTIONS, sectionText } from '../handbook.ts';
import { KINDS, listing, loan, property, rowsOf } from '../records.ts';

const readHandbook = tool({
  name: 'read_handbook',
  description: 'Reads one section of the desk handbook, which says how figures are worked out and who may decide what.',
  effect: 'read',
  input: z.object({ section: z.enum(SECTIONS) }),
  output: z.strictObject({ section: z.enum(SECTIONS), text: z.string().min(1) }),
  run: ({ section }) => ({ section, text: sectionText(section) }),
});

const findProperties = tool({
  name: 'find_properties',
  description: 'Lists properties by a part of their name, by kind or by submarket. Without any of them, lists all.',
  effect: 'read',
  input: z.object({
    name: z.string().default('').describe('A part of the name; upper and lower case are the same.'),
    kind: z.enum([...KINDS, 'any']).default('any'),
    submarket: z.string().default('any'),
  }),
  output: z.strictObject({ total: z.int(), properties: z.array(listing) }),
  run: ({ name, kind, submarket }, { db }) => {
    const properties = rowsOf(
      db,
      listing,
      `property WHERE instr(lower(name), lower(?)) > 0 AND (? = 'any' OR kind = ?) AND (? = 'any' OR submarket = ?) ORDER BY id`,
      name,
      kind,
      kind,
      submarket,
      submarket,
    );
    return { total: properties.length, properties };
  },
});

const getProperty = tool({
  name: 'get_property',
  description:
    'Gives the property record: size, scheduled monthly rent of all units, other yearly income, last underwritten NOI.',
  effect: 'read',
  input: z.object({ property_id: z.string() }),
  output: property,
  run: ({ property_id }, { db }) => {
    const [found] = rowsOf(db, property, 'property WHERE id = ?', property_id);
    if (found === undefined) throw notFound(`there is no property ${property_id}`);
    return found;
  },
});

const listLoans = tool({
  name: 'list_loans',
  description: 'Lists all loans on a property, active and paid off, with balance and annual debt service.',
  effect: 'read',
  input: z.object({ property_id: z.string() }),
  output: z.strictObject({ total: z.int(), loans: z.array(loan) }),
  run: ({ property_id }, { db }) => {
    if (!db.get('SELECT 1 FROM property WHERE id = ?', property_id))
      throw notFound(`there is no property ${property_id}`);
    const loans = rowsOf(db, loan, 'loan WHERE property_id = ? ORDER BY id', property_id);
    return { total: loans.length, loans };
  },
});

export const portfolioTools = [readHandbook, findProperties, getProperty, listLoans];
