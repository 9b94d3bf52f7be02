/** The examples for other agent frameworks, with those frameworks themselves. Their packages are installed apart, so they may be absent. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

const execute = promisify(execFile);
const folder = fileURLToPath(new URL('../examples/frameworks', import.meta.url));
const canSkip = !existsSync(`${folder}/node_modules`) && process.env.CI === undefined;

describe.skipIf(canSkip)('a language world in other frameworks', () => {
  it.each(['openai-sdk.ts', 'vercel-ai-sdk.ts', 'langchain.ts'])('%s', async (name) => {
    const { stdout } = await execute(process.execPath, [`${folder}/${name}`]);
    expect(stdout).toContain('four spelt');
  });
});
