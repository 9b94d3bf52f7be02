/** A day under construction: takes what families put there, keeps names apart, and hands it over when all have built. */
import type { Random } from '../../core/random.ts';
import type { FactDraft, Site } from './family.ts';
import type {
  Company,
  Day,
  Fact,
  FileEntry,
  Happening,
  Meeting,
  Minute,
  Person,
  RecordTable,
  SystemReading,
} from './instance.ts';

export interface DayPlan {
  readonly date: string;
  readonly opens: Minute;
  readonly closes: Minute;
  readonly company: Company;
  /** Paths of results that are taken already, by any day of the scenario. */
  readonly outputs: Set<string>;
}

export interface Yard {
  siteFor(assignment: { readonly id: string; readonly random: Random; readonly difficulty: 1 | 2 | 3 }): Site;
  /** People whom an assignment cannot do without. */
  neededBy(assignment: string): ReadonlySet<string>;
  /** Minutes that slow colleagues add to an assignment. */
  waits(assignment: string): Minute;
  built(): Pick<Day, 'files' | 'facts' | 'meetings' | 'records' | 'systems' | 'events'>;
}

/** A reply after ten minutes, seen when one next looks. */
const WAIT_FOR_SLOW = 20;

export function openYard(plan: DayPlan): Yard {
  const files = new Map<string, FileEntry>();
  const facts: Fact[] = [];
  const meetings: Meeting[] = [];
  const records: RecordTable[] = [];
  const systems: SystemReading[] = [];
  const events: Happening[] = [];
  const needed = new Map<string, Set<string>>();
  const add = { files, facts, meetings, records, systems, events, needed };
  return {
    neededBy: (assignment) => needed.get(assignment) ?? new Set(),
    siteFor: (assignment) => siteOf(plan, add, assignment),
    waits: (assignment) => {
      const slow = new Set(plan.company.people.filter(({ profile }) => profile.delay > 0).map(({ id }) => id));
      const own = facts.filter(
        ({ id, owners }) => id.startsWith(`${assignment}/`) && owners.every((one) => slow.has(one)),
      );
      return own.length * WAIT_FOR_SLOW;
    },
    built: () => ({ files: [...files.values()], facts, meetings, records, systems, events }),
  };
}

interface Stores {
  readonly files: Map<string, FileEntry>;
  readonly facts: Fact[];
  readonly meetings: Meeting[];
  readonly records: RecordTable[];
  readonly systems: SystemReading[];
  readonly events: Happening[];
  /** By assignment. */
  readonly needed: Map<string, Set<string>>;
}

function siteOf(plan: DayPlan, add: Stores, { id, random, difficulty }: Parameters<Yard['siteFor']>[0]): Site {
  const { company, date, opens, closes } = plan;
  let facts = 0;
  let meetings = 0;
  const needed = new Set<string>();
  add.needed.set(id, needed);
  return {
    random,
    id,
    date,
    opens,
    closes,
    difficulty,
    people: company.people,
    rooms: company.rooms,
    staff: (where) => company.people.filter((person) => isAmong(person, where)),
    managerOf: (department) => managerIn(company, department),
    addFile: (file) => placed(add.files, file),
    output: (name) => freshName(plan.outputs, name),
    addFact: (draft) => {
      const fact = factOf(`${id}/fact-${++facts}`, draft);
      add.facts.push(fact);
      for (const owner of fact.owners) needed.add(owner);
      return fact.id;
    },
    addMeeting: (draft) => {
      const room = draft.room ?? freeRoom(company.rooms, add.meetings, draft);
      const meeting: Meeting = { ...draft, room, id: `${id}/meeting-${++meetings}` };
      add.meetings.push(meeting);
      return meeting;
    },
    addRecords: (table) => void add.records.push({ ...table, of: id }),
    addReading: (reading) => void add.systems.push(reading),
    addHappening: (happening) => void add.events.push(happening),
    needPeople: (ids) => {
      for (const person of ids) needed.add(person);
    },
  };
}

function isAmong(
  person: Person,
  { department, role }: { readonly department?: string; readonly role?: string },
): boolean {
  if (person.role === 'Trainee') return false;
  return (department === undefined || person.department === department) && (role === undefined || person.role === role);
}

/** The one whom most of the department reports to. */
function managerIn({ people }: Company, department: string): Person {
  const manager = people.find((person) => person.department === department && person.role.endsWith('Manager'));
  const found = manager ?? people.find((person) => person.department === department) ?? people[1];
  if (found === undefined) throw new Error('a company has people');
  return found;
}

/** The same content under the same name is one file; another content gets another folder. */
function placed(files: Map<string, FileEntry>, file: FileEntry): string {
  const [root = 'drive', folder = '', ...rest] = file.path.split('/');
  for (let n = 1; ; n++) {
    const path =
      n === 1 ? file.path : rest.length === 0 ? `${root}/${n}-${folder}` : [root, `${folder}-${n}`, ...rest].join('/');
    const known = files.get(path);
    if (known !== undefined && known.content !== file.content) continue;
    files.set(path, { ...file, path });
    return path;
  }
}

function freshName(taken: Set<string>, name: string): string {
  const [, stem = name, extension = ''] = /^(.*?)(\.[a-z]+)?$/.exec(name) ?? [];
  for (let n = 1; ; n++) {
    const path = n === 1 ? name : `${stem}-${n}${extension}`;
    if (taken.has(path)) continue;
    taken.add(path);
    return path;
  }
}

function factOf(id: string, draft: FactDraft): Fact {
  const { about = [], needs = [], password = null, from = null, until = null, referrers = [], isStale = false } = draft;
  const { audience = null } = draft;
  const { owners, topic, asked, text } = draft;
  return { id, owners, topic, asked, about, text, needs, password, from, until, referrers, audience, isStale };
}

function freeRoom(
  rooms: readonly string[],
  meetings: readonly Meeting[],
  { start, end }: { readonly start: Minute; readonly end: Minute },
): string {
  const free = rooms.find(
    (room) => !meetings.some((meeting) => meeting.room === room && meeting.start < end && meeting.end > start),
  );
  if (free === undefined) throw new Error('no room is free at that time');
  return free;
}
