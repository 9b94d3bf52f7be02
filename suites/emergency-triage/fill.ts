/**
 * The department on an ordinary busy Saturday, from a seed. Whoever waits here is not overdue before 15:20, and no order is open:
 * what there is to do comes with the tasks. Ids are even numbers; the tasks use odd ones.
 */
import type { Database, Random } from 'practicum';
import { type CaseDraft, caseSchema, insertCase } from './case-file.ts';
import { at, atMinute } from './data/day.ts';
import { fillFormulary } from './data/formulary.ts';
import { type Given, people } from './data/people.ts';
import { fillProtocols } from './data/protocols.ts';
import { fillRooms } from './data/rooms.ts';
import { fillStaff } from './data/staff.ts';

type Vitals = NonNullable<CaseDraft['vitals']>[number];

export function fill(db: Database, random: Random): void {
  fillProtocols(db);
  fillRooms(db);
  fillStaff(db);
  fillFormulary(db);
  db.run("INSERT INTO diversion VALUES ('DV-1', 'none', 'N-101', ?)", atMinute(7 * 60));
  const drafts = people(random, 96).map((person, i): CaseDraft => {
    if (i < BEDS.length) return inBed(person, BEDS[i] ?? BED, random);
    if (i < 40) return waiting(person, i % 4 === 0 ? 3 : i % 3 === 0 ? 5 : 4, random);
    return i < 44 ? imaged(person, random) : gone(person, random);
  });
  for (const draft of drafts) insertCase(db, caseSchema.parse(draft));
  fillAudit(db, drafts);
}

interface Bed {
  readonly room: string;
  readonly nurse: string;
  readonly level: number;
  readonly sign: 'none' | 'droplet';
  readonly complaint: string;
}

const bed = (room: string, nurse: string, level: number, complaint: string): Bed => {
  return { room, nurse, level, complaint, sign: 'none' };
};
const BED = bed('RES-2', 'N-110', 1, 'stroke signs');
const BEDS: readonly Bed[] = [
  BED,
  bed('RES-3', 'N-111', 1, 'overdose'),
  bed('ACU-03', 'N-120', 2, 'chest pain'),
  bed('ACU-04', 'N-121', 2, 'seizure'),
  { ...bed('ACU-08', 'N-130', 3, 'flu-like illness'), sign: 'droplet' },
  bed('ACU-11', 'N-130', 3, 'abdominal pain'),
  bed('ACU-12', 'N-131', 3, 'head injury'),
  bed('PED-4', 'N-140', 3, 'head injury'),
  bed('PED-5', 'N-141', 4, 'vomiting'),
  bed('FT-1', 'N-150', 4, 'laceration'),
  bed('FT-2', 'N-150', 5, 'dressing change'),
  bed('FT-3', 'N-151', 4, 'limb injury'),
];

function inBed(person: Given, { room, nurse, level, sign, complaint }: Bed, random: Random): CaseDraft {
  const isChild = room.startsWith('PED');
  const minute = random.int(9 * 60, 12 * 60);
  const area = isChild ? 'paediatric' : 'main';
  return {
    ...(isChild ? person.asChild : person.asAdult),
    seen: { arrived: clock(minute - 40), area, complaint, status: 'roomed', level, assessed: clock(minute + 90) },
    vitals: [unremarkable(minute, random, isChild), unremarkable(minute + 85, random, isChild)],
    beds: [{ room, nurse, since: clock(minute), sign }],
  };
}

const MINOR: Readonly<Record<number, readonly string[]>> = {
  3: ['abdominal pain', 'head injury', 'shortness of breath', 'vaginal bleeding'],
  4: ['back pain', 'fever', 'laceration', 'limb injury', 'urinary complaint', 'vomiting'],
  5: ['prescription', 'sore throat', 'dressing change'],
};

function waiting(person: Given, level: number, random: Random): CaseDraft {
  const isChild = random.chance(0.25);
  // Late enough that even a halved interval of 30 minutes ends after the last task's clock.
  const minute = level === 3 || isChild ? random.int(884, 896) : random.int(860, 890);
  const drawn = random.pick(MINOR[level] ?? ['fever']);
  const isOdd = drawn === 'vaginal bleeding' && (isChild || person.asAdult.who.sex === 'male');
  const complaint = isOdd ? 'abdominal pain' : drawn;
  const area = isChild ? 'paediatric' : 'main';
  return {
    ...(isChild ? person.asChild : person.asAdult),
    seen: { arrived: clock(minute - random.int(10, 120)), area, complaint, level, assessed: clock(minute) },
    note: random.pick(NOTES),
    vitals: [unremarkable(minute - 2, random, isChild)],
  };
}

function imaged(person: Given, random: Random): CaseDraft {
  const seen = { arrived: '13:10', complaint: 'limb injury', status: 'imaging', level: 4, assessed: '13:16' } as const;
  return { ...person.asAdult, seen, vitals: [unremarkable(794, random, false)] };
}

function gone(person: Given, random: Random): CaseDraft {
  const minute = random.int(0, 660);
  const level = random.int(3, 5);
  const complaint = random.pick(MINOR[level] ?? ['fever']).replace('vaginal bleeding', 'head injury');
  const status = random.chance(0.9) ? 'discharged' : 'left';
  const assessed = clock(minute + random.int(4, 50));
  return {
    ...person.asAdult,
    seen: { arrived: clock(minute), complaint, status, level, assessed },
    outlook: { disposition: 'discharge', signed: random.pick(['D-211', 'D-220', 'D-240']) },
    note: random.pick(NOTES),
    vitals: [0, 30, 75].map((later) => unremarkable(minute + later, random, false)),
    labs: random.chance(0.5) ? [{ test: 'eGFR', value: random.int(55, 110), at: clock(minute + 60) }] : [],
    orders: random.chance(0.6) ? [{ drug: 'paracetamol', mg: 1000, at: clock(minute + 20) }] : [],
  };
}

const NOTES = [
  'Walked in with a relative, comfortable at rest.',
  'Referred by the out-of-hours clinic; letter scanned.',
  'Symptoms since yesterday evening, worse on moving.',
  'Came alone, asks for a sick note as well.',
  'Seen here last month for the same; results on file.',
  'Speaks little English, interpreter reached by phone.',
];

function unremarkable(minute: number, random: Random, isChild: boolean): Vitals {
  return {
    taken: clock(minute),
    heart: isChild ? random.int(88, 112) : random.int(62, 96),
    breaths: isChild ? random.int(18, 24) : random.int(13, 19),
    systolic: random.int(108, 138),
    oxygen: random.int(96, 99),
    temperature: random.int(364, 375) / 10,
    pain: random.int(0, 6),
  };
}

function clock(minute: number): string {
  return atMinute(Math.max(0, minute)).slice(11, 16);
}

function fillAudit(db: Database, drafts: readonly CaseDraft[]): void {
  for (const { visit, seen } of drafts) {
    const { arrived, assessed, level } = seen;
    db.run('INSERT INTO audit (at, tool, detail) VALUES (?, ?, ?)', at(arrived), 'register', `registered ${visit}`);
    db.run(
      'INSERT INTO audit (at, tool, detail) VALUES (?, ?, ?)',
      at(assessed),
      'triage',
      `${visit} at level ${level}`,
    );
  }
}
