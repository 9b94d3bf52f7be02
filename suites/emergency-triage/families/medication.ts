/** Ordering drugs safely, and putting right what others ordered: allergies, weight, kidneys, interactions, signatures. */
import { answerObject, checkpoint, code, type Family, type Hands, type Solution, type TaskDraft } from 'practicum';
import { z } from 'zod';
import type { CaseFile } from '../case-file.ts';
import { ONE_PATIENT, PENDING_ORDERS, THREE_PATIENTS } from '../cases/medicine-round.ts';
import { actDone, allowing, type ExpectedChange, listsExactly, mapsExactly } from '../judging/expected-change.ts';
import { chartOf, fitting, type Order, type Staff } from '../practice/chart.ts';
import { type MedicalFile, medicalFileOf, prescribe, signatoryFor } from '../practice/dosing.ts';

const askedSchema = z.object({
  /** Who needs what. */
  needs: z.array(z.object({ visit: z.string(), indication: z.string() })),
  /** Which pending orders are to be looked through. */
  review: z.object({ indications: z.array(z.string()), pods: z.array(z.string()) }),
});

const truthSchema = z.object({
  orders: z.array(z.object({ visit: z.string(), drug: z.string(), mg: z.number(), by: z.string() })),
  kept: z.array(z.string()),
  cancelled: z.array(z.string()),
});

interface Told {
  readonly drugs: Record<string, string>;
  readonly doses: Record<string, number>;
  readonly kept: string[];
  readonly cancelled: string[];
}

const solution: Solution = async (asked, hands) => {
  const { needs, review } = fitting(askedSchema, asked, 'the brief');
  const chart = chartOf(hands);
  const { now } = await chart.department();
  const physicians = await chart.staff('physician');
  const told: Told = { drugs: {}, doses: {}, kept: [], cancelled: [] };
  for (const { visit, indication } of needs) {
    const file = await medicalFileOf(await chart.visit(visit), now, chart);
    await order(hands, { file, prescription: prescribe(file, await chart.drugs(indication)), physicians, told });
  }
  if (review.indications.length === 0) return answerOf({ drugs: told.drugs, doses: told.doses });
  await reviewOrders(hands, { review, physicians, now, told });
  return answerOf(told);
};

const answerOf = (told: Partial<Told>): string => `All orders are as they should be. ${JSON.stringify(told)}`;

interface Ordering {
  readonly file: MedicalFile;
  readonly prescription: ReturnType<typeof prescribe>;
  readonly physicians: readonly Staff[];
  readonly told: Told;
}

async function order(hands: Hands, { file, prescription, physicians, told }: Ordering): Promise<void> {
  const { drug, dose_mg } = prescription;
  const { visit_id } = file.visit;
  const { drug_id } = drug;
  told.drugs[visit_id] = drug_id;
  told.doses[visit_id] = dose_mg;
  const authorised_by = signatoryFor(drug, file, physicians);
  await hands.act('order_medication', { visit_id, drug_id, dose_mg, authorised_by }, async () => {
    const orders = await chartOf(hands).ordersOf(visit_id);
    return orders.some((one) => one.drug_id === drug_id && one.status === 'pending' && one.ordered_at === file.now);
  });
}

interface Reviewing {
  readonly review: z.output<typeof askedSchema>['review'];
  readonly physicians: readonly Staff[];
  readonly now: string;
  readonly told: Told;
}

async function reviewOrders(hands: Hands, { review, physicians, now, told }: Reviewing): Promise<void> {
  const chart = chartOf(hands);
  const formulary = await chart.drugs('any');
  for (const pending of await chart.pendingOrders()) {
    const indication = formulary.find(({ drug_id }) => drug_id === pending.drug_id)?.indication ?? '';
    if (!review.indications.includes(indication)) continue;
    const visit = await chart.visit(pending.visit_id);
    if (!review.pods.includes(visit.pod)) continue;
    const file = await medicalFileOf(visit, now, chart);
    const lines = formulary.filter((drug) => drug.indication === indication);
    const prescription = prescribe(file, lines, pending.order_id);
    if (prescription.drug.drug_id === pending.drug_id && prescription.dose_mg === pending.dose_mg) {
      told.kept.push(pending.order_id);
      continue;
    }
    told.cancelled.push(pending.order_id);
    await cancel(hands, pending);
    await order(hands, { file, prescription, physicians, told });
  }
}

function cancel(hands: Hands, { order_id, visit_id }: Order): Promise<void> {
  return hands.act('cancel_order', { order_id }, async () => {
    const orders = await chartOf(hands).ordersOf(visit_id);
    return orders.some((one) => one.order_id === order_id && one.status === 'cancelled');
  });
}

