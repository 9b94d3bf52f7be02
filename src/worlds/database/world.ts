/**
 * Database worlds: tools in TypeScript over a private SQLite database per episode, which is built once per world and cloned for
 * each. A tool call is a transaction. The world does not know faults, agents or judges.
 */
import { text } from '../../core/block.ts';
import { EpisodeError } from '../../core/errors.ts';
import type { Json, JsonObject } from '../../core/json.ts';
import { type Random, stream } from '../../core/random.ts';
import type { Snapshot, State } from '../../core/state.ts';
import type { ToolCall } from '../../core/tool.ts';
import { ToolError } from '../../core/tool-error.ts';
import { type Observation, OVER, type Session, type World } from '../../core/world.ts';
import { cloneDatabase, createDatabase, type Database, type OpenDatabase, type Table } from '../../engines/sqlite.ts';
import { type InputReader, inputReader } from '../../wire/tool-input.ts';
import { sameEndState, type Volatile } from './equivalence.ts';
import type { DatabaseTool } from './tool.ts';

export interface DatabaseWorldDefinition {
  readonly name: string;
  readonly title: string;
  /** The rules of the place, in prose: what a professional there would know. */
  readonly rules: string;
  /** SQL. Every table needs a PRIMARY KEY. */
  readonly schema: string;
  /** Fills the fresh database, the same for all tasks. */
  readonly fill: (db: Database, random: Random) => void;
  /** What one task adds or alters, from its `setup`, before the agent arrives. */
  readonly prepare?: (db: Database, setup: JsonObject) => void;
  readonly tools: readonly DatabaseTool[];
  /** Columns that hold clock, log or generated ids: they make no difference between two end states. */
  readonly volatile?: Volatile;
}

export function databaseWorld(definition: DatabaseWorldDefinition): World {
  const { name, title, rules, tools, volatile } = definition;
  const faces = tools.map((tool) => tool.face);
  const read = inputReader(faces);
  const byName = new Map(tools.map((tool) => [tool.face.name, tool]));
  if (byName.size !== tools.length) throw new Error(`the world "${name}" has two tools of one name`);
  let golden: Golden | undefined;

  return {
    name,
    about: { title, kind: 'database', rules, tools: faces, facts: { tools: faces.length } },
    async open(task) {
      golden ??= buildGolden(definition);
      const origin = golden;
      const opened = (): OpenDatabase => {
        const db = cloneDatabase(origin.bytes, origin.tables);
        definition.prepare?.(db, task.setup);
        return db;
      };
      return openSession({ opened, byName, faces, read, now: task.clock, world: name });
    },
    equivalent: (a, b) => sameEndState(a.changes, b.changes, volatile ?? {}),
  };
}

interface Golden {
  readonly bytes: Uint8Array;
  readonly tables: readonly Table[];
}

function buildGolden({ name, schema, fill }: DatabaseWorldDefinition): Golden {
  const db = createDatabase(schema);
  db.transaction(() => fill(db, stream(name, 'fill')));
  const golden = { bytes: db.bytes(), tables: db.tables };
  db.close();
  return golden;
}

interface Place {
  readonly opened: () => OpenDatabase;
  readonly byName: ReadonlyMap<string, DatabaseTool>;
  readonly faces: Session['tools'];
  readonly read: InputReader;
  readonly now: string;
  readonly world: string;
}

function openSession({ opened, byName, faces, read, now, world }: Place): Session {
  const db = opened();
  const changes = db.watch();
  let generated = 1000;
  const desk = { db, now, newId: (prefix: string) => `${prefix}-X${++generated}` };

  const answer = ({ name, input }: ToolCall): Observation => {
    const reading = read(name, input);
    const tool = byName.get(name);
    if (!reading.ok || tool === undefined)
      return refusal('invalid', reading.ok ? `there is no tool "${name}"` : reading.message);
    try {
      return observation(
        db.transaction(() => tool.run(reading.input, desk)),
        false,
      );
    } catch (error) {
      if (error instanceof ToolError) return refusal(error.code, error.message);
      const message = `the tool ${name} of the world ${world} broke: ${error instanceof Error ? error.message : String(error)}`;
      throw new EpisodeError('world', 'tool-crashed', message, { cause: error });
    }
  };

  return {
    tools: faces,
    call: async (call) => answer(call),
    say: async () => OVER,
    snapshot: async () => snapshotOf({ opened, changes: changes(), bytes: db.bytes(), tables: db.tables }),
    close: async () => db.close(),
  };
}

interface SnapshotParts {
  readonly opened: () => OpenDatabase;
  readonly changes: Snapshot['changes'];
  /** The database as it is now: what a judge reads later must not have moved on. */
  readonly bytes: Uint8Array;
  readonly tables: readonly Table[];
}

/** Whole states are read only when a judge asks for them: most judges live on the changes. */
function snapshotOf({ opened, changes, bytes, tables }: SnapshotParts): Snapshot {
  let initial: State | undefined;
  let current: State | undefined;
  return {
    changes,
    get initial() {
      initial ??= stateOf(opened());
      return initial;
    },
    get current() {
      current ??= stateOf(cloneDatabase(bytes, tables));
      return current;
    },
  };
}

function stateOf(db: OpenDatabase): State {
  const state = db.dump();
  db.close();
  return state;
}

function observation(value: Json, isError: boolean): Observation {
  return { blocks: [text(JSON.stringify(value))], isError, notices: [] };
}

function refusal(code: string, message: string): Observation {
  return observation({ error: code, message }, true);
}
