/** The handbook as prose, whole for people and by section for the desk. */
import { readFileSync } from 'node:fs';

export const handbook = readFileSync(new URL('./rules.md', import.meta.url), 'utf8');

export const SECTIONS = [
  'sources',
  'rounding',
  'income',
  'covenants',
  'valuation',
  'rent-roll',
  'releases',
  'authority',
] as const;
type Section = (typeof SECTIONS)[number];

export function sectionText(section: Section): string {
  const part = handbook.split(/^## /m).find((text) => text.startsWith(`${section}\n`));
  if (part === undefined) throw new Error(`the handbook has no section "${section}"`);
  return part.slice(section.length).trim();
}
