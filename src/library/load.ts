/** Loads a suite's code. A suite outside this package may import `practicum` and `zod` without installing them. */

import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import { UsageError, UserError } from '../core/errors.ts';
import type { Suite } from '../core/suite.ts';
import { drawnSuite, readManifest } from './manifest.ts';
import { kindOf, type SuiteReference } from './shelf.ts';

/** Gives the suites for a name that a manifest draws on. */
export type Sources = (name: string) => Promise<readonly Suite[]>;

export async function loadSuite(reference: SuiteReference, sources: Sources): Promise<Suite> {
  return kindOf(reference) === 'manifest' ? loadManifest(reference, sources) : loadCode(reference);
}

async function loadManifest({ name, file }: SuiteReference, sources: Sources): Promise<Suite> {
  const manifest = readManifest(parse(file), file);
  const names = [...new Set(manifest.draw.map(({ from }) => from))];
  if (names.includes(name)) throw new UsageError(`The suite in ${file} draws on itself. Name another suite in "from".`);
  const loaded = await Promise.all(names.map(async (from) => [from, await sources(from)] as const));
  return drawnSuite(name, manifest, new Map(loaded));
}

function parse(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (cause) {
    throw new UserError(`${file} is not JSON: ${cause instanceof Error ? cause.message : cause}.`, { cause });
  }
}

async function loadCode({ name, file, origin }: SuiteReference): Promise<Suite> {
  if (origin !== 'built-in') lendPackages();
  const module: { readonly default?: unknown } = await import(pathToFileURL(file).href).catch((cause: unknown) => {
    throw new UserError(`The suite in ${file} cannot be loaded: ${cause instanceof Error ? cause.message : cause}.`, {
      cause,
    });
  });
  if (!isSuite(module.default)) {
    throw new UserError(`${file} does not export a suite. End it with: export default defineSuite({ … }).`);
  }
  if (module.default.name !== name) {
    throw new UserError(
      `The suite in ${file} calls itself "${module.default.name}" but stands in a folder "${name}". Give both one name.`,
    );
  }
  return module.default;
}

function isSuite(value: unknown): value is Suite {
  if (typeof value !== 'object' || value === null) return false;
  const { name, tasks, world, judge, solution } = value as Partial<Record<keyof Suite, unknown>>;
  return (
    typeof name === 'string' &&
    Array.isArray(tasks) &&
    [world, judge, solution].every((part) => typeof part === 'function')
  );
}

const LENT = /^(practicum|zod)(\/|$)/;
let isLending = false;

function lendPackages(): void {
  if (isLending) return;
  isLending = true;
  registerHooks({
    resolve: (specifier, context, next) => {
      if (!LENT.test(specifier)) return next(specifier, context);
      try {
        return next(specifier, context);
      } catch {
        return next(specifier, { ...context, parentURL: import.meta.url });
      }
    },
  });
}
