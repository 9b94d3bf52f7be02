/** Pictures that agents saw, each once, beside the log and named by their hash. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ImageBlock } from '../core/block.ts';
import type { RunDirectory } from './directory.ts';
import { writing } from './storage-error.ts';

export function keepImage(directory: RunDirectory, { hash, data }: ImageBlock): void {
  const path = join(directory.images, hash);
  if (data === undefined || existsSync(path)) return;
  writing(path, () => {
    mkdirSync(directory.images, { recursive: true });
    writeFileSync(path, Buffer.from(data, 'base64'));
  });
}
