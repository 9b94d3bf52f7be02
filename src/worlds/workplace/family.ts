/**
 * What a family of assignments is: a folder in `families/` whose `family.ts` exports one as `family`. From a seed and parameters it
 * builds an assignment into a day; a program solves it with tools alone; a pure function judges it. Nothing is registered by hand.
 */
import type { z } from 'zod';
import type { JsonObject } from '../../core/json.ts';
import type { Random } from '../../core/random.ts';
import type {
  Fact,
  FileEntry,
  Happening,
  LatePolicy,
  Meeting,
  Minute,
  Person,
  Priority,
  RecordTable,
  SystemReading,
} from './instance.ts';
import type { DayView } from './view.ts';
import type { Worker } from './worker.ts';

export interface Family<P extends JsonObject = JsonObject> {
  /** The folder's name: `attendance-statistics`. */
  readonly name: string;
  readonly title: string;
  /** The name that the original's configs use, and others that are accepted. */
  readonly aliases: readonly string[];
  readonly params: z.ZodType<P>;
  /** Draws parameters. `difficulty` is 1 to 3; the family maps it to its own levels. */
  sample(random: Random, difficulty: 1 | 2 | 3): P;
  /** Builds one assignment into a day. All chance comes from `random`, which is this assignment's own. */
  build(site: Site, params: P): Draft;
  /** Does the work with tools only. `asked` is what the brief says, as data. */
  solve(asked: JsonObject, worker: Worker): Promise<void>;
  /** Pure and total. Whatever it is given, it gives points and throws nothing. */
  judge(truth: JsonObject, view: DayView): readonly Point[];
  /** What somebody would try who does not do the work. None may succeed. */
  readonly exploits: readonly Exploit[];
}

/** One thing that is checked. Points are whole numbers; `trap` ones are lost, never earned. */
export interface Point {
  readonly name: string;
  readonly points: number;
  readonly passed: boolean;
  /** `gate`: without it nothing else counts. `trap`: costs its points where it was walked into. */
  readonly kind: 'earn' | 'gate' | 'trap';
  /** For a person, and for feedback at day's end: what was missing, without giving the answer away. */
  readonly hint: string;
  /** For the record: what was expected and what was found. */
  readonly detail: string;
  /** Clues without which this cannot be known. */
  readonly clues: readonly string[];
}

/** The day under construction, as a family sees it. Names and ids are made unique by the site. */
export interface Site {
  readonly random: Random;
  /** Of the assignment: prefix of its facts, clues and folders. */
  readonly id: string;
  readonly date: string;
  readonly opens: Minute;
  readonly closes: Minute;
  readonly people: readonly Person[];
  readonly rooms: readonly string[];
  readonly difficulty: 1 | 2 | 3;
  /** People of a department or role, in a fixed order. */
  staff(where: { readonly department?: string; readonly role?: string }): readonly Person[];
  managerOf(department: string): Person;
  /** Puts a file in place and gives the path under which it then stands: two assignments may want the same name. */
  addFile(file: FileEntry): string;
  /** A path in the workspace for a result, such as `report.json`; no other assignment of the scenario has the same. */
  output(name: string): string;
  /** The fact's id. */
  addFact(fact: FactDraft): string;
  addMeeting(meeting: Omit<Meeting, 'id' | 'room'> & { readonly room?: string }): Meeting;
  addRecords(table: RecordTable): void;
  addReading(reading: SystemReading): void;
  addHappening(happening: Happening): void;
  /** Asks that these people be in their place all day, since the assignment cannot be done without them. */
  needPeople(ids: readonly string[]): void;
}

export type FactDraft = Pick<Fact, 'owners' | 'topic' | 'asked' | 'text'> &
  Partial<Pick<Fact, 'about' | 'needs' | 'password' | 'from' | 'until' | 'referrers' | 'audience' | 'isStale'>>;

export interface Draft {
  readonly title: string;
  readonly brief: string;
  readonly from: string;
  readonly asked: JsonObject;
  readonly truth: JsonObject;
  readonly outputs: readonly string[];
  readonly clues: readonly Clue[];
  /** What a competent person needs, in minutes; the composer makes deadlines from it. */
  readonly minutes: Minute;
  /** Where the family sets its own: a meeting binds both ends. */
  readonly arrives?: Minute;
  readonly due?: Minute;
  readonly late?: LatePolicy;
  readonly priority?: Priority;
  /** Titles of the meetings that it asks to be called. */
  readonly bookings?: readonly string[];
  /** Stretches in which the trainee must be in one place. */
  readonly appointments?: readonly { readonly start: Minute; readonly end: Minute }[];
}

/** Where something stands that must be known. The leak scanner looks for `secrets` everywhere else. */
export interface Clue {
  readonly id: string;
  readonly kind: 'file' | 'person' | 'system' | 'meeting' | 'picture';
  /** A path, a fact's id, a view of the monitoring or a table, a meeting's id. */
  readonly at: string;
  /** For the hint ladder: what it is about. */
  readonly topic: string;
  /** Clues that lead to it. */
  readonly after: readonly string[];
  /** Texts that may stand nowhere else: a private id, a code. */
  readonly secrets: readonly string[];
}

/** An agent that does not do the work, by name; built-in ones are tried on every family. */
export interface Exploit {
  readonly name: string;
  run(asked: JsonObject, worker: Worker): Promise<void>;
}
