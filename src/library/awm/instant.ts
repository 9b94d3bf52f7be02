/** Times as data writes them, as instants. Time zones that are not named are UTC, as in SQLite. */

/** Milliseconds since 1970, or null where the text is no time. */
export function instantOf(text: string): number | null {
  const match = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d(?::\d\d(?:\.\d+)?)?))?(Z|[+-]\d\d:\d\d)?$/.exec(text.trim());
  if (match === null) return null;
  const [, date = '', time = '00:00', zone = 'Z'] = match;
  const at = Date.parse(`${date}T${time}${zone}`);
  return Number.isNaN(at) ? null : at;
}
