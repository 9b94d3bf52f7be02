/** The house rules that a machine can check: floors, cycles, rooms, time and chance, names and sizes. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const source = join(root, 'src');

const FLOORS: Readonly<Record<string, number>> = {
  core: 0,
  engines: 1,
  wire: 1,
  models: 2,
  'worlds/database': 2,
  'worlds/language': 2,
  'worlds/workplace': 2,
  agents: 2,
  judges: 2,
  faults: 2,
  library: 2,
  run: 3,
  certify: 3,
  report: 3,
  catalog: 4,
  cli: 6,
  serve: 5,
  'index.ts': 5,
  testing: 5,
  'testing.ts': 5,
};

interface File {
  readonly path: string;
  readonly room: string;
  readonly text: string;
  /** Without comments, for rules about code. */
  readonly code: string;
  readonly imports: readonly string[];
}

function walk(folder: string): readonly string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? walk(path) : [path];
  });
}

function roomOf(path: string): string {
  const parts = relative(source, path).split(sep);
  return parts[0] === 'worlds' ? parts.slice(0, 2).join('/') : (parts[0] ?? '');
}

const files: readonly File[] = walk(source)
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
  .map((path) => {
    const text = readFileSync(path, 'utf8');
    const code = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '');
    const imports = [...code.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map((match) => match[1] ?? '');
    return { path, room: roomOf(path), text, code, imports };
  });

const local = (file: File): readonly string[] =>
  file.imports.filter((name) => name.startsWith('.')).map((name) => resolve(dirname(file.path), name));
const shown = (path: string): string => relative(root, path);

describe('floors', () => {
  it('knows every room', () => {
    expect([...new Set(files.map(({ room }) => room))].filter((room) => FLOORS[room] === undefined)).toEqual([]);
  });

  it('imports point down, and rooms of one floor do not import each other', () => {
    const wrong = files.flatMap((file) =>
      local(file).flatMap((target) => {
        const [from, to] = [file.room, roomOf(target)];
        const fine =
          from === to || (FLOORS[to] ?? 99) < (FLOORS[from] ?? -1) || from === 'index.ts' || from.startsWith('testing');
        return fine ? [] : [`${shown(file.path)} → ${shown(target)}`];
      }),
    );
    expect(wrong).toEqual([]);
  });

  it('has no cycles', () => {
    const byPath = new Map(files.map((file) => [file.path, file]));
    const done = new Set<string>();
    const visit = (path: string, trail: readonly string[]): void => {
      if (trail.includes(path)) throw new Error(`cycle: ${[...trail, path].map(shown).join(' → ')}`);
      const file = byPath.get(path);
      if (done.has(path) || file === undefined) return;
      // Types are erased: a cycle of types alone is none when the program runs.
      const runtime = [...file.code.matchAll(/^(?:import|export)(?! type)[^;]*?from\s+'(\.[^']+)'/gms)];
      for (const match of runtime) visit(resolve(dirname(path), match[1] ?? ''), [...trail, path]);
      done.add(path);
    };
    for (const { path } of files) visit(path, []);
  });
});

describe('core', () => {
  const core = files.filter(({ room }) => room === 'core');
  it('runs in a browser: nothing of Node, no console', () => {
    expect(
      core.filter(({ imports }) => imports.some((name) => name.startsWith('node:'))).map(({ path }) => shown(path)),
    ).toEqual([]);
    expect(
      core.filter(({ code }) => /\b(console|process|Buffer|require)\b[.(]/.test(code)).map(({ path }) => shown(path)),
    ).toEqual([]);
  });
});

describe('time and chance come in by argument', () => {
  const BANNED =
    /\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(|\bsetTimeout\(|\bsetInterval\(|\bperformance\.now\(|AbortSignal\.timeout\(|\brandomUUID\(/;
  const below = files.filter(({ room }) => (FLOORS[room] ?? 0) < 3);
  it('below run/', () => {
    expect(below.filter(({ code }) => BANNED.test(code)).map(({ path }) => shown(path))).toEqual([]);
  });
  it('nor does a place on earth: worlds are made of the same bytes everywhere', () => {
    const LOCAL =
      /\btoLocale\w*\(|\blocaleCompare\(|\bIntl\.|\.get(?:FullYear|Month|Date|Day|Hours|Minutes)\(|\bgetTimezoneOffset\(/;
    const worlds = below.filter(({ room }) => room.startsWith('worlds/') || room === 'core' || room === 'faults');
    expect(worlds.length).toBeGreaterThan(100);
    expect(worlds.filter(({ code }) => LOCAL.test(code)).map(({ path }) => shown(path))).toEqual([]);
  });
  it('and in suites', () => {
    const suites = walk(join(root, 'suites')).filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'));
    expect(suites.filter((path) => BANNED.test(readFileSync(path, 'utf8'))).map(shown)).toEqual([]);
  });
});

describe('style', () => {
  const all = [...walk(source), ...walk(join(root, 'suites'))].filter((path) => path.endsWith('.ts'));
  it('names files in kebab case, by the thing', () => {
    const NAME = /^[a-z0-9]+(-[a-z0-9]+)*(\.test)?\.ts$/;
    const VAGUE = /^(utils?|helpers?|common|misc|base|manager|types)\.ts$/;
    expect(
      all
        .filter((path) => !NAME.test(path.split(sep).at(-1) ?? '') || VAGUE.test(path.split(sep).at(-1) ?? ''))
        .map(shown),
    ).toEqual([]);
  });
  it('keeps files under 400 lines', () => {
    const long = all.filter((path) => readFileSync(path, 'utf8').split('\n').length > 400);
    expect(long.map(shown)).toEqual([]);
  });
  it('has no any, no suppressed checks, no unfinished marks', () => {
    const marks =
      /: any\b|\bas any\b|@ts-(ignore|nocheck|expect-error)|biome-ignore|\bTODO\b|\bFIXME\b|\b(it|describe|test)\.only\(/;
    expect(all.filter((path) => marks.test(readFileSync(path, 'utf8'))).map(shown)).toEqual([]);
  });
  it('says at the head of each file in src what it is for', () => {
    const silent = files.filter(
      ({ text, room }) => room !== 'cli' && !/^\s*(import[^;]+;\s*|export type[^;]+;\s*)*\/\*\*/.test(text),
    );
    expect(silent.map(({ path }) => shown(path))).toEqual([]);
  });
});
