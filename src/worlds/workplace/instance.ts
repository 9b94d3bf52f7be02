/**
 * A scenario as plain data: some days at one company, with everything that is there to be found and nothing that says what is right.
 * The truth is a record of its own, which only judges get. Made by `generate`, lived through by a session. Times are local to the
 * company: minutes since midnight of the day; nobody asks a real clock.
 */
import type { JsonObject } from '../../core/json.ts';

/** Minutes since midnight. */
export type Minute = number;

export interface Instance {
  readonly version: 1;
  readonly name: string;
  readonly seed: string;
  readonly company: Company;
  readonly days: readonly Day[];
  /** Where a scenario has other costs than the tools' own. */
  readonly costs?: Costs;
}

/** In minutes. */
export interface Costs {
  /** What a call costs that cannot be read, or names no tool; 1 where nothing is said. */
  readonly failedCall?: Minute;
  /** By the tool's name, in place of what the tool itself says. */
  readonly tools?: Readonly<Record<string, Minute>>;
}

export interface Company {
  readonly name: string;
  readonly people: readonly Person[];
  readonly rooms: readonly string[];
}

export interface Person {
  /** `P-017`; people are named by it or by their full name, which is unique too. */
  readonly id: string;
  readonly name: string;
  readonly department: string;
  readonly role: string;
  /** The id of whom they report to; null for the head of the company. */
  readonly manager: string | null;
  readonly profile: Profile;
}

/** How a colleague answers. */
export interface Profile {
  /** Minutes until a reply comes; 0 for at once, with the result of the message itself. */
  readonly delay: Minute;
  /** When nobody answers. Also changed by events. */
  readonly away: readonly { readonly from: Minute; readonly to: Minute; readonly note: string }[];
  readonly manner: 'plain' | 'brief' | 'warm';
}

/** The trainee, who is a person of the company too. */
export const TRAINEE = 'P-000';

export interface Day {
  /** `2026-03-02`. */
  readonly date: string;
  readonly opens: Minute;
  readonly closes: Minute;
  /** The shared drive, and what lies in the workspace in the morning. */
  readonly files: readonly FileEntry[];
  readonly facts: readonly Fact[];
  readonly meetings: readonly Meeting[];
  readonly records: readonly RecordTable[];
  readonly systems: readonly SystemReading[];
  readonly events: readonly Happening[];
  readonly assignments: readonly Assignment[];
}

/** Paths are `drive/…` (read only) or `workspace/…`. */
export interface FileEntry {
  readonly path: string;
  readonly content: string;
  /** Where the file is a picture: what it is drawn from; `content` is then its text alternative. */
  readonly picture?: JsonObject;
}

/** Something a person can tell. What they do not own they may still refer to. */
export interface Fact {
  readonly id: string;
  /** Ids of people who know it. */
  readonly owners: readonly string[];
  /** What it is about, in a few words: `date of the spring outing`. */
  readonly topic: string;
  /** A message asks for it when all words of one of these are in it (in any form): `[['leave', 'dates'], ['available']]`. */
  readonly asked: readonly (readonly string[])[];
  /** Words of which at least one must be in the message too, where the topic alone is not enough: `['Q2', 'OLD123456']`. */
  readonly about: readonly string[];
  readonly text: string;
  /** Facts that must have been disclosed before. */
  readonly needs: readonly string[];
  /** A word that the message must hold, such as an approval code. */
  readonly password: string | null;
  readonly from: Minute | null;
  readonly until: Minute | null;
  /** People who do not know it but know who does. */
  readonly referrers: readonly string[];
  /** Who may hear it besides its owners and the trainee; null for anybody. It is not said before a group with others in it. */
  readonly audience: readonly string[] | null;
  /** Whether the owner believes it and it is no longer so: a confident colleague who is out of date. */
  readonly isStale: boolean;
}

export interface Meeting {
  readonly id: string;
  readonly title: string;
  readonly room: string;
  readonly start: Minute;
  readonly end: Minute;
  readonly organiser: string;
  readonly attendees: readonly string[];
  /** What is said in it: only who attends hears it. */
  readonly minutes: string;
  /** Facts that attending discloses. */
  readonly discloses: readonly string[];
}

/** A table of one of the company's systems. */
export interface RecordTable {
  /** The assignment that it was put there for. */
  readonly of?: string;
  readonly system: 'hr' | 'finance' | 'tickets' | 'inventory' | 'access';
  readonly name: string;
  readonly rows: readonly JsonObject[];
}

/** What the monitoring shows from a given minute on. Later readings take the place of earlier ones. */
export interface SystemReading {
  readonly from: Minute;
  /** Which view: `load-times/last_7_days`, `health`, `services`, `summary/last_24_hours`, `logs/SERVER`. */
  readonly view: string;
  readonly data: JsonObject;
}

/** Something that the trainee may have brought about in time, and that keeps a thing from happening. */
export interface Prevention {
  /** The act's name, and what it must have been about: `update_ticket`, `{ ticket: 'T-17' }`. */
  readonly act: string;
  readonly on: JsonObject;
  /** What stands after all such acts, each value as it was last given: `{ priority: 'high' }`. */
  readonly holds: JsonObject;
  /** The last of them lies between these, both included: sooner it was a guess, later it came too late. */
  readonly since: Minute;
  readonly by: Minute;
}

/** What happens during the day without the trainee, unless one of the given things was done. `urgent` ones interrupt waiting and meetings. */
export type Happening = { readonly at: Minute; readonly isUrgent: boolean; readonly unless?: readonly Prevention[] } & (
  | { readonly kind: 'task-arrives'; readonly assignment: string }
  | {
      readonly kind: 'priority-changes';
      readonly assignment: string;
      readonly priority: Priority;
      readonly text: string;
    }
  | { readonly kind: 'deadline-moves'; readonly assignment: string; readonly due: Minute; readonly text: string }
  | { readonly kind: 'requirement-changes'; readonly assignment: string; readonly from: string; readonly text: string }
  | { readonly kind: 'task-cancelled'; readonly assignment: string; readonly text: string }
  | {
      readonly kind: 'message';
      readonly from: string;
      readonly text: string;
      readonly discloses: readonly string[];
      /** Where it replies to a message of the trainee: that one's id, and the group it was written to, if any. */
      readonly answers?: string;
      readonly group?: string;
    }
  | { readonly kind: 'meeting-reminder'; readonly meeting: string }
  | { readonly kind: 'meeting-starts'; readonly meeting: string }
  | { readonly kind: 'alarm'; readonly source: string; readonly text: string }
  | { readonly kind: 'away'; readonly person: string; readonly until: Minute; readonly note: string }
  | { readonly kind: 'back'; readonly person: string }
  | { readonly kind: 'file-updated'; readonly file: FileEntry; readonly text: string }
);

export type Priority = 'low' | 'normal' | 'high' | 'urgent';

export interface Assignment {
  /** Unique in the scenario: `d1-attendance-1`. */
  readonly id: string;
  readonly family: string;
  readonly title: string;
  /** All that the trainee is told. */
  readonly brief: string;
  /** Who gives it. */
  readonly from: string;
  readonly priority: Priority;
  readonly arrives: Minute;
  readonly due: Minute;
  readonly late: LatePolicy;
  /** Paths in the workspace at which results are expected. */
  readonly outputs: readonly string[];
}

/** `refused`: what stands at the deadline counts. `accepted`: what stands at day's end counts, for the given share of the points. */
export type LatePolicy = { readonly kind: 'refused' } | { readonly kind: 'accepted'; readonly percent: number };
