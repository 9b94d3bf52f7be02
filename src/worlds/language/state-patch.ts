/**
 * Changes of an explicit state as a simulator writes them: a subset of JSON Patch (RFC 6902), applied one by one to a copy.
 * Things come and go only by an explicit `add` or `remove`. Says why a patch does not fit; what else must hold is told by
 * `state-rules.ts`.
 */
import { z } from 'zod';
import { isObject, type Json, type JsonObject } from '../../core/json.ts';
import { type Reading, readJson } from './observation.ts';
import { checkLoss, checkNewcomer, checkReplacement, isList, type StateRules, Violation } from './state-rules.ts';

const pointer = z
  .string()
  .regex(/^\//, 'must be a JSON Pointer that begins with "/"; the whole state cannot be replaced');
const operation = z.discriminatedUnion('op', [
  z.object({ op: z.literal('add'), path: pointer, value: z.json() }),
  z.object({ op: z.literal('replace'), path: pointer, value: z.json() }),
  z.object({ op: z.literal('remove'), path: pointer }),
]);
const patch = z.array(operation);

export type Operation =
  | { readonly op: 'add' | 'replace'; readonly path: string; readonly value: Json }
  | { readonly op: 'remove'; readonly path: string };

export const STATE_PATCH = 'state_patch';

export interface SplitReply {
  readonly rest: string;
  /** Null where there was none. */
  readonly patch: string | null;
}

/** Parts the patch from the rest of a reply. It is what comes last, so that a tag inside an observation is none. */
export function splitPatch(said: string): SplitReply {
  const at = said.lastIndexOf(`<${STATE_PATCH}>`);
  if (at < 0) return { rest: said, patch: null };
  const [inside = '', ...after] = said.slice(at + STATE_PATCH.length + 2).split(`</${STATE_PATCH}>`);
  return { rest: said.slice(0, at) + after.join(''), patch: inside };
}

export function readPatch(text: string | null): Reading<readonly Operation[]> {
  if (text === null)
    return { ok: false, problem: `There is no <${STATE_PATCH}>. Where nothing changes, give an empty list in it.` };
  const json = readJson(text);
  if (!json.ok) return { ok: false, problem: `The state patch cannot be read. ${json.problem}` };
  const read = patch.safeParse(json.value);
  if (read.success) return { ok: true, value: read.data };
  return { ok: false, problem: `The state patch is no list of operations: ${z.prettifyError(read.error)}` };
}

/** The state after the patch, or what is wrong with it. The state given stays as it was. */
export function patched(state: JsonObject, operations: readonly Operation[], rules: StateRules): Reading<JsonObject> {
  let next: JsonObject = state;
  for (const [index, one] of operations.entries()) {
    try {
      next = applied(next, one, rules);
    } catch (error) {
      if (!(error instanceof Violation)) throw error;
      return { ok: false, problem: `Operation ${index + 1} (${one.op} ${one.path}): ${error.message}` };
    }
  }
  return { ok: true, value: next };
}

function applied(state: JsonObject, one: Operation, rules: StateRules): JsonObject {
  const path = one.path.slice(1).split('/').map(unescaped);
  if (path.length === 1 && one.op !== 'replace')
    throw new Violation('The top-level keys of the state are fixed: none can be added or removed.');
  const next = changed(state, path, [], (site) => {
    if (one.op === 'add') return added(site, one.value);
    return one.op === 'remove' ? removed(site) : replaced(site, one.value, rules);
  });
  return isObject(next) ? next : state;
}

function unescaped(token: string): string {
  return token.replaceAll('~1', '/').replaceAll('~0', '~');
}

/** The place that an operation is about. */
interface Site {
  readonly container: JsonObject | readonly Json[];
  readonly key: string;
  readonly path: readonly string[];
}

/** A copy of a value in which the change was made at the end of the path. */
function changed(value: Json, path: readonly string[], trail: readonly string[], change: (site: Site) => Json): Json {
  const [key = '', ...rest] = path;
  if (!isList(value) && !isObject(value)) throw new Violation(`/${trail.join('/')} is neither an object nor a list.`);
  const site: Site = { container: value, key, path: [...trail, key] };
  return rest.length === 0 ? change(site) : put(site, changed(valueAt(site), rest, site.path, change));
}

function valueAt({ container, key, path }: Site): Json {
  if (isList(container)) return container[indexIn(container, key)] ?? null;
  const value = Object.hasOwn(container, key) ? container[key] : undefined;
  if (value === undefined) throw new Violation(`There is nothing at /${path.join('/')}.`);
  return value;
}

function indexIn(list: readonly Json[], key: string): number {
  if (!/^(0|[1-9]\d*)$/.test(key) || Number(key) >= list.length)
    throw new Violation(`"${key}" is no place in a list of ${list.length}.`);
  return Number(key);
}

function put({ container, key }: Site, value: Json): Json {
  return isList(container) ? container.with(indexIn(container, key), value) : { ...container, [key]: value };
}

function added({ container, key, path }: Site, value: Json): Json {
  if (!isList(container)) {
    if (Object.hasOwn(container, key)) throw new Violation(`/${path.join('/')} is there already. Use replace.`);
    return { ...container, [key]: value };
  }
  checkNewcomer(container, value);
  const isLast = key === '-' || key === String(container.length);
  return container.toSpliced(isLast ? container.length : indexIn(container, key), 0, value);
}

function removed(site: Site): Json {
  const { container, key } = site;
  valueAt(site);
  if (isList(container)) return container.toSpliced(indexIn(container, key), 1);
  checkLoss(container, key);
  return Object.fromEntries(Object.entries(container).filter(([name]) => name !== key));
}

function replaced(site: Site, after: Json, rules: StateRules): Json {
  const { container, path } = site;
  checkReplacement({ before: valueAt(site), after, path, owner: isList(container) ? null : container }, rules);
  return put(site, after);
}
