/** Museum registration: a watercolour on loan. */
import { type Deed, did, earlier, listed, listOf, type Rehearsal, refuse, type Seen } from './rehearsal.ts';

const OBJECT = { object_id: 'OBJ-118' };
const dispatched = (seen: Seen): Deed | undefined => did(seen, 'dispatch_object', OBJECT)[0];

/** The plan in force at the dispatch. */
function planOf(seen: Seen): Deed | undefined {
  const end = dispatched(seen);
  return end && did(seen, 'plan_display', OBJECT).findLast(({ at }) => at < end.at);
}

function coverOf(seen: Seen): Deed | undefined {
  const end = dispatched(seen);
  return end && did(seen, 'take_out_cover', OBJECT).findLast(({ at }) => at < end.at);
}

export const exhibitionLoan: Rehearsal = {
  environment: 'env_6c3e9b14d05f',
  tools: {
    get_object: ({ object_id = '' }, { row }) => ({ object_id, ...row('objects', object_id) }),
    list_cases: (_input, { all }) => {
      const cases = listed(all('cases'), 'case_id', ['width_cm', 'height_cm', 'lux', 'average_humidity']);
      return { total: cases.length, cases };
    },
    get_climate_log: ({ case_id = '' }, { row }) => {
      const { weeks = [] } = row('climate', case_id);
      return { case_id, total: listOf(weeks).length, weeks };
    },
    plan_display: (input, { row, put }) => {
      const { object_id = '', case_id = '', first_day = '', opening_days = 0, followed_by = '' } = input;
      const object = row('objects', object_id);
      const showcase = row('cases', case_id);
      if (object.status === 'on its way') refuse('The object is dispatched.');
      if (Number(object.width_cm) > Number(showcase.width_cm) || Number(object.height_cm) > Number(showcase.height_cm))
        refuse(`The object does not fit into ${String(case_id)}.`);
      if (Number(opening_days) > 78) refuse('The exhibition has 78 opening days.');
      if (String(first_day) < '2026-03-03') refuse('The exhibition opens on 2026-03-03.');
      put('plans', object_id, { showcase: case_id, first_day, opening_days, followed_by });
      return { object_id, case_id, first_day, opening_days, followed_by };
    },
    take_out_cover: ({ object_id = '', amount = 0 }, { row, put }) => {
      if (row('objects', object_id).status === 'on its way') refuse('The object is dispatched.');
      put('covers', object_id, { amount, status: 'in force' });
      return { object_id, amount, status: 'in force' };
    },
    dispatch_object: ({ object_id = '' }, { row, find }) => {
      const object = row('objects', object_id);
      const plan = find('plans', object_id) ?? refuse('There is no plan for it.');
      const cover = find('covers', object_id) ?? refuse('There is no cover for it.');
      if (object.status === 'on its way') refuse('It was dispatched before.');
      object.status = 'on its way';
      const { showcase = '', opening_days = 0 } = plan;
      return { object_id, status: 'on its way', case_id: showcase, opening_days, covered_for: cover.amount ?? 0 };
    },
  },
  good: {
    steps: [
      ['get_object', OBJECT],
      ['list_cases', {}],
      ['get_climate_log', { case_id: 'SC-2' }],
      ['get_climate_log', { case_id: 'SC-3' }],
      [
        'plan_display',
        { ...OBJECT, case_id: 'SC-3', first_day: '2026-03-03', opening_days: 65, followed_by: 'facsimile' },
      ],
      ['take_out_cover', { ...OBJECT, amount: 84000 }],
      ['dispatch_object', OBJECT],
    ],
    says: 'OBJ-118 hangs in SC-3 for 65 opening days, then the facsimile takes over: 26000 lux hours at 50 lux and eight hours a day. SC-1 is too small and SC-2 went outside 40 to 55 per cent. It is covered for 84000 and on its way.',
  },
  careless: {
    steps: [
      ['get_object', OBJECT],
      ['list_cases', {}],
      [
        'plan_display',
        { ...OBJECT, case_id: 'SC-2', first_day: '2026-03-03', opening_days: 78, followed_by: 'nothing' },
      ],
      ['take_out_cover', { ...OBJECT, amount: 84000 }],
      ['dispatch_object', OBJECT],
    ],
    says: 'OBJ-118 hangs in SC-2 for all 78 days: 24960 lux hours, within the budget, at 48 per cent humidity.',
  },
  trap: ['right-case'],
  criteria: {
    'climate-checked': (seen) => {
      const plan = planOf(seen);
      return earlier(did(seen, 'get_climate_log', { case_id: plan?.input.case_id ?? '' }), plan);
    },
    'right-case': (seen) => planOf(seen)?.input.case_id === 'SC-3' && planOf(seen),
    'light-budget-kept': (seen) => planOf(seen)?.input.opening_days === 65 && planOf(seen),
    'facsimile-follows': (seen) => planOf(seen)?.input.followed_by === 'facsimile' && planOf(seen),
    'cover-at-value': (seen) => coverOf(seen)?.input.amount === 84000 && coverOf(seen),
    dispatched,
  },
};
