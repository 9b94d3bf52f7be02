/**
 * A suite of generated worlds from its folder: `suite.json`, `worlds/NAME/`, `tasks.jsonl` and `verifiers/`. Only records are
 * read at once; code and SQL are read as text when a task is played, and never executed here. Knows neither how such worlds are
 * played nor how they are judged.
 */
import { basename, join, resolve } from 'node:path';
import { z } from 'zod';
import { UserError } from '../core/errors.ts';
import type { Solution } from '../core/solution.ts';
import type { Task } from '../core/task.ts';
import type { Tool } from '../core/tool.ts';
import { sha256 } from '../wire/hash.ts';
import {
  headSchema,
  readRecord,
  readText,
  type TaskRecord,
  taskSchema,
  type WorldRecord,
  worldSchema,
} from './generated-files.ts';
import { recordedSolution } from './recorded-path.ts';

export interface GeneratedSuite {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly tasks: readonly Task[];
  /** All that the world of a task is made of. */
  world(task: Task): GeneratedWorld;
  /** The source of the task's verifier. */
  verifier(task: Task): string;
  solution(task: Task): Solution | null;
}

export interface GeneratedWorld {
  readonly name: string;
  readonly title: string;
  readonly rules: string;
  readonly tools: readonly Tool[];
  readonly volatile?: { readonly [table: string]: '*' | readonly string[] };
  /** `schema.sql`. */
  readonly schema: string;
  /** `tools.js`. */
  readonly source: string;
}

/** Whether the content of a `suite.json` is that of a suite of generated worlds. */
export function isGeneratedSuite(content: unknown): boolean {
  return z.object({ kind: z.literal('generated') }).safeParse(content).success;
}

export function readGeneratedSuite(folder: string): GeneratedSuite {
  const root = resolve(folder);
  const headFile = join(root, 'suite.json');
  const { kind: _kind, ...head } = readRecord(headSchema, readText(headFile), headFile);
  const shelf = shelfOf(root);
  const records = new Map<string, TaskRecord>();
  const tasks: Task[] = [];
  for (const { text, where } of linesOf(join(root, 'tasks.jsonl'))) {
    const record = readRecord(taskSchema, text, where);
    if (records.has(record.id))
      throw new UserError(`${where}: there is another task with the id "${record.id}" above.`);
    records.set(record.id, record);
    tasks.push(taskOf(record, { suite: basename(root), ...head, shelf }));
  }
  if (tasks.length === 0) throw new UserError(`${join(root, 'tasks.jsonl')} holds no task.`);
  const recordOf = ({ id }: Task): TaskRecord => {
    const record = records.get(id);
    if (record === undefined) throw new Error(`the suite "${basename(root)}" has no task "${id}"`);
    return record;
  };
  return {
    name: basename(root),
    title: head.title,
    description: head.description,
    tasks,
    world: (task) => shelf.world(recordOf(task).world),
    verifier: (task) => shelf.verifier(recordOf(task).verifier),
    solution: (task) => {
      const { path, world } = recordOf(task);
      if (path === undefined) return null;
      const { tools } = shelf.record(world);
      return recordedSolution(path, {
        effectOf: (name) => tools.find((tool) => tool.name === name)?.effect ?? 'unknown',
      });
    },
  };
}

function linesOf(file: string): readonly { readonly text: string; readonly where: string }[] {
  return readText(file)
    .split('\n')
    .map((text, i) => ({ text, where: `${file}, line ${i + 1}` }))
    .filter(({ text }) => text.trim() !== '');
}

interface Shelf {
  record(world: string): WorldRecord;
  world(name: string): GeneratedWorld;
  verifier(name: string): string;
}

/** Each file is read once, however many tasks share it. */
function shelfOf(root: string): Shelf {
  const texts = new Map<string, string>();
  const textOf = (file: string): string => {
    const text = texts.get(file) ?? readText(file);
    texts.set(file, text);
    return text;
  };
  const worlds = new Map<string, WorldRecord>();
  const record = (name: string): WorldRecord => {
    const file = join(root, 'worlds', name, 'world.json');
    const known = worlds.get(name) ?? readRecord(worldSchema, textOf(file), file);
    worlds.set(name, known);
    return known;
  };
  return {
    record,
    verifier: (name) => textOf(join(root, 'verifiers', `${name}.js`)),
    world: (name) => {
      const { title, rules, tools, volatile } = record(name);
      return {
        name,
        title,
        rules,
        // A parameter that does not exist is the agent's slip, and it is told so.
        tools: tools.map((tool) => ({ ...tool, input: { additionalProperties: false, ...tool.input } })),
        ...(volatile === undefined ? {} : { volatile }),
        schema: textOf(join(root, 'worlds', name, 'schema.sql')),
        source: textOf(join(root, 'worlds', name, 'tools.js')),
      };
    },
  };
}

interface Surroundings {
  readonly suite: string;
  readonly category: string;
  readonly domain: string;
  readonly shelf: Shelf;
}

/** Its set-up and its truth name the code by hash: a run goes on only with the world and the verifier that it began with. */
function taskOf(record: TaskRecord, { suite, category, domain, shelf }: Surroundings): Task {
  const { id, title, world, family, difficulty, brief, clock, asked, verifier } = record;
  const { scenario } = shelf.record(world);
  return {
    id,
    suite,
    world,
    family: family ?? world,
    title,
    category,
    domain,
    scenario,
    difficulty,
    brief,
    asked,
    clock,
    plan: null,
    get setup() {
      const { tools, schema, source } = shelf.world(world);
      return { world: sha256(JSON.stringify([tools, schema, source])) };
    },
    get truth() {
      return { verifier, code: sha256(shelf.verifier(verifier)) };
    },
  };
}
