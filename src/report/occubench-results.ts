/**
 * Reads the results of a run that the original OccuBench harness made: args.json and results.jsonl of a directory without a
 * plan or a log. Its outcomes are taken as they stand. Where a row looks like the harness's own breakage scored against the
 * agent (a judge's call that failed, a transcript without a word) it is named as suspect, and not silently corrected.
 */
import { existsSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { z } from 'zod';
import { UserError } from '../core/errors.ts';
import { parseJson } from '../core/json.ts';
import { DEFAULT_STYLES } from '../core/means.ts';
import { MODES, type Mode, PLAN_VERSION, type Plan, type PlannedTask } from '../core/plan.ts';
import { type Fact, factLedger, type Ledger } from './ledger.ts';
import { type Score, scoresOf } from './scores.ts';
import { shortened } from './shorten.ts';

/** What a reader should know about a run of the original. */
export interface Original {
  readonly suspects: readonly Suspect[];
  /** Lines that could not be read. */
  readonly malformed: number;
  /** Results that stood more than once; the last one counts. */
  readonly duplicates: number;
  /** Sentences for a person. */
  readonly warnings: readonly string[];
}

export interface Suspect {
  readonly task: string;
  readonly agent: string;
  readonly mode: Mode;
  readonly why: 'verification-error' | 'empty-trajectory';
  readonly isPassed: boolean;
}

export interface OriginalRun extends Original {
  readonly plan: Plan;
  readonly scores: readonly Score[];
  readonly ledger: Ledger;
}

/** Whether a directory is a run of the original's: results, and no plan of ours. */
export function isOriginalRun(path: string): boolean {
  return existsSync(join(path, 'results.jsonl')) && !existsSync(join(path, 'plan.json'));
}

export interface OriginalOptions {
  /** Under which suite its tasks are known here, so that runs can be paired. */
  readonly suite?: string;
}

export function readOriginalRun(path: string, options: OriginalOptions = {}): OriginalRun {
  const results = join(path, 'results.jsonl');
  if (!existsSync(results)) throw new UserError(`There is no run in ${path}: it has no results.jsonl.`);
  const args = join(path, 'args.json');
  return originalRun(
    {
      run: basename(resolve(path)),
      source: path,
      args: existsSync(args) ? readFileSync(args, 'utf8') : '',
      results: readFileSync(results, 'utf8'),
    },
    options,
  );
}

export interface OriginalFiles {
  readonly run: string;
  readonly source: string;
  /** The texts of the two files. */
  readonly args: string;
  readonly results: string;
}

const words = (otherwise: string) => z.string().catch(otherwise);
const rowSchema = z.object({
  task_id: z.union([z.number(), z.string()]).transform(String),
  is_correct: z.boolean(),
  task_scenario_name: words('Unknown'),
  category: words('Unknown'),
  domain: words('Unknown'),
  difficulty_level: z
    .union([z.literal(1), z.literal(2), z.literal(3)])
    .nullable()
    .catch(null),
  agent_model: words('unknown'),
  world_model: words('unknown'),
  env_mode: z.enum(MODES).catch('E0'),
  fault_count: z.int().catch(0),
  fault_duration: z.int().catch(0),
  with_plan: z.boolean().catch(false),
  feedback: words(''),
  step_count: z.int().catch(0),
  trajectory: z.string().nullable().catch(null),
});
type Row = z.infer<typeof rowSchema>;

const argsSchema = z.object({
  verifier_model: z.string().nullable().catch(null),
  task_ids: z
    .array(z.union([z.number(), z.string()]).transform(String))
    .nullable()
    .catch(null),
});

export function originalRun(files: OriginalFiles, { suite = 'occubench' }: OriginalOptions = {}): OriginalRun {
  const { rows, malformed, duplicates } = readRows(files.results);
  const args = argsSchema.safeParse(parseJson(files.args)).data ?? null;
  const plan = planOf(files, rows, { suite, args });
  const facts = new Map(rows.map((row) => [keyOf(row.task_id, row.agent_model, row.env_mode), factOf(row)]));
  const ledger = factLedger(plan, ({ task, agent, mode }) => facts.get(keyOf(task.id, agent.name, mode)));
  return {
    plan,
    ledger,
    scores: scoresOf(ledger),
    suspects: rows.flatMap(suspectIn),
    malformed,
    duplicates,
    warnings: [...warningsOf(rows, malformed, duplicates), ...(args === null ? [NO_ARGS] : [])],
  };
}

const NO_ARGS = 'Its args.json is missing or unreadable, so the judge is not known.';

function keyOf(task: string, agent: string, mode: Mode): string {
  return JSON.stringify([task, agent, mode]);
}

interface ReadRows {
  readonly rows: readonly Row[];
  readonly malformed: number;
  readonly duplicates: number;
}

function readRows(text: string): ReadRows {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const parsed = lines.map((line) => rowSchema.safeParse(parseJson(line)).data);
  const read = parsed.filter((row) => row !== undefined);
  // A row that comes again takes its place anew: the order is that of the last ones.
  const last = new Map<string, Row>();
  for (const row of read) last.set(keyOf(row.task_id, row.agent_model, row.env_mode), row);
  const rows = [...last.values()];
  return { rows, malformed: lines.length - read.length, duplicates: read.length - rows.length };
}

interface PlanParts {
  readonly suite: string;
  readonly args: z.infer<typeof argsSchema> | null;
}

function planOf({ run, source }: OriginalFiles, rows: readonly Row[], { suite, args }: PlanParts): Plan {
  const tasks = new Map<string, PlannedTask>();
  for (const row of rows) if (!tasks.has(row.task_id)) tasks.set(row.task_id, taskOf(row, suite));
  // Asked for and never finished: the original leaves no row for these.
  for (const id of args?.task_ids ?? []) if (!tasks.has(id)) tasks.set(id, taskOf({ ...NO_ROW, task_id: id }, suite));
  const faulty = rows.find(({ env_mode }) => env_mode !== 'E0');
  const world = rows[0]?.world_model ?? null;
  return {
    version: PLAN_VERSION,
    run,
    suite,
    source,
    tasks: [...tasks.values()],
    agents: distinct(rows.map(({ agent_model }) => agent_model)).map((name) => ({
      name,
      model: name,
      settings: { kind: 'occubench' },
    })),
    modes: MODES.filter((mode) => rows.some((row) => row.env_mode === mode)),
    faultCount: faulty?.fault_count ?? 0,
    faultDuration: faulty?.fault_duration ?? 0,
    trials: 1,
    seed: '0',
    withPlan: rows[0]?.with_plan ?? false,
    worldModel: world,
    // By default the simulator judges.
    verifierModel: args === null ? null : (args.verifier_model ?? world),
    styles: { ...DEFAULT_STYLES, prompts: 'reference', faults: 'prompted', rubric: 'whole' },
    prompts: {},
    versions: { practicum: 'none: made by OccuBench', events: 0 },
  };
}

const NO_ROW = { task_scenario_name: 'Unknown', category: 'Unknown', domain: 'Unknown', difficulty_level: null };
type TaskRow = Pick<Row, 'task_id' | keyof typeof NO_ROW>;

/** Without a hash: the rows do not say which version of the task was played. */
function taskOf(
  { task_id, task_scenario_name, category, domain, difficulty_level }: TaskRow,
  suite: string,
): PlannedTask {
  return {
    suite,
    id: task_id,
    hash: '',
    title: `${task_scenario_name} ${task_id}`,
    world: 'unknown',
    family: task_scenario_name,
    category,
    domain,
    scenario: task_scenario_name,
    difficulty: difficulty_level,
    length: null,
  };
}

const LONGEST_REASON = 600;

function factOf({ is_correct, feedback, step_count }: Row): Fact {
  return {
    attempt: 1,
    outcome: is_correct ? 'passed' : 'failed',
    score: is_correct ? 1 : 0,
    blame: null,
    reason: is_correct ? '' : shortened(feedback, LONGEST_REASON),
    items: [],
    steps: step_count,
    landed: [],
    plannedKinds: null,
    ballots: null,
  };
}

/** The harness writes these words for a judge's call that failed, and nothing at all where the agent's first call failed. */
function suspectIn({ task_id, agent_model, env_mode, feedback, trajectory, is_correct }: Row): readonly Suspect[] {
  const why = feedback === 'Verification error' ? 'verification-error' : trajectory === '' ? 'empty-trajectory' : null;
  return why === null ? [] : [{ task: task_id, agent: agent_model, mode: env_mode, why, isPassed: is_correct }];
}

function warningsOf(rows: readonly Row[], malformed: number, duplicates: number): readonly string[] {
  const varied = (['agent_model', 'world_model', 'with_plan'] as const).filter(
    (key) => distinct(rows.map((row) => row[key])).length > 1,
  );
  const faults = rows.filter(({ env_mode }) => env_mode !== 'E0');
  const severities = distinct(faults.map((row) => `${row.fault_count} × ${row.fault_duration}`));
  return [
    ...(rows.length === 0 ? ['There is no result in it.'] : []),
    ...(malformed === 0 ? [] : [`Lines that could not be read: ${malformed}.`]),
    ...(duplicates === 0 ? [] : [`Results that stand more than once, of which the last counts: ${duplicates}.`]),
    ...(varied.length === 0 ? [] : [`It mixes results of different ${varied.join(', ')}.`]),
    ...(severities.length < 2 ? [] : [`It mixes faults of different severity: ${severities.join(', ')}.`]),
  ];
}

function distinct<T>(values: readonly T[]): readonly T[] {
  return [...new Set(values)];
}
