/**
 * Replies on disk, one file each, named by what was asked. Another trial is another asking: it never gets the first one's reply.
 * Nor does the same request made again within an episode (three votes on one question): the n-th has its own entry. A file that
 * cannot be read is no reply, and is written anew. Nothing here knows a key, and none is written.
 */
import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { canonical } from '../core/json.ts';
import type { Model, Reply } from '../core/model.ts';
import { replySchema } from './reply-schema.ts';
import { requestHash } from './request-hash.ts';

export interface CacheOptions {
  readonly directory: string;
  readonly trial: number;
  /** Whatever else tells askings apart: an endpoint, an episode's seed. */
  readonly salt?: string;
  /** A cache that cannot be written costs money, never an episode: it is only told. */
  readonly onTrouble?: (sentence: string) => void;
}

const entrySchema = z.object({ version: z.literal(1), key: z.string(), reply: replySchema });
/** Makes the names of half-written files differ within this process, as the process's id does between processes. */
let writes = 0;

/** For one episode. */
export function cached(model: Model, { directory, trial, salt = '', onTrouble }: CacheOptions): Model {
  const askings = new Map<string, number>();
  return {
    name: model.name,
    generate: async (request, signal) => {
      const hash = requestHash(request);
      const asking = askings.get(hash) ?? 0;
      askings.set(hash, asking + 1);
      const key = createHash('sha256')
        .update(canonical({ model: model.name, request: hash, trial, salt, asking }))
        .digest('hex');
      const path = join(directory, key.slice(0, 2), `${key}.json`);
      const known = await read(path, key);
      if (known !== null) return known;
      const reply = await model.generate(request, signal);
      await write(path, { version: 1, key, reply }).catch((error: unknown) => {
        onTrouble?.(
          `the cache in ${directory} cannot be written: ${error instanceof Error ? error.message : String(error)}`,
        );
      });
      return reply;
    },
  };
}

async function read(path: string, key: string): Promise<Reply | null> {
  try {
    const entry = entrySchema.parse(JSON.parse(await readFile(path, 'utf8')));
    return entry.key === key ? entry.reply : null;
  } catch {
    return null; // Missing, torn or foreign: all the same to us.
  }
}

async function write(path: string, entry: z.infer<typeof entrySchema>): Promise<void> {
  const temporary = `${path}.${process.pid}-${writes++}.tmp`;
  await mkdir(join(path, '..'), { recursive: true });
  await writeFile(temporary, JSON.stringify(entry));
  await rename(temporary, path);
}
