/** What agents are called in tables: by name where it fits, else by a letter that is told below the first tables. */
import { letter } from './analysis-text.ts';
import type { WorkplaceAnalysis } from './workplace-analysis.ts';

export interface Keys {
  overall(name: string): string;
  inGroups(name: string): string;
  /** Which letter is whose; none where none is used. */
  readonly lines: readonly string[];
}

/** What the columns leave for a name, at their widest. */
const OVERALL_WIDTH = 22;
const GROUP_WIDTH = 13;

export function agentKeys({ agents, families }: WorkplaceAnalysis): Keys {
  const names = [...new Set(agents.map(({ name }) => name))];
  const letters = new Map(names.map((name, i) => [name, letter(i)]));
  const isLong = (width: number): boolean => names.some((name) => Array.from(name).length > width);
  const keyed = (isLettered: boolean) => (name: string) => (isLettered ? (letters.get(name) ?? name) : name);
  const areMany = families.some((family) => family.agents.length > 1);
  const [isLetteredAbove, isLetteredBelow] = [isLong(OVERALL_WIDTH), areMany && isLong(GROUP_WIDTH)];
  return {
    overall: keyed(isLetteredAbove),
    inGroups: keyed(isLetteredBelow),
    lines: isLetteredAbove || isLetteredBelow ? [...letters].map(([name, key]) => `${key}  ${name}`) : [],
  };
}
