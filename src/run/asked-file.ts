/** The episodes of an open run, one line each in the order in which they were asked for. A plan that is fixed has no such file. */
import { appendFileSync, existsSync } from 'node:fs';
import { z } from 'zod';
import { UserError } from '../core/errors.ts';
import { type AskedEpisode, MODES } from '../core/plan.ts';
import { readJsonl } from '../wire/jsonl.ts';
import { type RunDirectory, writeWhole } from './directory.ts';
import { writing } from './storage-error.ts';

const askedSchema = z.object({
  suite: z.string(),
  task: z.string(),
  mode: z.enum(MODES),
  trial: z.int().min(0),
  seed: z.string().exactOptional(),
});

/** Null where the run's episodes follow from its plan alone. */
export function readAsked({ asked: path }: RunDirectory): readonly AskedEpisode[] | null {
  if (!existsSync(path)) return null;
  const broken = (number: number): never => {
    throw new UserError(`${path} is damaged at line ${number}. Restore the file, or delete that line.`);
  };
  return [...readJsonl(path, broken)].map(({ value, number }) => askedSchema.safeParse(value).data ?? broken(number));
}

export function addAsked({ asked: path }: RunDirectory, episode: AskedEpisode): void {
  writing(path, () => appendFileSync(path, `${JSON.stringify(episode)}\n`));
}

/** From now on the run is an open one, even if nobody ever asks for anything. A line torn by a killed writer is dropped. */
export function openAsked(directory: RunDirectory): readonly AskedEpisode[] {
  const known = readAsked(directory) ?? [];
  writeAsked(directory, known);
  return known;
}

export function writeAsked(directory: RunDirectory, asked: readonly AskedEpisode[]): void {
  writeWhole(directory.asked, asked.map((episode) => `${JSON.stringify(episode)}\n`).join(''));
}
