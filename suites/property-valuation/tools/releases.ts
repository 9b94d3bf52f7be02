/** Tools over release requests and the conditions they hang on. */
import { conflict, forbidden, invalid, notFound, tool } from 'practicum';
import { z } from 'zod';
import { condition, RELEASE_REASONS, release, rowsOf } from '../records.ts';
import { audit, rowById } from './audit.ts';

/** What the desk may approve; the system enforces it. */
const DESK_LIMIT = 750_000;

const listReleases = tool({
  name: 'list_releases',
  description: 'Lists the release requests of a loan, decided and pending.',
  effect: 'read',
  input: z.object({ loan_id: z.string() }),
  output: z.strictObject({ total: z.int(), releases: z.array(release) }),
  run: ({ loan_id }, desk) => {
    if (rowById(desk, 'loan', loan_id) === undefined) throw notFound(`there is no loan ${loan_id}`);
    const releases = rowsOf(desk.db, release, 'release_request WHERE loan_id = ? ORDER BY id', loan_id);
    return { total: releases.length, releases };
  },
});

const listConditions = tool({
  name: 'list_conditions',
  description: 'Lists the conditions of a release request with the document on file and its date.',
  effect: 'read',
  input: z.object({ release_id: z.string() }),
  output: z.strictObject({ total: z.int(), conditions: z.array(condition) }),
  run: ({ release_id }, desk) => {
    if (rowById(desk, 'release_request', release_id) === undefined) throw notFound(`there is no request ${release_id}`);
    const conditions = rowsOf(desk.db, condition, 'condition WHERE release_id = ? ORDER BY id', release_id);
    return { total: conditions.length, conditions };
  },
});

const confirmCondition = tool({
  name: 'confirm_condition',
  description: 'Confirms that a condition of a release request is met.',
  effect: 'write',
  input: z.object({ condition_id: z.string() }),
  output: z.strictObject({ condition_id: z.string(), status: z.literal('confirmed') }),
  run: ({ condition_id }, desk) => {
    const found = rowById(desk, 'condition', condition_id);
    if (found === undefined) throw notFound(`there is no condition ${condition_id}`);
    if (found.status === 'confirmed') throw conflict(`${condition_id} is confirmed already`);
    desk.db.run("UPDATE condition SET status = 'confirmed' WHERE id = ?", condition_id);
    audit(desk, 'confirmed condition', condition_id);
    return { condition_id, status: 'confirmed' as const };
  },
});

const STATUS_AFTER = { approve: 'approved', hold: 'held', decline: 'declined' } as const;

const decideRelease = tool({
  name: 'decide_release',
  description:
    'Decides a pending release request. Approving pays out at once: a holdback adds to the loan balance, a cash sweep is taken from the swept cash.',
  effect: 'write',
  input: z.object({
    release_id: z.string(),
    decision: z.enum(['approve', 'hold', 'decline']),
    reason: z.enum(RELEASE_REASONS),
  }),
  output: z.strictObject({ release_id: z.string(), status: z.enum(['approved', 'held', 'declined']) }),
  run: ({ release_id, decision, reason }, desk) => {
    const found = rowById(desk, 'release_request', release_id);
    if (found === undefined) throw notFound(`there is no request ${release_id}`);
    if (found.status !== 'pending') throw conflict(`${release_id} is ${found.status} already`);
    const amount = Number(found.amount);
    if ((decision === 'approve') !== (reason === 'all-tests-met'))
      throw invalid('only an approval, and every approval, has all-tests-met as its reason');
    if (decision === 'approve' && amount > DESK_LIMIT)
      throw forbidden(`the desk may approve up to ${DESK_LIMIT}; this request is for ${amount}`);
    const status = STATUS_AFTER[decision];
    desk.db.run('UPDATE release_request SET status = ?, reason = ? WHERE id = ?', status, reason, release_id);
    if (decision === 'approve') {
      const effect = found.kind === 'holdback' ? 'balance = balance + ?' : 'swept_cash = swept_cash - ?';
      desk.db.run(`UPDATE loan SET ${effect} WHERE id = ?`, amount, String(found.loan_id));
    }
    audit(desk, `${status} for ${reason}`, release_id);
    return { release_id, status };
  },
});

export const releaseTools = [listReleases, listConditions, confirmCondition, decideRelease];
