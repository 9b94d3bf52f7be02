/** Reads JSON from strangers. Where it is nested deeper than anybody nests, it is not read: what walks a value would overflow. */
import { type Json, parseJson } from '../core/json.ts';

const DEEPEST = 200;

/** Undefined for what is no JSON, and for what is too deep. */
export function boundedJson(text: string): Json | undefined {
  const value = parseJson(text);
  if (value === undefined || text.length <= DEEPEST) return value;
  let level: readonly Json[] = [value];
  for (let depth = 0; depth <= DEEPEST; depth++) {
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []));
    if (level.length === 0) return value;
  }
  return undefined;
}
