/**
 * What it takes to rehearse a trade without a model: its world as a small program by the written rules of its environment, two
 * ways to do the work, and what a judge looks for. Knows no model and no prompt, and nothing of any one trade.
 */
import { z } from 'zod';

const cell = z.json();
type Cell = z.infer<typeof cell>;
export type Row = Record<string, Cell>;

/** Every state of this suite is tables of rows by id. */
const stateSchema = z.record(z.string(), z.record(z.string(), z.record(z.string(), cell)));
export type State = z.infer<typeof stateSchema>;

export interface Place {
  /** By id, in the order of the state. */
  all(table: string): readonly (readonly [string, Row])[];
  /** Refuses with not_found where there is no such row. */
  row(table: string, id: Cell | undefined): Row;
  find(table: string, id: Cell | undefined): Row | undefined;
  put(table: string, id: Cell | undefined, row: Row): void;
}

export type Handler = (input: Row, place: Place) => Row;
export type Step = readonly [tool: string, input: Row];

export interface Performance {
  readonly steps: readonly Step[];
  /** The closing message. */
  readonly says: string;
}

/** A call in a transcript. `took` is whether it had its effect, whatever its caller got to see. */
export interface Deed {
  readonly at: number;
  readonly tool: string;
  readonly input: Row;
  readonly answer: Row;
  readonly took: boolean;
  /** As the transcript has it, to be quoted. */
  readonly written: string;
}

export interface Seen {
  readonly deeds: readonly Deed[];
  /** The closing message. */
  readonly said: string;
}

/** The deed that decides, or true, where a criterion is met. */
export type Finding = Deed | boolean | undefined;

export interface Rehearsal {
  readonly environment: string;
  readonly tools: Readonly<Record<string, Handler>>;
  readonly good: Performance;
  readonly careless: Performance;
  /** The criteria that careless work misses because it fell into the trap. */
  readonly trap: readonly string[];
  /** By the names of the task's criteria. */
  readonly criteria: Readonly<Record<string, (seen: Seen) => Finding>>;
}

class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

export function refuse(message: string, code: 'refused' | 'not_found' | 'invalid' = 'refused'): never {
  throw new Refusal(code, message);
}

export interface Stage {
  readonly state: () => State;
  call(tool: string, input: Row): Row;
}

/** The world of a rehearsal, set up from the initial state of its environment. A refused call leaves no trace. */
export function stageOf({ tools }: Pick<Rehearsal, 'tools'>, initial: unknown): Stage {
  let state = stateSchema.parse(structuredClone(initial));
  return {
    state: () => structuredClone(state),
    call: (tool, input) => {
      const handler = tools[tool];
      if (handler === undefined) throw new Error(`the rehearsal does not know the tool ${tool}`);
      const next = structuredClone(state);
      try {
        const answer = structuredClone(handler(input, placeOf(next)));
        state = next;
        return answer;
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        return { error: error.code, message: error.message };
      }
    },
  };
}

function placeOf(state: State): Place {
  const tableOf = (name: string): Record<string, Row> => {
    const table = state[name];
    if (table === undefined) throw new Error(`the state has no table ${name}`);
    return table;
  };
  const find = (table: string, id: Cell | undefined): Row | undefined =>
    typeof id === 'string' ? tableOf(table)[id] : undefined;
  return {
    all: (table) => Object.entries(tableOf(table)),
    find,
    row: (table, id) => find(table, id) ?? refuse(`There is no ${String(id)}.`, 'not_found'),
    put: (table, id, row) => {
      tableOf(table)[String(id)] = row;
    },
  };
}

/** Rows as a tool lists them: the id under a name, then the fields asked for. */
export function listed(rows: readonly (readonly [string, Row])[], idName: string, fields: readonly string[]): Row[] {
  return rows.map(([id, row]) => ({ [idName]: id, ...picked(row, fields) }));
}

export function picked(row: Row, fields: readonly string[]): Row {
  return Object.fromEntries(fields.map((field) => [field, row[field] ?? null]));
}

export function listOf(value: Cell | undefined): readonly Cell[] {
  return Array.isArray(value) ? value : [];
}

type Match = Readonly<Record<string, Cell>>;

/** The calls of a tool that took effect, with such input. */
export function did({ deeds }: Seen, tool: string, match: Match = {}): readonly Deed[] {
  const fits = ({ input }: Deed): boolean => Object.entries(match).every(([key, value]) => input[key] === value);
  return deeds.filter((deed) => deed.took && deed.tool === tool && fits(deed));
}

/** The first of these that came before the other, which must have come. */
export function earlier(candidates: readonly Deed[], than: Deed | undefined): Deed | undefined {
  return than === undefined ? undefined : candidates.find(({ at }) => at < than.at);
}
