/** Calendar arithmetic on dates written as YYYY-MM-DD. */

/** The same day that many months earlier. */
export function monthsBefore(date: string, months: number): string {
  const [year = 0, month = 1] = date.split('-').map(Number);
  const count = year * 12 + (month - 1) - months;
  return `${Math.floor(count / 12)}-${String((count % 12) + 1).padStart(2, '0')}${date.slice(7)}`;
}

export function daysBetween(earlier: string, later: string): number {
  return (Date.parse(later) - Date.parse(earlier)) / 86_400_000;
}
