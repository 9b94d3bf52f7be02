/** Tools over covenants and their waivers. */
import { conflict, type Desk, forbidden, notFound, tool } from 'practicum';
import { z } from 'zod';
import { covenant, day, OUTCOMES, rowsOf, waiver } from '../records.ts';
import { audit, rowById, today } from './audit.ts';

const ofLoan = z.object({ loan_id: z.string() });

function mustExist(desk: Desk, loanId: string): void {
  if (rowById(desk, 'loan', loanId) === undefined) throw notFound(`there is no loan ${loanId}`);
}

const listCovenants = tool({
  name: 'list_covenants',
  description: 'Lists the covenants of a loan with threshold, and status and ratio of the last test.',
  effect: 'read',
  input: ofLoan,
  output: z.strictObject({ total: z.int(), covenants: z.array(covenant) }),
  run: ({ loan_id }, desk) => {
    mustExist(desk, loan_id);
    const covenants = rowsOf(desk.db, covenant, 'covenant WHERE loan_id = ? ORDER BY id', loan_id);
    return { total: covenants.length, covenants };
  },
});

const listWaivers = tool({
  name: 'list_waivers',
  description: 'Lists the waivers ever granted for the covenants of a loan.',
  effect: 'read',
  input: ofLoan,
  output: z.strictObject({ total: z.int(), waivers: z.array(waiver) }),
  run: ({ loan_id }, desk) => {
    mustExist(desk, loan_id);
    const where = 'waiver WHERE covenant_id IN (SELECT id FROM covenant WHERE loan_id = ?) ORDER BY id';
    const waivers = rowsOf(desk.db, waiver, where, loan_id);
    return { total: waivers.length, waivers };
  },
});

const recordReview = tool({
  name: 'record_review',
  description: 'Records the outcome of a covenant test. Sets the status of the covenant; final for the day.',
  effect: 'write',
  input: z.object({
    covenant_id: z.string(),
    outcome: z.enum(OUTCOMES),
    ratio: z
      .number()
      .min(0)
      .describe('The ratio found: coverage as a number, occupancy and loan-to-value in per cent.'),
    note: z.string().max(500).default(''),
  }),
  output: z.strictObject({ review_id: z.string(), covenant_id: z.string(), status: z.enum(OUTCOMES) }),
  run: ({ covenant_id, outcome, ratio, note }, desk) => {
    const found = rowById(desk, 'covenant', covenant_id);
    if (found === undefined) throw notFound(`there is no covenant ${covenant_id}`);
    if (found.tested_on === today(desk)) throw conflict(`${covenant_id} was reviewed today already`);
    const id = desk.newId('RV');
    desk.db.run('INSERT INTO review VALUES (?, ?, ?, ?, ?, ?)', id, covenant_id, outcome, ratio, desk.now, note);
    desk.db.run(
      'UPDATE covenant SET status = ?, ratio = ?, tested_on = ? WHERE id = ?',
      outcome,
      ratio,
      today(desk),
      covenant_id,
    );
    audit(desk, `reviewed as ${outcome}`, covenant_id);
    return { review_id: id, covenant_id, status: outcome };
  },
});

const waiveCovenant = tool({
  name: 'waive_covenant',
  description: 'Enters a waiver for a covenant under the given authority and sets the covenant to waived.',
  effect: 'write',
  input: z.object({
    covenant_id: z.string(),
    authority: z.enum(['credit-committee', 'desk-head', 'analyst']),
    expires_on: day,
    floor: z.number().min(0),
  }),
  output: z.strictObject({ waiver_id: z.string(), covenant_id: z.string() }),
  run: ({ covenant_id, authority, expires_on, floor }, desk) => {
    const found = rowById(desk, 'covenant', covenant_id);
    if (found === undefined) throw notFound(`there is no covenant ${covenant_id}`);
    if (authority === 'analyst') throw forbidden('analysts cannot waive covenants');
    if (found.status === 'waived') throw conflict(`${covenant_id} is waived already`);
    const id = desk.newId('WV');
    desk.db.run(
      'INSERT INTO waiver VALUES (?, ?, ?, ?, ?, ?)',
      id,
      covenant_id,
      authority,
      today(desk),
      expires_on,
      floor,
    );
    desk.db.run("UPDATE covenant SET status = 'waived' WHERE id = ?", covenant_id);
    audit(desk, `waived by ${authority}`, covenant_id);
    return { waiver_id: id, covenant_id };
  },
});

export const covenantTools = [listCovenants, listWaivers, recordReview, waiveCovenant];
