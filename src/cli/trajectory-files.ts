/** Trajectories on disk: `chat.jsonl`, `atif/` and `manifest.json` in a folder of their own, written as the logs are read. */
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { UsageError } from '../core/errors.ts';
import { type Json, parseJson } from '../core/json.ts';
import type { Plan } from '../core/plan.ts';
import { atifTrajectory } from '../report/atif-trajectory.ts';
import { chatLine } from '../report/chat-trajectory.ts';
import { isOriginalRun } from '../report/occubench-results.ts';
import {
  type Setting,
  selectTrajectories,
  type Trajectory,
  type TrajectoryTally,
  type Wanted,
} from '../report/trajectories.ts';
import { type RunDirectory, writeJson } from '../run/directory.ts';
import { readAttempts } from '../run/log-reader.ts';
import { readPlan } from '../run/plan-file.ts';
import { writing } from '../run/storage-error.ts';

export interface TrajectoryExport {
  readonly directories: readonly RunDirectory[];
  /** The folder to write. */
  readonly into: string;
  readonly wanted: Wanted;
  /** What an agent had before it, for the episodes of a plan. */
  readonly settingOf: (plan: Plan) => Promise<(trajectory: Trajectory) => Promise<Setting>>;
}

const FORMAT = { format: 'practicum-trajectories', version: 1 } as const;
const ourManifest = z.looseObject({ format: z.literal(FORMAT.format) });

/** Gives a sentence for each run: how many were written, and how many left out. */
export async function exportTrajectories({
  directories,
  into,
  wanted,
  settingOf,
}: TrajectoryExport): Promise<readonly string[]> {
  const original = directories.find(({ path }) => isOriginalRun(path));
  if (original)
    throw new UsageError(
      `${original.path} is a run of the original harness: it has no log to export trajectories from.`,
    );
  const plans = directories.map(readPlan);
  const files = openFiles(into);
  try {
    const told: { plan: Plan; tally: TrajectoryTally }[] = [];
    for (const [i, directory] of directories.entries()) {
      const plan = plans[i] ?? readPlan(directory);
      const selection = selectTrajectories(plan, wanted);
      const setting = await settingOf(plan);
      for (const attempt of readAttempts(directory.segments)) {
        const trajectory = selection.take(attempt);
        if (trajectory !== null) files.add(trajectory, await setting(trajectory));
      }
      told.push({ plan, tally: selection.tally() });
    }
    files.finish({
      ...FORMAT,
      complete: true,
      outcome: wanted.outcome,
      min_score: wanted.minScore,
      runs: told.map(({ plan, tally }) => ({ run: plan.run, ...tally })),
    });
    return told.map(({ plan, tally }) => inWords(plan, tally, into));
  } finally {
    files.close();
  }
}

interface TrajectoryFiles {
  add(trajectory: Trajectory, setting: Setting): void;
  finish(manifest: Json): void;
  close(): void;
}

function openFiles(into: string): TrajectoryFiles {
  const chat = join(into, 'chat.jsonl');
  const atif = join(into, 'atif');
  const manifest = join(into, 'manifest.json');
  if (existsSync(into) && readdirSync(into).length > 0 && !isExport(manifest))
    throw new UsageError(`${into} holds other things. Name an empty or new folder for the trajectories.`);
  const draft = `${chat}.${process.pid}.tmp`;
  const file = writing(into, () => {
    for (const old of [atif, chat]) rmSync(old, { recursive: true, force: true });
    mkdirSync(atif, { recursive: true });
    // From the first moment on: an export that breaks off can be made again in the same place.
    writeJson(manifest, { ...FORMAT, complete: false });
    return openSync(draft, 'w');
  });
  const names = new Set<string>();
  return {
    add: (trajectory, setting) => {
      const line = `${JSON.stringify(chatLine(trajectory, setting))}\n`;
      writing(chat, () => writeSync(file, line));
      const path = join(atif, `${freeName(trajectory.planned.id, names)}.json`);
      writing(path, () => writeFileSync(path, `${JSON.stringify(atifTrajectory(trajectory, setting))}\n`));
    },
    finish: (content) => {
      writing(chat, () => renameSync(draft, chat));
      writeJson(manifest, content);
    },
    close: () => {
      closeSync(file);
      rmSync(draft, { force: true });
    },
  };
}

function isExport(manifest: string): boolean {
  return existsSync(manifest) && ourManifest.safeParse(parseJson(readFileSync(manifest, 'utf8'))).success;
}

/** Two runs may hold the same episode. */
function freeName(id: string, names: Set<string>): string {
  let name = id;
  for (let n = 2; names.has(name); n++) name = `${id}-${n}`;
  names.add(name);
  return name;
}

function inWords({ run }: Plan, tally: TrajectoryTally, into: string): string {
  const reasons = [
    [tally.otherOutcome, 'of another outcome'],
    [tally.lowScore, 'with a lower score'],
    [tally.void, 'void'],
    [tally.unfinished, 'unfinished'],
  ] as const;
  const leftOut = reasons.flatMap(([count, why]) => (count > 0 ? [`${count} ${why}`] : []));
  const rest = leftOut.length === 0 ? '' : ` Left out: ${leftOut.join(', ')}.`;
  return `${tally.exported} trajectories of ${run} are in ${into}.${rest}`;
}
