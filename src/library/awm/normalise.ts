/** Scenario names as AWM joins its files by: its files spell one scenario in several ways, and only this form is common to all. */

/** Empty where a name has neither Latin letters nor digits. */
export function normalise(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9_]/g, '_')
    .replace(/_+/g, '_')
    .replace(/^_|_$/g, '');
}

/** A scenario's kind: its name without the number at its end. */
export function familyOf(scenario: string): string {
  return scenario.replace(/_\d+$/, '');
}

/** `e_commerce` as words: `E commerce`. */
export function inWords(name: string): string {
  const words = name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
