/** For typing errors: what was probably meant. */

/** The known name that is near enough to be meant, or null. */
export function nearestName(given: string, known: readonly string[]): string | null {
  const ranked = known.map((name) => ({ name, distance: distance(given.toLowerCase(), name.toLowerCase()) }));
  const best = ranked.sort((a, b) => a.distance - b.distance)[0];
  return best !== undefined && best.distance <= Math.max(2, given.length / 3) ? best.name : null;
}

/** A sentence's end such as ` Did you mean "first-day"?`, or the list of what there is. */
export function suggestion(given: string, known: readonly string[]): string {
  const nearest = nearestName(given, known);
  if (nearest !== null) return ` Did you mean "${nearest}"?`;
  if (known.length === 0) return '';
  const shown = known.slice(0, 12).join(', ');
  return ` There is: ${shown}${known.length > 12 ? ` … (${known.length} in all)` : ''}.`;
}

/** Levenshtein's: how many letters must be put in, taken out or changed. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, change));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
