/** Every numbered example runs as a user would run it, and asserts its own result. */
import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

const execute = promisify(execFile);
const folder = fileURLToPath(new URL('../examples', import.meta.url));
const examples = readdirSync(folder).filter((name) => /^\d\d-.*\.ts$/.test(name));

describe('examples', () => {
  it('are there', () => expect(examples.length).toBeGreaterThanOrEqual(6));
  it.each(examples)('%s', async (name) => {
    const { stdout } = await execute(process.execPath, [`${folder}/${name}`]);
    expect(stdout).not.toBe('');
  });
});
