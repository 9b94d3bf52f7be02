/**
 * A data set of our own in AWM's format, with its quirks: three invented applications, whose readable sources stand in `awm/`, put
 * together as a release is. Rows stand in another order in each file, verifiers name scenarios in their normalised form, there are
 * blank lines and second rows, and one verifier is missing.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const SOURCES = fileURLToPath(new URL('./awm', import.meta.url));

interface Scenario {
  readonly folder: string;
  readonly title: string;
  readonly name: string;
  readonly description: string;
}

const SEED_LIBRARY: Scenario = {
  folder: 'seed-library',
  title: 'Seed Library (Lending)',
  name: 'seed_library_lending',
  description:
    'A library that lends garden seeds: varieties, packets, loans, waiting lists, growing notes and germination tests.',
};
const FERRY_DESK: Scenario = {
  folder: 'ferry-desk',
  title: 'Ferry Desk 2',
  name: 'ferry_desk_2',
  description: 'A desk that sells crossings between a few harbours: routes, crossings, bookings and wishes.',
};
const KNOT_BOARD: Scenario = {
  folder: 'knot-board',
  title: 'Knot-Board 1',
  name: 'knot_board_1',
  description: 'A board with knots that are to be tied.',
};
const ALL = [SEED_LIBRARY, FERRY_DESK, KNOT_BOARD];

/**
 * What a check of each task should come to, where it differs by mode. `unscored`: there is no verifier. `needs-newer-python`: on an
 * interpreter before 3.12; `certified` from there on.
 */
export type AwmLabel =
  | 'certified'
  | 'presolved'
  | 'verifier-dead'
  | 'unsolvable'
  | 'weak'
  | 'env-bug'
  | 'flaky'
  | 'needs-model'
  | 'unscored'
  | 'needs-newer-python';

export interface ExpectedTask {
  readonly id: string;
  readonly repaired: AwmLabel;
  readonly faithful: AwmLabel;
  readonly why: string;
}

const task = (
  id: string,
  label: AwmLabel | readonly [repaired: AwmLabel, faithful: AwmLabel],
  why: string,
): ExpectedTask => ({
  id,
  repaired: typeof label === 'string' ? label : label[0],
  faithful: typeof label === 'string' ? label : label[1],
  why,
});

export const AWM_TASKS: readonly ExpectedTask[] = [
  task('seed_library_lending.0', 'certified', 'a loan that the verifier looks at closely'),
  task('seed_library_lending.1', 'certified', 'a return that the verifier looks at closely'),
  task('seed_library_lending.2', 'presolved', 'the seeds hold the reservation; making it again hits UNIQUE'),
  task('seed_library_lending.3', 'certified', 'a note, by the first of two tools on one path'),
  task(
    'seed_library_lending.4',
    ['certified', 'flaky'],
    'a note by the second tool, which the original sends to the first, by its own clock',
  ),
  task(
    'seed_library_lending.5',
    ['certified', 'unsolvable'],
    'a time of 19 characters against one of 26; passes where times are compared in one form',
  ),
  task('seed_library_lending.6', 'certified', 'a question, answered in words'),
  task(
    'seed_library_lending.7',
    ['env-bug', 'unsolvable'],
    'the tool raises after it has committed: told as a failure, and rolled back in repaired mode',
  ),
  task('seed_library_lending.8', 'verifier-dead', 'never says "complete"'),
  task('seed_library_lending.9', 'unscored', 'its verifier is null'),
  task('ferry_desk_2.0', 'needs-model', 'only evidence for a judge'),
  task('ferry_desk_2.1', 'certified', 'a cancellation, with verifiers of both modes'),
  task('ferry_desk_2.2', 'weak', 'the verifier asks for existence only'),
  task('ferry_desk_2.3', 'verifier-dead', 'swallows the error of a table that is not there'),
  task('ferry_desk_2.4', 'verifier-dead', 'raises'),
  task('ferry_desk_2.5', 'env-bug', 'the tool refuses whatever is sent'),
  task('ferry_desk_2.6', 'unsolvable', 'environment and verifier reckon differently'),
  task('ferry_desk_2.7', 'needs-model', 'there is no recorded path'),
  task('ferry_desk_2.8', 'certified', 'a question, answered in words'),
  task('knot_board_1.0', 'needs-newer-python', 'the environment is written for Python 3.12'),
];

export interface ReleaseOptions {
  /** Compressed, as some mirrors have it. */
  readonly isCompressed?: boolean;
}

/** Writes the files into the folder, which is made where it is not there. */
export function writeAwmRelease(folder: string, { isCompressed = false }: ReleaseOptions = {}): void {
  mkdirSync(folder, { recursive: true });
  const put = (name: string, rows: readonly object[]): void => {
    // Blank lines, as readers must bear them.
    const text = `\n${rows.map((row) => `${JSON.stringify(row)}\n`).join('\n')}`;
    if (isCompressed) writeFileSync(join(folder, `${name}.jsonl.gz`), gzipSync(text));
    else writeFileSync(join(folder, `${name}.jsonl`), text);
  };
  const turned = (by: number): readonly Scenario[] => [...ALL.slice(by), ...ALL.slice(0, by)];
  put(
    'gen_scenario',
    ALL.map(({ title, description }) => ({ name: title, description })),
  );
  put(
    'gen_tasks',
    turned(1).map((one) => ({ scenario: one.title, tasks: tasksOf(one) })),
  );
  put(
    'gen_db',
    turned(2).map((one) => ({
      scenario: one.title,
      db_path: `./outputs/databases/${one.name}.db`,
      db_schema: { tables: schemaOf(one) },
    })),
  );
  put(
    'gen_sample',
    turned(1).map((one) => sampleOf(one)),
  );
  put(
    'gen_envs',
    [...ALL].reverse().map((one) => ({ scenario: one.title, db_path: '', full_code: text(one, 'env.py') })),
  );
  put(
    'gen_verifier.pure_code',
    turned(2).flatMap((one) => verifiersOf(one, 'code')),
  );
  put('gen_verifier', [...turned(1).flatMap((one) => verifiersOf(one, 'sql')), ...SECOND_ROWS]);
  const paths = ALL.flatMap((one) =>
    text(one, 'paths.jsonl')
      .trim()
      .split('\n')
      .map((line) => ({ scenario: one.name, ...(JSON.parse(line) as object) })),
  );
  writeFileSync(join(folder, 'paths.jsonl'), paths.map((path) => `${JSON.stringify(path)}\n`).join(''));
}

