/**
 * The program that holds an agent's script in the sandbox: lends it `files`, `tables` and `print`, takes the clock away, and gives
 * back what it printed and wrote. It runs inside the engine; whatever a script bends in there, it bends only for itself.
 */

/** Characters that a script may print; what is more is left out, and it is said. */
export const MOST_PRINTED = 30_000;
const MOST_WRITTEN = 400_000;

export const SCRIPT_SOURCE = `
const plainDate = Date;
const noClock = () => { throw new Error('a script has no clock; give the date as text'); };
globalThis.Date = new Proxy(plainDate, {
  construct: (target, given, as) => (given.length === 0 ? noClock() : Reflect.construct(target, given, as)),
  apply: noClock,
  get: (target, key) => (key === 'now' ? noClock : target[key]),
});
plainDate.prototype.constructor = globalThis.Date;
const evaluate = eval;

function said(value) {
  if (typeof value === 'string') return value;
  if (value instanceof Error) return value.name + ': ' + value.message;
  const text = typeof value === 'object' && value !== null ? JSON.stringify(value) : undefined;
  return text === undefined ? String(value) : text;
}

function lineOf(error) {
  const [, line] = /<input>:(\\d+)/.exec(String(error && error.stack)) || [];
  return line === undefined ? '' : ' (line ' + line + ')';
}

function run({ code, files, tables }) {
  const known = new Map(Object.entries(files));
  const rows = new Map(Object.entries(tables));
  const written = new Map();
  let printed = '';
  let size = 0;
  const print = (...values) => {
    if (printed.length <= ${MOST_PRINTED}) printed += values.map(said).join(' ') + '\\n';
  };
  const named = (path, among) => {
    const found = among.get(String(path));
    if (found !== undefined) return found;
    const list = [...known.keys()].join(', ');
    throw new Error('the script was not given "' + path + '"; it was given ' + (list || 'no files'));
  };
  const api = {
    files: Object.freeze({
      list: () => [...known.keys()],
      read: (path) => named(path, known),
      write: (path, text) => {
        if (typeof path !== 'string' || !path.startsWith('workspace/')) throw new Error('a script writes below workspace/ only');
        if (typeof text !== 'string') throw new Error('files.write takes a path and a text');
        size += text.length;
        if (size > ${MOST_WRITTEN}) throw new Error('a script writes at most ${MOST_WRITTEN} characters');
        known.set(path, text);
        written.set(path, text);
        rows.delete(path);
      },
    }),
    tables: Object.freeze({ read: (path) => JSON.parse(JSON.stringify(named(path, rows))) }),
    print,
    console: Object.freeze({ log: print, info: print, warn: print, error: print }),
  };
  const names = Object.keys(api);
  try {
    const script = evaluate('(function (' + names.join(', ') + ") { 'use strict'; " + code + '\\n})');
    const value = script(...names.map((name) => api[name]));
    if (value instanceof Promise) throw new Error('promises are not waited for; write the script without them');
    if (value !== undefined) print(value);
    return { ok: true, printed, written: [...written] };
  } catch (error) {
    return { ok: false, printed, message: said(error) + lineOf(error) };
  }
}`;

/** The program that holds a query. */
export const QUERY_SOURCE = 'function query({ sql }) { return databases.data.all(sql); }';
