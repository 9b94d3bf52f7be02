/**
 * How soon the command answers. On this Node directly; by the clone's launcher in the environment of a fresh shell; and, where an
 * older Node is found, started by that one, which then starts a new one.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Benchmark } from '../benchmark.ts';
import { samples, spread } from '../samples.ts';

const PLAIN_PATH = '/usr/local/bin:/usr/bin:/bin';
const root = fileURLToPath(new URL('../..', import.meta.url));
const shim = join(root, 'bin', 'practicum.mjs');

const benchmark: Benchmark = {
  summary: 'how soon `practicum --help` answers',
  async run({ quick, paper }) {
    const count = quick ? 10 : 30;
    const time = async (command: string, args: readonly string[]): Promise<number> =>
      spread(await samples(count, () => launch(command, args))).median;
    // The first start builds what is stale.
    launch(process.execPath, [shim, '--help']);

    paper.remark(`medians of ${count} starts`);
    const yardstick = await time(process.execPath, ['-e', '0']);
    paper.figure({ what: `yardstick: node -e 0 (${process.version})`, value: yardstick, unit: 'ms' });
    const direct = await time(process.execPath, [shim, '--help']);
    paper.figure({ what: 'bin/practicum.mjs --help', value: direct, unit: 'ms', yardstick, atMost: 150 });
    if (process.platform === 'win32') return;
    const launched = await time(join(root, 'practicum'), ['--help']);
    paper.figure({ what: './practicum --help', value: launched, unit: 'ms', yardstick, atMost: 400 });

    const old = olderNode();
    if (old === null) return paper.remark('no Node older than 24 found: the way by an older Node is not measured');
    const plain = await time(old.path, ['-e', '0']);
    paper.figure({ what: `yardstick: node -e 0 (${old.version})`, value: plain, unit: 'ms' });
    const through = await time(old.path, [shim, '--help']);
    const what = `bin/practicum.mjs --help by ${old.version}`;
    paper.figure({ what, value: through, unit: 'ms', yardstick: plain, atMost: 400 });
  },
};
export default benchmark;

function launch(command: string, args: readonly string[]): void {
  const env = { PATH: PLAIN_PATH };
  const { status, stderr, error } = spawnSync(command, args, { env, cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${status}: ${error ?? stderr}`);
}

function olderNode(): { readonly path: string; readonly version: string } | null {
  const folders = `${PLAIN_PATH}${delimiter}${process.env.PATH ?? ''}`.split(delimiter);
  for (const path of folders.map((folder) => join(folder, 'node')).filter(existsSync)) {
    const version = spawnSync(path, ['--version'], { encoding: 'utf8' }).stdout.trim();
    if (Number(version.slice(1).split('.')[0]) < 24) return { path, version };
  }
  return null;
}