/** Quirk: a task has a second verifier further down, which says the opposite; the first holds. */
const SECOND_ROWS = [
  {
    scenario: FERRY_DESK.name,
    task_idx: 0,
    task: 'Book crossing 3 for 2 passengers without a vehicle.',
    verification: {
      code: 'def verify_task(initial_db_path, final_db_path):\n    return {"second": True}\n',
      raw_response: '',
    },
  },
];

const text = ({ folder }: Scenario, file: string): string => readFileSync(join(SOURCES, folder, file), 'utf8');
const tasksOf = (scenario: Scenario): readonly string[] => text(scenario, 'tasks.txt').trim().split('\n');

interface Part {
  readonly table: string;
  readonly statements: readonly string[];
}

/** `-- table: name` begins a part; statements stand apart by a blank line, comments at their head are ours alone. */
function partsOf(sql: string): readonly Part[] {
  return sql
    .split(/^-- table: /m)
    .slice(1)
    .map((part) => {
      const [table = '', ...rest] = part.split('\n');
      const blocks = rest.join('\n').split(/\n\s*\n/);
      return {
        table,
        statements: blocks.map((block) => block.replace(/^--.*\n/gm, '').trim()).filter((one) => one !== ''),
      };
    });
}

function schemaOf(scenario: Scenario): readonly object[] {
  return partsOf(text(scenario, 'schema.sql')).map(({ table, statements: [ddl = '', ...indexes] }) => ({
    name: table,
    ddl,
    indexes,
  }));
}

function sampleOf(scenario: Scenario): object {
  const own = partsOf(text(scenario, 'seeds.sql'));
  const parts =
    scenario === SEED_LIBRARY
      ? own.flatMap((part) => (part.table === 'varieties' ? [part, ...madeParts()] : [part]))
      : own;
  return {
    scenario: scenario.title,
    tables_count: parts.length,
    inserts_count: parts.reduce((sum, { statements }) => sum + statements.length, 0),
    sample_data: {
      tables: parts.map(({ table, statements }) => ({
        table_name: table,
        reasoning: `Rows of ${table}.`,
        insert_statements: statements,
      })),
    },
  };
}

const PACKETS = 40;
const ON_LOAN = [5, 8, 11, 14];
const TESTS_EACH = 80;

/** Packets, and enough germination tests to make the database as large as those of the release: about 300 KB. */
function madeParts(): readonly Part[] {
  const numbers = Array.from({ length: PACKETS }, (_, i) => i + 1);
  const packets = numbers.map(
    (n) =>
      `(${n}, ${((n - 1) % 8) + 1}, ${n / 4}, '${ON_LOAN.includes(n) ? 'on_loan' : 'in_store'}', 'plot ${n % 7}', datetime('now', '-${n} days'))`,
  );
  const tests = numbers.map((n) => {
    const rows = Array.from({ length: TESTS_EACH }, (_, i) => {
      const sprouted = (n * 7 + i * 3) % 21;
      return `(${n}, date('now', '-${i * 4 + (n % 4)} days'), 20, ${sprouted}, 'tray ${n}-${i}, moist paper, ${18 + (i % 6)} degrees, counted on day ten')`;
    });
    return `INSERT INTO germination_tests (packet_id, tested_on, sown, sprouted, remark) VALUES ${rows.join(', ')}`;
  });
  return [
    {
      table: 'packets',
      statements: [
        `INSERT INTO packets (id, variety_id, grams, status, donated_by, stored_at) VALUES ${packets.join(', ')}`,
      ],
    },
    { table: 'germination_tests', statements: tests },
  ];
}

function verifiersOf(scenario: Scenario, mode: 'code' | 'sql'): readonly object[] {
  const files = new Set(readdirSync(join(SOURCES, scenario.folder, 'verifiers')));
  return tasksOf(scenario).flatMap((sentence, index) => {
    const file = `${index}.${mode}.py`;
    const row = (code: string | null): object => ({
      scenario: scenario.name,
      task_idx: index,
      task: sentence,
      verification: { code, raw_response: mode === 'sql' && code !== null ? rawResponse(sentence, code) : '' },
    });
    if (files.has(file)) return [row(text(scenario, join('verifiers', file)))];
    // Quirk: where generation has given up, the row is there and its code is null.
    return mode === 'code' && !files.has(`${index}.sql.py`) ? [row(null)] : [];
  });
}

/** Quirk: a model's whole answer, as a text. */
const rawResponse = (sentence: string, code: string): string =>
  JSON.stringify({
    reasoning: `The task is: ${sentence}`,
    python_code: code,
    function_name: 'verify_task',
    success_criteria: `The database shows that this was done, once and for user 1: ${sentence}`,
    failure_criteria: 'Nothing has changed, or something else has.',
  });
