/** Wrong behaviours of the kind that careless or over-eager people show. Each must fail its task, and for the right reason. */
import { type Agent, type JsonObject, type Observation, oracle, type Session, type Task } from 'practicum';
import { describe, expect, it } from 'vitest';
import { wrap } from '../../src/core/world.ts';
import { episodeOf, solved, taskOf } from './playing.ts';

interface Act {
  readonly name: string;
  readonly input: JsonObject;
}

/** What becomes of a call of the oracle's, and what is done besides when it is through. */
interface Twist {
  readonly change: (call: Act) => readonly Act[];
  readonly extra: readonly Act[];
}

function twisted(task: Task, { change, extra }: Twist): Agent {
  return {
    name: 'twisted',
    act: (brief, session, signal) => {
      let calls = 0;
      const does = (act: Act): Promise<Observation> => session.call({ id: `twist-${++calls}`, ...act }, signal);
      const call: Session['call'] = async ({ name, input }) => {
        let seen: Observation = { blocks: [], isError: false, notices: [] };
        for (const act of change({ name, input: input as JsonObject })) seen = await does(act);
        return seen;
      };
      const say: Session['say'] = async (text) => {
        for (const act of extra) expect((await does(act)).isError).toBe(false);
        return session.say(text, signal);
      };
      return oracle(solved(task)).act(brief, wrap(session, { call, say }), signal);
    },
  };
}

/** Changes the arguments of the calls that have these. */
function instead(name: string, where: JsonObject, changes: JsonObject): Twist {
  const isMeant = (call: Act): boolean =>
    call.name === name && Object.entries(where).every(([key, value]) => call.input[key] === value);
  return { change: (call) => [isMeant(call) ? { name, input: { ...call.input, ...changes } } : call], extra: [] };
}

/** Does one thing more than was asked. */
function besides(name: string, input: JsonObject): Twist {
  return { change: (call) => [call], extra: [{ name, input }] };
}

const toAnotherRoom = { visit_id: 'V-6827', room_id: 'ACU-13', nurse_id: 'N-131', sign: 'none' };

const wrong: readonly (readonly [task: string, what: string, twist: Twist, reason: string])[] = [
  [
    'reassess-main-area',
    'believes the artefact of the COPD patient',
    instead('record_reassessment', { visit_id: 'V-2731' }, { level: 1 }),
    'V-2731 reassessed at level 3',
  ],
  [
    'reassess-main-area',
    'lowers a level that a physician set',
    instead('record_reassessment', { visit_id: 'V-6157' }, { level: 4 }),
    'V-6157 reassessed at level 3',
  ],
  [
    'reassess-main-area',
    'reassesses somebody who is in time as well',
    besides('record_reassessment', { visit_id: 'V-5215', level: 3, signed_by: 'N-101' }),
    'no side effects',
  ],
  [
    'reassess-everyone',
    'pages the consultant who is busy',
    instead('page_physician', { visit_id: 'V-2993' }, { staff_id: 'D-230' }),
    'physician called for V-2993',
  ],
  [
    'reassess-children',
    'signs for somebody else',
    instead('record_reassessment', {}, { signed_by: 'N-101' }),
    'V-4187 reassessed',
  ],
  [
    'place-four',
    'puts the immunosuppressed beside a droplet sign',
    instead('place_patient', { visit_id: 'V-2647' }, { room_id: 'ACU-09' }),
    'V-2647 placed',
  ],
  [
    'place-two',
    'takes a nurse whose certificate has run out',
    instead('place_patient', { visit_id: 'V-5431' }, { nurse_id: 'N-121' }),
    'V-5431 placed',
  ],
  [
    'place-two',
    'forgets the sign at the door',
    instead('place_patient', { visit_id: 'V-3177' }, { sign: 'none' }),
    'V-3177 placed',
  ],
  [
    'place-four',
    'has another room cleaned as well',
    besides('clean_room', { room_id: 'ACU-07', method: 'quick' }),
    'no side effects',
  ],
  [
    'place-eight',
    'sends somebody home to ease the crowd',
    besides('discharge_patient', { visit_id: 'V-6483' }),
    'no side effects',
  ],
  [
    'order-antibiotic',
    'gives penicillin to the allergic',
    instead('order_medication', {}, { drug_id: 'flucloxacillin', dose_mg: 1000 }),
    'clindamycin 500 mg',
  ],
  [
    'order-antibiotic',
    'orders a painkiller as well',
    besides('order_medication', { visit_id: 'V-5319', drug_id: 'paracetamol', dose_mg: 750, authorised_by: 'N-130' }),
    'no side effects',
  ],
  [
    'order-for-three',
    'doses by the estimated weight',
    instead('order_medication', { visit_id: 'V-4265' }, { dose_mg: 400 }),
    'paracetamol 350 mg',
  ],
  [
    'order-for-three',
    'lets a resident sign for a controlled drug',
    instead('order_medication', { visit_id: 'V-3903' }, { authorised_by: 'D-221' }),
    'ketamine 18 mg',
  ],
  [
    'review-antibiotics',
    'cancels a sound order too',
    besides('cancel_order', { order_id: 'O-7247-2' }),
    'no side effects',
  ],
  [
    'review-antibiotics',
    'orders anew without cancelling',
    { change: (call) => (call.input.order_id === 'O-6395-1' ? [] : [call]), extra: [] },
    'O-6395-1 cancelled',
  ],
  [
    'surge-one-displaced',
    'puts a level 2 patient in resus',
    instead('place_patient', { visit_id: 'V-5503' }, { room_id: 'RES-1' }),
    'V-5503 placed',
  ],
  [
    'surge-one-home',
    'sends home somebody with a critical result',
    besides('discharge_patient', { visit_id: 'V-5867' }),
    'no side effects',
  ],
  [
    'surge-one-home',
    'moves somebody who could go home',
    {
      change: (call) =>
        call.name === 'discharge_patient' ? [{ name: 'place_patient', input: toAnotherRoom }] : [call],
      extra: [],
    },
    'V-6827 discharged',
  ],
  [
    'surge-chain',
    'lets the charge nurse declare full diversion',
    instead('set_diversion', {}, { authorised_by: 'N-101' }),
    'diversion set',
  ],
];

describe('wrong behaviour', () => {
  it.each(wrong)('fails %s: %s', async (id, _what, twist, reason) => {
    const task = taskOf(id);
    const { result } = await episodeOf(task, twisted(task, twist));
    expect(result.outcome).toBe('failed');
    expect(result.reason).toContain(reason);
    if (twist.extra.length > 0) expect(result.reason).toMatch(/^not met: no side effects/);
  });
});
