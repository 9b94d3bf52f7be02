/** Reassessing whoever waits too long: find the overdue, work out the level anew, call for help where the rules say so. */
import { answerObject, checkpoint, code, type Family, type Solution, type TaskDraft } from 'practicum';
import { z } from 'zod';
import type { CaseFile } from '../case-file.ts';
import { ADULTS_WAITING, ALL_WAITING, CHILDREN_WAITING } from '../cases/waiting-room.ts';
import { actDone, allowing, type ExpectedChange, listsExactly } from '../judging/expected-change.ts';
import { requested } from '../judging/expected-rows.ts';
import { page } from '../practice/acts.ts';
import { acuityOf, intervalOf, recordable } from '../practice/acuity.ts';
import { type Chart, chartOf, fitting, type Patient, type Protocol, type VisitLine } from '../practice/chart.ts';
import { minutesBetween, physicianOf, soundVitals, yearsOld } from '../practice/people.ts';

const askedSchema = z.object({ area: z.enum(['main', 'paediatric', 'any']).default('any'), signed_by: z.string() });

const truthSchema = z.object({
  /** Visit → level on record afterwards. */
  levels: z.record(z.string(), z.int()),
  raised: z.array(z.string()),
  vitalsRequested: z.array(z.string()),
  /** Visit → who is paged. */
  pages: z.record(z.string(), z.string()),
});

const solution: Solution = async (asked, hands) => {
  const { area, signed_by } = fitting(askedSchema, asked, 'the brief');
  const chart = chartOf(hands);
  const { now } = await chart.department();
  const protocols = await chart.protocols();
  const physicians = await chart.staff('physician');
  const told = { reassessed: [] as string[], raised: [] as string[], vitals_requested: [] as string[] };
  for (const line of await chart.waiting(area)) {
    const patient = await overduePatient(line, now, chart);
    if (patient === null) continue;
    const { visit_id } = line;
    const level = await newLevel(line, { patient, protocols, now, chart });
    if (level === null) {
      told.vitals_requested.push(visit_id);
      await hands.act('request_vitals', { visit_id }, async () => {
        return (await chart.requests(visit_id)).some(({ kind }) => kind === 'vitals');
      });
      continue;
    }
    told.reassessed.push(visit_id);
    if (level < line.level) told.raised.push(visit_id);
    await hands.act('record_reassessment', { visit_id, level, signed_by }, async () => {
      return (await chart.visit(visit_id)).last_assessed_at === now;
    });
    if (level <= 2 && level < line.level) {
      const pod = yearsOld(patient.born_on, now) < 16 ? 'paediatric' : 'front';
      await page(hands, { visit_id, staff_id: physicianOf(pod, { staff: physicians, now }) });
    }
  }
  return `The waiting areas are up to date. ${JSON.stringify(told)}`;
};

/** The patient if overdue. Only who is past half the interval needs looking up. */
async function overduePatient(line: VisitLine, now: string, chart: Chart): Promise<Patient | null> {
  const waited = minutesBetween(line.last_assessed_at, now);
  if (waited <= intervalOf(line.level, true)) return null;
  const patient = await chart.patient(line.patient_id);
  const isDelicate = yearsOld(patient.born_on, now) < 5 || patient.pregnant_weeks >= 20;
  return waited > intervalOf(line.level, isDelicate) ? patient : null;
}

interface Circumstances {
  readonly patient: Patient;
  readonly protocols: readonly Protocol[];
  readonly now: string;
  readonly chart: Chart;
}

async function newLevel(line: VisitLine, { patient, protocols, now, chart }: Circumstances): Promise<number | null> {
  const [vitals] = soundVitals(await chart.vitals(line.visit_id));
  if (vitals === undefined || vitals.taken_at <= line.last_assessed_at) return null;
  const history = await chart.history(line.patient_id);
  const { complaint } = line;
  const baseLevel = protocols.find((one) => one.complaint === complaint)?.base_level ?? 5;
  const computed = acuityOf({ complaint, baseLevel, patient, history, vitals, now });
  return recordable(computed, line.level, line.level_set_by.startsWith('D-'));
}

