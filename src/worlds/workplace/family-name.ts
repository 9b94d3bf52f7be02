/** Families by name, or by one of the names that they go by elsewhere. */
import { UserError } from '../../core/errors.ts';
import { nearestName } from '../../core/suggestion.ts';
import type { Family } from './family.ts';

export function familyNamed(name: string, families: ReadonlyMap<string, Family>): Family {
  const wanted = plainName(name);
  const found = [...families.values()].find((family) =>
    [family.name, ...family.aliases].map(plainName).includes(wanted),
  );
  if (found) return found;
  const nearest = nearestName(name, [...families.keys()]);
  throw new UserError(
    `There is no family of assignments "${name}".${nearest === null ? '' : ` Did you mean "${nearest}"?`}`,
  );
}

function plainName(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]+/g, '');
}
