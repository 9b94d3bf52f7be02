/** What solution programs do at the desk, each with the look that tells whether it is done. */
import type { Hands } from 'practicum';
import { lookups } from './lookups.ts';

type Decision = 'approve' | 'hold';

export function actions(hands: Hands) {
  const desk = lookups(hands);
  return {
    recordReview: (
      { loan, date }: { loan: string; date: string },
      review: { covenant_id: string; outcome: string; ratio: number },
    ): Promise<void> =>
      hands.act('record_review', review, async () => {
        const covenants = await desk.covenants(loan);
        return covenants.some(({ id, tested_on }) => id === review.covenant_id && tested_on === date);
      }),
    decideRelease: (loan: string, request: { release_id: string; decision: Decision; reason: string }): Promise<void> =>
      hands.act('decide_release', request, async () => {
        const releases = await desk.releases(loan);
        return releases.some(({ id, status }) => id === request.release_id && status !== 'pending');
      }),
    confirmCondition: (release: string, condition_id: string): Promise<void> =>
      hands.act('confirm_condition', { condition_id }, async () => {
        const conditions = await desk.conditions(release);
        return conditions.some(({ id, status }) => id === condition_id && status === 'confirmed');
      }),
    supersedeAppraisal: (property: string, old: string, by: string): Promise<void> =>
      hands.act('supersede_appraisal', { appraisal_id: old, by_appraisal_id: by }, async () => {
        const appraisals = await desk.appraisals(property);
        return appraisals.some(({ id, status }) => id === old && status === 'superseded');
      }),
    postValuation: (
      property_id: string,
      basis: { noi: number; cap_rate: number; value: number; comparable_ids: string[] },
    ): Promise<void> =>
      hands.act('post_valuation', { property_id, ...basis }, async () => {
        const entries = await desk.entries(property_id);
        return entries.some(({ kind, id, status }) => kind === 'valuation' && isNew(id) && status === 'posted');
      }),
    raiseFlag: (property: string, unit_id: string, reason: string): Promise<void> =>
      hands.act('raise_flag', { unit_id, reason }, async () => {
        const entries = await desk.entries(property);
        return entries.some((entry) => entry.subject === unit_id && entry.detail === reason && entry.status === 'open');
      }),
    closeFlag: (property: string, flag_id: string): Promise<void> =>
      hands.act('close_flag', { flag_id }, async () => {
        const entries = await desk.entries(property);
        return entries.some(({ id, status }) => id === flag_id && status === 'closed');
      }),
    escalate: (property_id: string, matter: string, referred_to: string): Promise<void> =>
      hands.act('escalate', { property_id, matter, referred_to }, async () => {
        const entries = await desk.entries(property_id);
        return entries.some(({ kind, id, detail }) => kind === 'escalation' && isNew(id) && detail === matter);
      }),
  };
}

/** Entries from before the task have plain numbers; the desk's new ones carry an X. */
const isNew = (id: string): boolean => id.includes('-X');
