/**
 * Reads a copy of AWM's data once, line by line, and makes its index: rows joined by normalised scenario, the first of several kept,
 * and findings about all that is odd. Never holds a file in memory; builds no database and runs nothing.
 */
import { readFileSync, statSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { readState } from '../../engines/sqlite-image.ts';
import { lineBytes } from '../../wire/line-bytes.ts';
import type { AwmCheck, AwmFinding } from './checks.ts';
import { countTimes, epochOf, shiftsIn } from './epoch.ts';
import {
  type AwmIndex,
  type IndexedScenario,
  type IndexHead,
  type Place,
  shortHash,
  type VerifierPlace,
} from './index-file.ts';
import { normalise } from './normalise.ts';
import { type AwmRecord, readRecord, type VerifierRecord } from './records.ts';
import { type AwmFile, type AwmSource, KIND_OF } from './source.ts';
import { doubtsAbout, hasCode, modeOf, timestampsIn } from './verifier.ts';

export interface Scan {
  readonly index: AwmIndex;
  readonly findings: readonly AwmFinding[];
}

interface Draft {
  readonly name: string;
  readonly title: string;
  readonly rows: Partial<Record<AwmFile, Place>>;
  readonly spellings: Map<AwmFile, string>;
  readonly verifiers: Map<string, VerifierPlace>;
  readonly times: Map<string, number>;
  sentences: readonly string[];
  shifts: ReadonlySet<number>;
}

/** `unpacked`: plain files that stand in for compressed ones. */
export function scanSource(source: AwmSource, unpacked: ReadonlyMap<AwmFile, string> = new Map()): Scan {
  const findings: AwmFinding[] = [];
  const report: Report = (check, scenario, detail) => void findings.push({ check, scenario, detail });
  const drafts = new Map<string, Draft>();
  const files: IndexHead['files'] = {};
  for (const [name, given] of source.files) {
    const path = unpacked.get(name) ?? given;
    const rows = scanFile({ name, path, drafts, report });
    const isInside = resolve(dirname(path)) === resolve(source.folder);
    files[name] = { in: isInside ? 'source' : 'suite', name: basename(path), bytes: statSync(path).size, rows };
  }
  const scenarios = [...drafts.values()].flatMap((draft) => finish(draft, source, report) ?? []);
  return {
    index: { head: { version: 1, files }, scenarios: new Map(scenarios.map((one) => [one.name, one])) },
    findings,
  };
}

type Report = (check: AwmCheck, scenario: string | null, detail: string) => void;

interface Scanning {
  readonly name: AwmFile;
  readonly path: string;
  readonly drafts: Map<string, Draft>;
  readonly report: Report;
}

function scanFile({ name, path, drafts, report }: Scanning): number {
  let rows = 0;
  for (const { offset, bytes } of lineBytes(path)) {
    rows++;
    const where = `${name}.jsonl, row ${rows}`;
    const read = readRecord(KIND_OF[name], bytes.toString('utf8'));
    if (!read.ok) {
      report('row-malformed', null, `${where}: ${read.problem}`);
      continue;
    }
    const spelling = 'name' in read.record ? read.record.name : read.record.scenario;
    const key = normalise(spelling);
    if (key === '') {
      report('scenario-nameless', null, `${where}: ${spelling}`);
      continue;
    }
    const draft = drafts.get(key) ?? freshDraft(key, spelling);
    drafts.set(key, draft);
    const row = { name, spelling, at: [offset, bytes.length, shortHash(bytes)] satisfies Place, report };
    if ('task_idx' in read.record) addVerifier(draft, read.record, row);
    else if (addRow(draft, row)) learn(draft, read.record);
  }
  return rows;
}

function freshDraft(name: string, title: string): Draft {
  return {
    name,
    title,
    rows: {},
    spellings: new Map(),
    verifiers: new Map(),
    times: new Map(),
    sentences: [],
    shifts: new Set(),
  };
}

interface Row {
  readonly name: AwmFile;
  readonly spelling: string;
  readonly at: Place;
  readonly report: Report;
}

/** Whether the row is the first of its kind. */
function addRow(draft: Draft, { name, spelling, at, report }: Row): boolean {
  const other = draft.spellings.get(name);
  if (other !== undefined) {
    const isOther = other !== spelling;
    report(
      isOther ? 'scenario-collision' : 'scenario-twice',
      draft.name,
      `${name}: ${isOther ? `${other} and ` : ''}${spelling}`,
    );
    return false;
  }
  draft.spellings.set(name, spelling);
  draft.rows[name] = at;
  return true;
}

/** What the whole needs of a row beyond its place. */
function learn(draft: Draft, record: AwmRecord<'scenario' | 'tasks' | 'db' | 'sample' | 'spec' | 'envs'>): void {
  if ('tasks' in record) draft.sentences = record.tasks;
  if ('sample_data' in record) {
    draft.shifts = shiftsIn(record.sample_data.tables.flatMap((table) => table.insert_statements));
  }
}

function addVerifier(draft: Draft, record: VerifierRecord, { name, at, report }: Row): void {
  if (name !== 'gen_verifier' && name !== 'gen_verifier.pure_code') return;
  const { task_idx: task, verification } = record;
  const detail = `${name}: task ${task}`;
  const sentence = draft.sentences[task];
  const isSecond = draft.verifiers.has(`${name} ${task}`);
  if (isSecond || (draft.sentences.length > 0 && sentence === undefined)) {
    report(isSecond ? 'verifier-twice' : 'verifier-task-unknown', draft.name, detail);
    return;
  }
  if (record.task !== '' && sentence !== undefined && record.task.trim() !== sentence.trim()) {
    report('verifier-task-differs', draft.name, detail);
  }
  for (const doubt of doubtsAbout(record)) report(doubt, draft.name, detail);
  countTimes(new Set(timestampsIn(verification.code)), draft.times);
  const mode = hasCode(record) ? modeOf(verification.code) : 'none';
  draft.verifiers.set(`${name} ${task}`, [task, name, mode, ...at]);
}

/** Null where the scenario has no tasks. */
function finish(draft: Draft, source: AwmSource, report: Report): IndexedScenario | null {
  const { name, title, rows, sentences, times, shifts } = draft;
  const say = (check: AwmCheck, detail: string): void => report(check, name, detail);
  if (sentences.length === 0) {
    say('tasks-missing', name);
    return null;
  }
  const file = source.databases.get(name);
  const bytes = file === undefined ? null : readFileSync(file);
  if (bytes !== null) countTimes(timesIn(bytes), times);
  const epoch = epochOf(times, shifts);
  if (sentences.length !== 10) say('tasks-not-ten', `${name}: ${sentences.length}`);
  if (rows.gen_envs === undefined) say('environment-missing', name);
  if (rows.gen_db === undefined && bytes === null) say('database-missing', name);
  if (rows.gen_db !== undefined && rows.gen_sample === undefined && bytes === null) say('sample-missing', name);
  if (epoch === null) say('clock-unknown', name);
  const verifiers = [...draft.verifiers.values()];
  const scored = new Set(verifiers.flatMap(([task, , mode]) => (mode === 'none' ? [] : [task])));
  sentences.forEach((_, task) => {
    if (!scored.has(task)) say('verifier-missing', `task ${task}`);
  });
  const shipped: IndexedScenario['shipped'] =
    file === undefined || bytes === null ? null : [basename(file), bytes.length, shortHash(bytes)];
  return { name, title, tasks: sentences.length, epoch, rows, shipped, verifiers };
}

const TIME = /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d/;

function timesIn(bytes: Uint8Array): readonly string[] {
  return Object.values(readState(bytes)).flatMap((rows) =>
    rows.flatMap((row) =>
      Object.values(row).flatMap((value) =>
        typeof value === 'string' && TIME.test(value) ? [value.slice(0, 19).replace('T', ' ')] : [],
      ),
    ),
  );
}
