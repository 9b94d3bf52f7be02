/**
 * A suite of workplace scenarios from its folder: `suite.json`, and either `config.json`, from which scenarios are made, or
 * `scenarios/*.json`, as they were made once. Knows neither how they are made nor how they are played.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { z } from 'zod';
import { UserError } from '../core/errors.ts';
import { parseJson } from '../core/json.ts';

export interface WorkplaceSuite {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** The config as it stands, and its file; null where the scenarios are there already. */
  readonly config: { readonly content: unknown; readonly file: string } | null;
  /** Scenarios that were made, by name; each is read when asked for. */
  readonly built: ReadonlyMap<string, () => unknown>;
}

const headSchema = z.object({ kind: z.literal('workplace'), title: z.string(), description: z.string() });

export function readWorkplaceSuite(folder: string): WorkplaceSuite {
  const root = resolve(folder);
  const file = join(root, 'suite.json');
  const read = headSchema.safeParse(contentOf(file));
  if (!read.success)
    throw new UserError(`${file} is not the head of a workplace suite: it needs a title and a description.`);
  const { title, description } = read.data;
  const built = builtIn(join(root, 'scenarios'));
  const config = join(root, 'config.json');
  if (built.size === 0 && !existsSync(config)) {
    throw new UserError(`${root} holds no scenarios: it needs config.json, or scenarios made by practicum generate.`);
  }
  return {
    name: basename(root),
    title,
    description,
    config: built.size === 0 ? { content: contentOf(config), file: config } : null,
    built,
  };
}

function builtIn(folder: string): WorkplaceSuite['built'] {
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.json')) : [];
  return new Map(names.sort().map((name) => [name.slice(0, -5), () => contentOf(join(folder, name))]));
}

function contentOf(file: string): unknown {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (cause) {
    throw new UserError(`${file} cannot be read: ${cause instanceof Error ? cause.message : cause}.`, { cause });
  }
  const content = parseJson(text);
  if (content === undefined) throw new UserError(`${file} is not JSON.`);
  return content;
}