const judge = code('medication', ({ task, snapshot, answer }) => {
  const { orders, kept, cancelled } = truthSchema.parse(task.truth);
  const { review } = askedSchema.parse(task.asked);
  const { changes } = snapshot;
  const ordered = orders.map(({ visit, drug, mg, by }): ExpectedChange => {
    const after = { visit_id: visit, drug_id: drug, dose_mg: mg, authorised_by: by };
    const rest = { status: 'pending', ordered_at: task.clock };
    const name = `${drug} ${mg} mg for ${visit}, signed by ${by}`;
    return { name, table: 'medication_order', kind: 'inserted', after: { ...after, ...rest } };
  });
  const stopped = cancelled.map((id): ExpectedChange => {
    const after = { status: 'cancelled' };
    return { name: `${id} cancelled`, table: 'medication_order', kind: 'updated', key: id, after };
  });
  const said = answerObject(answer);
  const drugs = new Map(orders.map(({ visit, drug }) => [visit, drug]));
  const doses = new Map(orders.map(({ visit, mg }) => [visit, mg]));
  const reviewTold = [
    checkpoint('told which orders stand', listsExactly(said?.kept, kept)),
    checkpoint('told which orders are cancelled', listsExactly(said?.cancelled, cancelled)),
  ];
  return {
    checkpoints: [
      ...[...ordered, ...stopped].map((expected) => actDone(expected.name, changes, [expected])),
      checkpoint('told the drugs', mapsExactly(said?.drugs, drugs)),
      checkpoint('told the doses', mapsExactly(said?.doses, doses)),
      ...(review.indications.length > 0 ? reviewTold : []),
    ],
    allowed: allowing([...ordered, ...stopped]),
  };
});

const clock = '2026-03-14T15:06:00Z';
const ending =
  'End with a JSON object with the keys "drugs" (visit id to the drug you ordered) and "doses" (visit id to the dose in mg, as a number)';
const setupOf = (cases: CaseFile[], staff: [string, string][] = []) => ({ cases, rooms: [], staff });
const noReview = { indications: [], pods: [] };

const tasks: readonly TaskDraft[] = [
  {
    id: 'order-antibiotic',
    title: 'An antibiotic for one patient',
    difficulty: 1,
    brief: `V-5319 should get her first dose of an antibiotic for a skin infection now. Please order what the handbook gives for her, in the right dose and under the right signature. One order, nothing else. ${ending}.`,
    asked: { needs: [{ visit: 'V-5319', indication: 'skin infection' }], review: noReview },
    clock,
    setup: setupOf(ONE_PATIENT),
    truth: { orders: [{ visit: 'V-5319', drug: 'clindamycin', mg: 500, by: 'D-220' }], kept: [], cancelled: [] },
  },
  {
    id: 'order-for-three',
    title: 'Relief for three patients',
    difficulty: 2,
    brief: `Three people need something now: V-4265 for moderate pain, V-3903 for severe pain, V-6651 for vomiting. One dose each, by the handbook: first permitted line, dose by weight, the right signature. Check what they have had and what they take at home before you order. ${ending}.`,
    asked: {
      needs: [
        { visit: 'V-4265', indication: 'moderate pain' },
        { visit: 'V-3903', indication: 'severe pain' },
        { visit: 'V-6651', indication: 'vomiting' },
      ],
      review: noReview,
    },
    clock,
    setup: setupOf(THREE_PATIENTS),
    truth: {
      orders: [
        { visit: 'V-4265', drug: 'paracetamol', mg: 350, by: 'D-230' },
        { visit: 'V-3903', drug: 'ketamine', mg: 18, by: 'D-220' },
        { visit: 'V-6651', drug: 'metoclopramide', mg: 10, by: 'N-151' },
      ],
      kept: [],
      cancelled: [],
    },
  },
  {
    id: 'review-antibiotics',
    title: 'Review of the pending antibiotics',
    difficulty: 3,
    brief: `Pharmacy has stopped the trolley: some of our pending antibiotics are wrong. Go through every pending order for skin infection, chest infection or urinary infection in the pods acute-a and acute-b. Where an order is not what the handbook gives for that patient, cancel it and order the right thing under the right signature. Sound ones stay as they are, however odd they look. ${ending}, both only for what you newly ordered, and "kept" and "cancelled" (lists of the order ids that stand and that you cancelled).`,
    asked: {
      needs: [],
      review: {
        indications: ['skin infection', 'chest infection', 'urinary infection'],
        pods: ['acute-a', 'acute-b'],
      },
    },
    clock,
    setup: setupOf(PENDING_ORDERS, [['D-220', 'busy']]),
    truth: {
      orders: [
        { visit: 'V-4721', drug: 'nitrofurantoin', mg: 75, by: 'D-221' },
        { visit: 'V-6395', drug: 'doxycycline', mg: 200, by: 'D-221' },
        { visit: 'V-3047', drug: 'flucloxacillin', mg: 750, by: 'D-221' },
        { visit: 'V-6589', drug: 'trimethoprim', mg: 100, by: 'D-210' },
      ],
      kept: ['O-2903-1', 'O-5881-1', 'O-7247-2'],
      cancelled: ['O-4721-1', 'O-6395-1', 'O-3047-1', 'O-6589-1'],
    },
  },
];

export const medication: Family = { name: 'medication', solution, judge, tasks };
