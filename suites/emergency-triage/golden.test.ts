/** That the data is what the tasks' truths claim, found from the rows alone and without the programs that solve the tasks. */
import { type JsonObject, rowsWhere, type State } from 'practicum';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { initialState, taskOf } from './playing.ts';
import suite from './suite.ts';

const only = (state: State, table: string, where: JsonObject): JsonObject => {
  const rows = rowsWhere(state, table, where);
  expect(rows, `${table} ${JSON.stringify(where)}`).toHaveLength(1);
  return rows[0] ?? {};
};

describe('the ordinary day', () => {
  it('has nobody overdue, nothing ordered, and the counts on which the tasks build', async () => {
    const task = taskOf('place-two');
    const state = await initialState(task, 0);
    const ordinary = (rows: readonly JsonObject[]): readonly JsonObject[] =>
      rows.filter(({ id }) => Number(String(id).slice(2)) % 2 === 0);
    expect(ordinary(state.visit ?? [])).toHaveLength(96);
    const waiting = ordinary(rowsWhere(state, 'visit', { status: 'waiting' }));
    expect(waiting.filter(({ level }) => Number(level) <= 3)).toHaveLength(7);
    expect(waiting.every(({ level }) => Number(level) >= 3)).toBe(true);
    for (const { last_assessed_at, level } of waiting) {
      const minutes = (Date.parse('2026-03-14T15:00:00Z') - Date.parse(String(last_assessed_at))) / 60_000;
      // Half of the full interval: even a pregnant patient would be in time.
      expect(minutes).toBeLessThanOrEqual(level === 3 ? 30 : 60);
    }
    expect(rowsWhere(state, 'medication_order', { status: 'pending' })).toHaveLength(0);
    expect(rowsWhere(state, 'room', { monitored: 1 })).toHaveLength(12);
    expect(state.patient?.filter(({ pregnant_weeks }) => Number(pregnant_weeks) > 0)).toHaveLength(0);
  });

  it('keeps every reference', async () => {
    for (const task of suite.tasks) {
      const state = await initialState(task, 0);
      const known = (table: string): Set<unknown> => new Set((state[table] ?? []).map(({ id }) => id));
      const [visits, rooms, staff] = [known('visit'), known('room'), known('staff')];
      for (const { visit_id, room_id, nurse_id } of state.placement ?? []) {
        expect([visits.has(visit_id), rooms.has(room_id), staff.has(nurse_id)]).toEqual([true, true, true]);
        expect(only(state, 'visit', { id: String(visit_id) }).status).toBe('roomed');
      }
      const beds = (state.placement ?? []).map(({ room_id }) => room_id);
      expect(new Set(beds).size).toBe(beds.length);
      const taken = rowsWhere(state, 'room', { status: 'occupied' }).map(({ id }) => id);
      expect(taken.toSorted()).toEqual(beds.toSorted());
    }
  });
});

describe('waiting room', () => {
  const limits: Record<string, number> = { 2: 15, 3: 60, 4: 120, 5: 180 };
  const areas: Record<string, string> = { 'reassess-children': 'paediatric', 'reassess-main-area': 'main' };

  it.each(['reassess-children', 'reassess-main-area', 'reassess-everyone'])(
    '%s: overdue are those in the truth',
    async (id) => {
      const task = taskOf(id);
      const state = await initialState(task, 0);
      const overdue = rowsWhere(state, 'visit', { status: 'waiting' })
        .filter(({ area }) => areas[id] === undefined || area === areas[id])
        .filter(({ patient_id, level, last_assessed_at }) => {
          const { born_on, pregnant_weeks } = only(state, 'patient', { id: String(patient_id) });
          // Under 5 on 14 March 2026 is who was born after 14 March 2021.
          const isHalved = String(born_on) > '2021-03-14' || Number(pregnant_weeks) >= 20;
          const limit = (limits[String(level)] ?? 0) * (isHalved ? 0.5 : 1);
          return Date.parse(String(last_assessed_at)) + limit * 60_000 < Date.parse(task.clock);
        });
      const truth = z
        .object({ levels: z.record(z.string(), z.int()), vitalsRequested: z.array(z.string()) })
        .parse(task.truth);
      const claimed = [...Object.keys(truth.levels), ...truth.vitalsRequested];
      expect(overdue.map((visit) => visit.id).toSorted()).toEqual(claimed.toSorted());
      for (const visit_id of claimed) {
        const { last_assessed_at } = only(state, 'visit', { id: visit_id });
        const fresh = rowsWhere(state, 'vitals', { visit_id, artefact: 0 }).filter(
          ({ taken_at }) => String(taken_at) > String(last_assessed_at),
        );
        expect(fresh.length > 0).toBe(visit_id in truth.levels);
      }
    },
  );
});

