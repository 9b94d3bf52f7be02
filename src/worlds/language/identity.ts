/** Which field of an object says what it is. Knows names only: no schema tells an id from a reference. */
import type { JsonObject } from '../../core/json.ts';

/** Fields such as `assigned_driver_id` point at something else and change in the course of work. */
const REFERENCE = /^(current|active|assigned|selected|next|last|previous|parent|primary|target|linked|related)[_A-Z]/;
const ID = /(^id$|^uuid$|_id$|_uuid$|[a-z]Id$)/;

/** The name of the identifying field: `id` itself, else the first that is named like one; null where there is none. */
export function identityOf(entity: JsonObject): string | null {
  if (isName(entity.id)) return 'id';
  return Object.keys(entity).find((key) => ID.test(key) && !REFERENCE.test(key) && isName(entity[key])) ?? null;
}

function isName(value: unknown): boolean {
  return typeof value === 'number' || (typeof value === 'string' && value !== '');
}
