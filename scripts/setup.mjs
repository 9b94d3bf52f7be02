// Set-up for a clone: installs what is missing, builds what is stale, then does one job (start, test, bench, build).
// Plain JavaScript with nothing but node: imports, since it runs before anything is installed, on any Node from 20 on.
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '');
const NODE_FROM_NPM = '24.21.0';
const modules = join(root, 'node_modules');
const isOldNode = Number(process.versions.node.split('.')[0]) < 24;
const isWindows = process.platform === 'win32';
const broughtNode = join(modules, '.bin', isWindows ? 'node.cmd' : 'node');

/** The Node to run the project on: this one if it is new enough, else the one that npm brought for this clone alone. */
export function node24() {
  return isOldNode ? broughtNode : process.execPath;
}

/** Makes dependencies and build present and fresh. Cheap when they are: it compares time stamps only. */
export function ensure() {
  if (isInstallStale()) install();
  if (isOldNode && !existsSync(broughtNode)) bringNode();
  if (isBuildStale()) build();
}

export function spawnNode(node, args) {
  return new Promise((resolve) => {
    const child = spawn(node, args, { stdio: 'inherit', shell: isWindows });
    // Ctrl-C reaches the child through the terminal; this process only waits for it to end in its own way.
    process.on('SIGINT', () => {});
    process.on('SIGTERM', () => child.kill('SIGTERM'));
    child.on('error', (error) => {
      console.error(`Could not start ${node}: ${error.message}`);
      resolve(1);
    });
    child.on('exit', (code, signal) => resolve(code ?? (signal === 'SIGINT' ? 130 : 1)));
  });
}

function isInstallStale() {
  const installed = join(modules, '.package-lock.json');
  if (!existsSync(installed)) return true;
  const stamp = join(modules, '.practicum-lock');
  return !existsSync(stamp) || readFileSync(stamp, 'utf8') !== readFileSync(join(root, 'package-lock.json'), 'utf8');
}

function install() {
  say('installing dependencies (once)');
  npm(['ci', '--no-audit', '--no-fund', '--loglevel=error']);
  writeFileSync(join(modules, '.practicum-lock'), readFileSync(join(root, 'package-lock.json'), 'utf8'));
}

function bringNode() {
  say(`this is Node ${process.versions.node}; bringing Node ${NODE_FROM_NPM} for this clone alone (once)`);
  const name = `node-${isWindows ? 'win' : process.platform}-${process.arch}`;
  npm(['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error', `${name}@${NODE_FROM_NPM}`]);
}

function npm(args) {
  const { status, error } = spawnSync(isWindows ? 'npm.cmd' : 'npm', args, {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: isWindows,
  });
  if (status === 0) return;
  console.error(
    `\`npm ${args[0]}\` failed${error ? `: ${error.message}` : ''}. Check the network and the message above, then run the same command again.`,
  );
  process.exit(1);
}

const SOURCES = ['src', 'suites', 'package.json', 'tsconfig.json', 'tsconfig.build.json'];
const stampOfBuild = join(root, 'dist', '.built');

function isBuildStale() {
  if (!existsSync(stampOfBuild)) return true;
  const built = statSync(stampOfBuild).mtimeMs;
  return SOURCES.some((source) => newest(join(root, source)) > built);
}

function newest(path) {
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  // A folder's own time changes when a file in it is added or removed.
  return readdirSync(path).reduce((latest, name) => Math.max(latest, newest(join(path, name))), stat.mtimeMs);
}

function build() {
  say('building');
  rmSync(join(root, 'dist'), { recursive: true, force: true });
  const tsc = join(modules, 'typescript', 'bin', 'tsc');
  const { status } = spawnSync(node24(), [tsc, '-p', join(root, 'tsconfig.build.json')], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status !== 0) {
    console.error('The build failed; the messages above say where.');
    process.exit(1);
  }
  for (const folder of ['src', 'suites']) copyContent(join(root, folder));
  writeFileSync(stampOfBuild, '');
}

/** Prompts, rules, schemas and manifests are content: they go beside the compiled code as they are. */
function copyContent(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) copyContent(path);
    else if (!/\.tsx?$/.test(entry.name)) {
      const target = join(root, 'dist', relative(root, path));
      mkdirSync(dirname(target), { recursive: true });
      cpSync(path, target);
    }
  }
}

function say(text) {
  console.error(`practicum: ${text}`);
}

const JOBS = {
  start: (args) => [join(root, 'bin', 'practicum.mjs'), 'run', ...args],
  test: (args) => [join(modules, 'vitest', 'vitest.mjs'), 'run', ...args],
  // The tests that `npm test` only samples, in full.
  'test-long': (args) => {
    process.env.PRACTICUM_LONG = '1';
    return [join(modules, 'vitest', 'vitest.mjs'), 'run', 'test/crash', 'test/workplace', ...args];
  },
  bench: (args) => [join(root, 'bench', 'main.ts'), ...args],
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [job = 'build', ...args] = process.argv.slice(2);
  ensure();
  if (job !== 'build') process.exit(await spawnNode(node24(), JOBS[job](args)));
}