describe('placement and surge', () => {
  const bed = z.object({ visit: z.string(), room: z.string(), nurse: z.string() });
  const truthSchema = z.object({
    placements: z.array(bed).default([]),
    arrivals: z.array(bed).default([]),
    displaced: z.array(bed).default([]),
  });
  const families = suite.tasks.filter(({ family }) => family === 'placement' || family === 'surge');

  it.each(families)('$id: care level, certificates and shifts hold', async (task) => {
    const state = await initialState(task, 0);
    const { placements, arrivals, displaced } = truthSchema.parse(task.truth);
    for (const { visit, room, nurse } of [...placements, ...arrivals, ...displaced]) {
      const { level, patient_id } = only(state, 'visit', { id: visit });
      const { pod, monitored } = only(state, 'room', { id: room });
      const isChild = String(only(state, 'patient', { id: String(patient_id) }).born_on) > '2010-03-14';
      expect(pod === 'resus').toBe(level === 1);
      if (level === 2) expect(monitored).toBe(1);
      if (!isChild) expect(pod).not.toBe('paediatric');
      const wanted = [
        level === 1 ? ['resuscitation'] : level === 2 ? ['monitoring'] : [],
        isChild ? ['paediatric'] : [],
      ];
      for (const code of wanted.flat()) {
        const { valid_until } = only(state, 'certification', { staff_id: nurse, code });
        expect(String(valid_until) >= '2026-03-14').toBe(true);
      }
      const keeper = only(state, 'staff', { id: nurse });
      expect(keeper.state).toBe('available');
      expect([pod, 'float']).toContain(keeper.pod);
      expect(String(keeper.shift_start) <= task.clock && task.clock < String(keeper.shift_end)).toBe(true);
    }
  });

  it.each(['surge-one-home', 'surge-chain'])('%s: who goes home may, and the counts hold', async (id) => {
    const task = taskOf(id);
    const state = await initialState(task, 0);
    const [gone] = z.object({ discharged: z.array(z.object({ visit: z.string() })) }).parse(task.truth).discharged;
    const ready = rowsWhere(state, 'visit', { status: 'roomed', disposition: 'discharge' })
      .filter(({ disposition_by }) => String(disposition_by).startsWith('D-'))
      .map(({ id: visit }) => String(visit))
      .filter((visit_id) => rowsWhere(state, 'lab', { visit_id, critical: 1, reviewed: 0 }).length === 0)
      .filter((visit_id) => rowsWhere(state, 'medication_order', { visit_id, status: 'pending' }).length === 0)
      .filter((visit_id) => only(state, 'placement', { visit_id }).isolation === 'none');
    expect(ready).toEqual([gone?.visit]);
    const inService = rowsWhere(state, 'room', { monitored: 1 }).filter(({ status }) => status !== 'closed');
    const occupied = inService.filter(({ status }) => status === 'occupied');
    // Whoever goes home is replaced, so the count is the same before and after.
    expect(task.truth.diversion).toMatchObject([{ occupied: occupied.length, inService: inService.length }]);
    const coming = z.object({ visits: z.array(z.string()) }).parse(task.asked).visits;
    const urgent = rowsWhere(state, 'visit', { status: 'waiting' }).filter(({ level }) => Number(level) <= 3);
    expect(urgent.length - coming.length).toBe(id === 'surge-chain' ? 10 : 8);
  });
});

describe('medication', () => {
  const orders = z.array(z.object({ visit: z.string(), drug: z.string(), mg: z.number(), by: z.string() }));
  /** The weight that counts, read off the charts by hand. */
  const weights: Record<string, number> = {
    'V-5319': 52.4,
    'V-4265': 23.6,
    'V-3903': 61,
    'V-6651': 84,
    'V-4721': 66,
    'V-6395': 70,
    'V-3047': 34.8,
    'V-6589': 80,
  };

  it.each(['order-antibiotic', 'order-for-three', 'review-antibiotics'])('%s: drugs and doses hold', async (id) => {
    const task = taskOf(id);
    const state = await initialState(task, 0);
    for (const { visit, drug, mg, by } of orders.parse(task.truth.orders)) {
      const { patient_id } = only(state, 'visit', { id: visit });
      const card = only(state, 'drug', { id: drug });
      const most = Math.min(Number(card.mg_per_kg) * (weights[visit] ?? 0), Number(card.max_dose_mg));
      const share = visit === 'V-6589' ? 0.5 : 1;
      expect(mg).toBeLessThanOrEqual(most * share);
      expect(mg).toBeGreaterThan(most * share - Number(card.step_mg));
      expect(mg % Number(card.step_mg)).toBe(0);
      const real = rowsWhere(state, 'allergy', { patient_id: String(patient_id), substance: String(card.class) });
      expect(real.every(({ status, reaction }) => status === 'refuted' || reaction === 'intolerance')).toBe(true);
      expect(only(state, 'staff', { id: by }).state).toBe('available');
    }
  });

  it('has exactly the pending orders that the review sorts', async () => {
    const task = taskOf('review-antibiotics');
    const state = await initialState(task, 0);
    const { kept, cancelled } = z
      .object({ kept: z.array(z.string()), cancelled: z.array(z.string()) })
      .parse(task.truth);
    const inAcute = rowsWhere(state, 'medication_order', { status: 'pending' }).filter(({ visit_id }) =>
      String(only(state, 'placement', { visit_id: String(visit_id) }).room_id).startsWith('ACU'),
    );
    expect(inAcute.map(({ id }) => id).toSorted()).toEqual([...kept, ...cancelled].toSorted());
  });
});
