/** What the solution programs read: each tool's answer, parsed down to what they need. An answer that does not fit leaves them stuck. */
import { type Hands, type JsonObject, SolutionStuck } from 'practicum';
import { z } from 'zod';

const visitLine = z.object({
  visit_id: z.string(),
  patient_id: z.string(),
  born_on: z.string(),
  complaint: z.string(),
  level: z.int(),
  level_set_by: z.string(),
  last_assessed_at: z.string(),
  arrived_at: z.string(),
});

const visit = z.object({
  visit_id: z.string(),
  patient_id: z.string(),
  complaint: z.string(),
  status: z.string(),
  level: z.int(),
  arrived_at: z.string(),
  last_assessed_at: z.string(),
  disposition: z.string(),
  disposition_by: z.string(),
  physician_hold: z.boolean(),
  room_id: z.string(),
  pod: z.string(),
  nurse_id: z.string(),
});

const patient = z.object({ born_on: z.string(), pregnant_weeks: z.int(), immunosuppressed: z.boolean() });
const history = z.object({ kind: z.string(), code: z.string(), status: z.string() });
const allergy = z.object({ substance: z.string(), reaction: z.string(), status: z.string() });

const vitals = z.object({
  taken_at: z.string(),
  heart_rate: z.number(),
  breaths: z.number(),
  systolic: z.number(),
  oxygen: z.number(),
  temperature: z.number(),
  coma_score: z.number(),
  pain: z.number(),
  weight_kg: z.number(),
  weight_source: z.string(),
  artefact: z.boolean(),
});

const lab = z.object({
  test: z.string(),
  value: z.number(),
  critical: z.boolean(),
  reviewed: z.boolean(),
  resulted_at: z.string(),
});

const room = z.object({
  room_id: z.string(),
  pod: z.string(),
  monitored: z.boolean(),
  negative_pressure: z.boolean(),
  single: z.boolean(),
  bariatric: z.boolean(),
  status: z.string(),
  visit_id: z.string(),
  since: z.string(),
  sign: z.enum(['none', 'contact', 'droplet', 'airborne']),
});

const staff = z.object({
  staff_id: z.string(),
  grade: z.string(),
  pod: z.string(),
  shift_start: z.string(),
  shift_end: z.string(),
  state: z.string(),
  patients: z.int(),
  urgent_patients: z.int(),
});

const drug = z.object({
  drug_id: z.string(),
  indication: z.string(),
  line: z.int(),
  class: z.string(),
  mg_per_kg: z.number(),
  max_dose_mg: z.number(),
  step_mg: z.number(),
  min_age_years: z.number(),
  interval_hours: z.number(),
  late_pregnancy: z.string(),
  poor_kidneys: z.string(),
  prolongs_qt: z.boolean(),
  nurse_initiated: z.boolean(),
  controlled: z.boolean(),
});

const order = z.object({
  order_id: z.string(),
  visit_id: z.string(),
  drug_id: z.string(),
  dose_mg: z.number(),
  status: z.string(),
  ordered_at: z.string(),
});

const protocol = z.object({ complaint: z.string(), base_level: z.int(), isolation: z.string() });
const certification = z.object({ code: z.string(), valid_until: z.string() });
const request = z.object({ kind: z.string(), staff_id: z.string() });
const department = z.object({ now: z.string(), diversion: z.string() });

export type VisitLine = z.output<typeof visitLine>;
export type Visit = z.output<typeof visit>;
export type Patient = z.output<typeof patient>;
export type HistoryEntry = z.output<typeof history>;
export type Allergy = z.output<typeof allergy>;
export type Vitals = z.output<typeof vitals>;
export type Lab = z.output<typeof lab>;
export type Room = z.output<typeof room>;
export type Staff = z.output<typeof staff>;
export type Drug = z.output<typeof drug>;
export type Order = z.output<typeof order>;
export type Protocol = z.output<typeof protocol>;
export type Certification = z.output<typeof certification>;

export type Chart = ReturnType<typeof chartOf>;

export function chartOf(hands: Hands) {
  const read = async <T>(schema: z.ZodType<T>, tool: string, input: JsonObject): Promise<T> =>
    fitting(schema, await hands.look(tool, input), tool);
  const list = async <T>(item: z.ZodType<T>, key: string, [tool, input]: [string, JsonObject]): Promise<T[]> => {
    const answer = await read(z.record(z.string(), z.unknown()), tool, input);
    return fitting(z.array(item), answer[key], tool);
  };
  return {
    department: () => read(department, 'get_department', {}),
    protocols: () => list(protocol, 'protocols', ['list_protocols', {}]),
    waiting: (area: string) => list(visitLine, 'visits', ['list_visits', { status: 'waiting', area }]),
    visit: (visit_id: string) => read(visit, 'get_visit', { visit_id }),
    patient: (patient_id: string) => read(patient, 'get_patient', { patient_id }),
    history: (patient_id: string) => list(history, 'entries', ['list_history', { patient_id }]),
    allergies: (patient_id: string) => list(allergy, 'allergies', ['list_allergies', { patient_id }]),
    vitals: (visit_id: string) => list(vitals, 'vitals', ['list_vitals', { visit_id }]),
    labs: (visit_id: string) => list(lab, 'labs', ['list_labs', { visit_id }]),
    rooms: () => list(room, 'rooms', ['list_rooms', {}]),
    staff: (role: string) => list(staff, 'staff', ['list_staff', { role }]),
    certifications: (staff_id: string) => list(certification, 'certifications', ['list_certifications', { staff_id }]),
    drugs: (indication: string) => list(drug, 'drugs', ['list_drugs', { indication }]),
    ordersOf: (visit_id: string) => list(order, 'orders', ['list_orders', { visit_id }]),
    pendingOrders: () => list(order, 'orders', ['list_orders', { status: 'pending' }]),
    requests: (visit_id: string) => list(request, 'requests', ['list_requests', { visit_id }]),
  };
}

/** The value as the schema wants it; otherwise the program is stuck, and says over what. */
export function fitting<T>(schema: z.ZodType<T>, value: unknown, what: string): T {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new SolutionStuck(`cannot work with ${what}: ${parsed.error.issues[0]?.message ?? ''}`);
  return parsed.data;
}
