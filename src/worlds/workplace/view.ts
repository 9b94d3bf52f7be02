/** What a judge of an assignment may look at: how things stood when it was due, and what was noted on the way. Plain data. */
import type { Json } from '../../core/json.ts';
import type { Minute } from './instance.ts';

export interface DayView {
  /** Files of the workspace as they stood at the deadline, or at day's end where late work counts, by path without `workspace/`. */
  readonly files: ReadonlyMap<string, string>;
  /** Whether the files were taken after the deadline. */
  readonly isLate: boolean;
  /** When they were taken. What follows is of the whole day: an act after this minute came too late, but a breach is one at any time. */
  readonly takenAt?: Minute;
  /** Meetings in the calendar at the end of the day, also those the trainee booked. */
  readonly meetings: readonly ViewedMeeting[];
  readonly disclosures: readonly { readonly fact: string; readonly person: string; readonly at: Minute }[];
  readonly messages: readonly ViewedMessage[];
  readonly filesRead: readonly { readonly path: string; readonly at: Minute }[];
  readonly systemsRead: readonly { readonly view: string; readonly at: Minute }[];
  readonly attended: readonly { readonly meeting: string; readonly arrived: Minute }[];
  /** Acts in the company's systems: approvals, orders, access changes. */
  readonly acts: readonly { readonly name: string; readonly data: Json; readonly at: Minute }[];
}

/** Of somebody who never came. */
export const NOTHING_DONE: DayView = {
  files: new Map(),
  isLate: false,
  meetings: [],
  disclosures: [],
  messages: [],
  filesRead: [],
  systemsRead: [],
  attended: [],
  acts: [],
};

export interface ViewedMeeting {
  readonly id: string;
  readonly title: string;
  readonly room: string;
  readonly start: Minute;
  readonly end: Minute;
  readonly organiser: string;
  readonly attendees: readonly string[];
}

export interface ViewedMessage {
  readonly from: string;
  readonly to: readonly string[];
  readonly text: string;
  readonly at: Minute;
}