const judge = code('waiting-room', ({ task, snapshot, answer }) => {
  const { levels, raised, vitalsRequested, pages } = truthSchema.parse(task.truth);
  const { signed_by } = askedSchema.parse(task.asked);
  const at = task.clock;
  const reassessed = Object.entries(levels).map(([visit, level]) => reassessment(visit, { level, signed_by, at }));
  const calls = [
    ...vitalsRequested.map((visit) => requested(visit, 'vitals', ['none', at])),
    ...Object.entries(pages).map(([visit, staff]) => requested(visit, 'physician', [staff, at])),
  ];
  const said = answerObject(answer);
  const { changes } = snapshot;
  return {
    checkpoints: [
      ...reassessed.map((expected) => actDone(expected[0]?.name ?? '', changes, expected)),
      ...calls.map((expected) => actDone(expected.name, changes, [expected])),
      checkpoint('told who was reassessed', listsExactly(said?.reassessed, Object.keys(levels))),
      checkpoint('told who was raised', listsExactly(said?.raised, raised)),
      checkpoint('told whose vitals are missing', listsExactly(said?.vitals_requested, vitalsRequested)),
    ],
    allowed: allowing([...reassessed.flat(), ...calls]),
  };
});

function reassessment(
  visit_id: string,
  { level, signed_by, at }: { level: number; signed_by: string; at: string },
): readonly ExpectedChange[] {
  const record = { visit_id, level, assessed_by: signed_by, assessed_at: at };
  const after = { level, level_set_by: signed_by, last_assessed_at: at };
  return [
    { name: `${visit_id} reassessed at level ${level}`, table: 'assessment', kind: 'inserted', after: record },
    { name: `${visit_id} now at level ${level}`, table: 'visit', kind: 'updated', key: visit_id, after },
  ];
}

const ending =
  'When you are done, tell me in a line or two what you found, and end with a JSON object with the keys "reassessed" (visit ids you put on record), "raised" (those now more urgent than before) and "vitals_requested" (those you could not assess), each a list.';

interface Parameters {
  readonly id: string;
  readonly title: string;
  readonly difficulty: 1 | 2 | 3;
  readonly request: string;
  readonly asked: z.input<typeof askedSchema>;
  readonly cases: CaseFile[];
  readonly staff: [string, string][];
  readonly truth: z.input<typeof truthSchema>;
}

function draft({ id, title, difficulty, request, asked, cases, staff, truth }: Parameters): TaskDraft {
  const brief = `${request} ${ending}`;
  return {
    id,
    title,
    difficulty,
    brief,
    asked,
    clock: '2026-03-14T15:00:00Z',
    setup: { cases, rooms: [], staff },
    truth,
  };
}

export const waitingRoom: Family = {
  name: 'waiting-room',
  solution,
  judge,
  tasks: [
    draft({
      id: 'reassess-children',
      title: 'Reassess the overdue children',
      difficulty: 1,
      request:
        'The paediatric waiting area has been let slide. Please go through whoever waits there, find those whose reassessment is overdue by the handbook, put the reassessments on record under N-104, and escalate as the handbook says.',
      asked: { area: 'paediatric', signed_by: 'N-104' },
      cases: CHILDREN_WAITING,
      staff: [],
      truth: {
        levels: { 'V-4187': 4, 'V-5563': 2 },
        raised: ['V-5563'],
        vitalsRequested: [],
        pages: { 'V-5563': 'D-230' },
      },
    }),
    draft({
      id: 'reassess-main-area',
      title: 'Reassess the main waiting area',
      difficulty: 2,
      request:
        'The main waiting area is full and nobody has done the rounds since lunch. Find everyone there whose reassessment is overdue by the handbook and do what it asks for each of them: the new level on record under N-101, vitals where they are missing, a page where one is due. Leave the others alone.',
      asked: { area: 'main', signed_by: 'N-101' },
      cases: ADULTS_WAITING,
      staff: [['D-250', 'busy']],
      truth: {
        levels: { 'V-4409': 2, 'V-2731': 3, 'V-6157': 3 },
        raised: ['V-4409'],
        vitalsRequested: ['V-3997'],
        pages: { 'V-4409': 'D-251' },
      },
    }),
    draft({
      id: 'reassess-everyone',
      title: 'Reassess all waiting areas at handover',
      difficulty: 3,
      request:
        'Before I hand over I want no overdue reassessment anywhere: main, children and ambulance hallway. Go through all who wait, settle every overdue one by the handbook under N-104, call for vitals or a physician wherever it tells you to, and touch nobody who is still in time. Some of the entries are late or dubious, so look at the times and flags.',
      asked: { signed_by: 'N-104' },
      cases: ALL_WAITING,
      staff: [['D-230', 'busy']],
      truth: {
        levels: { 'V-4933': 2, 'V-6871': 2, 'V-3689': 3, 'V-5777': 3, 'V-2993': 2, 'V-6035': 3 },
        raised: ['V-4933', 'V-6871', 'V-2993', 'V-6035'],
        vitalsRequested: ['V-4555'],
        pages: { 'V-4933': 'D-250', 'V-6871': 'D-250', 'V-2993': 'D-231' },
      },
    }),
  ],
};
