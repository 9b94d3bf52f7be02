/**
 * The first program in every sandbox, before the guest's own. It lends `databases` and takes away what is not the guest's to
 * have; what it keeps for itself it has taken from the fresh engine, so that a guest that bends `JSON` or `Object` bends only
 * itself. It runs inside the engine and sees nothing of Node.
 */

/** The host's one function, which the prelude takes out of the guest's sight. */
export const HOST_FUNCTION = '__ask';
/** The one function that the host calls. Guests may call it too: it does nothing that they could not do. */
export const ENTRANCE = '__sandbox';

/** An answer of the entrance begins with one of these. */
export const VALUE = 'v';
export const THROWN = 't';

const LONGEST_MESSAGE = 2000;

export function preludeFor(databases: readonly string[]): string {
  return `'use strict';
(() => {
  const { parse, stringify } = JSON;
  const { freeze, defineProperty, create } = Object;
  const { apply } = Reflect;
  const { isFinite } = Number;
  const textOf = String, TypeErrors = TypeError, Errors = Error, Promises = Promise, evaluate = eval;
  const cut = String.prototype.slice;
  const ask = globalThis.${HOST_FUNCTION};
  for (const name of ['${HOST_FUNCTION}', 'SharedArrayBuffer', 'Atomics', 'WebAssembly', 'WeakRef',
    'FinalizationRegistry', 'queueMicrotask', 'performance', 'navigator']) delete globalThis[name];

  class SqlError extends Errors {}
  defineProperty(SqlError.prototype, 'name', { value: 'SqlError' });

  const checked = (value) => {
    const kind = typeof value;
    if (value === null || kind === 'string' || kind === 'boolean' || (kind === 'number' && isFinite(value))) return value;
    throw new TypeErrors('a statement takes text, finite numbers, true, false and null, not ' + (kind === 'number' ? value : kind));
  };
  const way = (database, name) => (sql, ...parameters) => {
    if (typeof sql !== 'string') throw new TypeErrors('db.' + name + ' takes SQL text first, then one value for each ?');
    const values = [];
    for (let i = 0; i < parameters.length; i++) values[i] = checked(parameters[i]);
    const answer = parse(ask(database, name, sql, stringify(values)));
    if (answer.error !== undefined) throw new SqlError(answer.error);
    return answer.value;
  };
  const databases = create(null);
  for (const name of ${JSON.stringify(databases)}) {
    databases[name] = freeze({ all: way(name, 'all'), get: way(name, 'get'), run: way(name, 'run') });
  }
  defineProperty(globalThis, 'databases', { value: freeze(databases) });

  let a = 1, b = 2, c = 3, d = 4, drawn = false;
  Math.random = () => {
    drawn = true;
    const t = (a + b | 0) + d | 0;
    d = d + 1 | 0; a = b ^ b >>> 9; b = c + (c << 3) | 0; c = c << 21 | c >>> 11; c = c + t | 0;
    return (t >>> 0) / 4294967296;
  };

  const said = (value) => apply(cut, textOf(value), [0, ${LONGEST_MESSAGE}]);
  const told = (error) => {
    try {
      if (typeof error !== 'object' || error === null) return { name: 'Error', message: said(error) };
      const { name, message, code } = error;
      return { name: said(name), message: said(message), code: typeof code === 'string' ? said(code) : undefined };
    } catch {
      return { name: 'Error', message: 'an error that cannot be told' };
    }
  };
  const call = (name, text) => {
    const target = evaluate('typeof ' + name + " === 'function' ? " + name + ' : undefined');
    if (target === undefined) throw new TypeErrors('there is no function ' + name);
    const value = apply(target, undefined, [parse(text)]);
    if (value instanceof Promises) throw new TypeErrors(name + ' gave back a promise; write it as a plain function');
    return stringify(value) ?? 'null';
  };
  const entrance = (op, name, text) => {
    if (op === 'drawn') return drawn ? 'yes' : 'no';
    if (op === 'begin') { [a, b, c, d] = parse(text); return ''; }
    try {
      return '${VALUE}' + call(name, text);
    } catch (error) {
      return '${THROWN}' + stringify(told(error));
    }
  };
  defineProperty(globalThis, '${ENTRANCE}', { value: entrance });
})();`;
}
