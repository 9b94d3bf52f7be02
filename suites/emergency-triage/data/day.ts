/** The one day on which everything in this world happens. */
const TODAY = '2026-03-14';

/** `14:20` as a moment of that day. */
export function at(time: string): string {
  return `${TODAY}T${time}:00Z`;
}

/** Minutes after midnight as a moment of that day. */
export function atMinute(minute: number): string {
  const two = (n: number): string => String(n).padStart(2, '0');
  return at(`${two(Math.floor(minute / 60))}:${two(minute % 60)}`);
}
