/** Whether two end states of an imported world differ in what matters: moments that the episode's own clock gave make no difference. */
import { canonical, type Json, type JsonObject } from '../../../core/json.ts';
import type { Change } from '../../../core/state.ts';

const MOMENT = /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|\+00:00)?$/;

export function sameButForMoments(a: readonly Change[], b: readonly Change[], clock: string): boolean {
  const [left, right] = [a, b].map((changes) => changes.map((change) => essence(change, clock)).sort());
  return canonical(left ?? []) === canonical(right ?? []);
}

function essence({ table, key, before, after }: Change, clock: string): string {
  return canonical([table, key, steady(before, clock), steady(after, clock)]);
}

function steady(row: JsonObject | null, clock: string): Json {
  if (row === null) return null;
  return Object.fromEntries(
    Object.entries(row).map(([column, value]) => [column, isFrom(value, clock) ? 'now' : value]),
  );
}

/** Within the day that begins with the episode: the clock moves by seconds. */
function isFrom(value: Json, clock: string): boolean {
  if (typeof value !== 'string' || !MOMENT.test(value)) return false;
  const passed = Date.parse(`${value.slice(0, 19).replace(' ', 'T')}Z`) - Date.parse(clock);
  return passed >= 0 && passed < 86_400_000;
}
