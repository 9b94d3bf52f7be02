/** `practicum import`: makes a suite of a release that others have made, and says what was found and what to do next. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openCatalog } from '../catalog/catalog.ts';
import { UsageError } from '../core/errors.ts';
import { nearestName } from '../core/suggestion.ts';
import { assertReplaceable } from '../library/suite-folder.ts';
import { EXIT } from './exit.ts';
import { runAwmImport } from './import-awm.ts';
import { runOccubenchImport } from './import-occubench.ts';
import { type Environment, placeFor } from './import-place.ts';

export interface ImportRequest {
  readonly format: string | null;
  /** A copy on this machine; null to fetch one. */
  readonly source: string | null;
  /** A name on the user's shelf, or a path. */
  readonly out: string | null;
  readonly from: string | null;
  readonly force: boolean;
  readonly json: boolean;
  /** Of AWM alone: how its worlds are played, whether seeds obey foreign keys, and whether all databases are built at once. */
  readonly mode?: string | null;
  readonly fk?: string | null;
  readonly build?: boolean;
}

export async function importSuite(request: ImportRequest, env: Environment): Promise<number> {
  const { source, from, force, json, mode = null, fk = null, build = false } = request;
  const format = formatOf(request);
  if (source !== null && from !== null) {
    throw new UsageError('Name a copy on this machine or an address with --from, not both.');
  }
  if (format !== 'awm' && (mode !== null || fk !== null || build)) {
    throw new UsageError(`--mode, --fk and --build are for practicum import awm, not for ${format}.`);
  }
  const { home, suites } = openCatalog(env);
  const taken = suites().flatMap(({ name, origin }) => (origin === 'built-in' ? [name] : []));
  const place = placeFor(request.out ?? format, { home, taken });
  // Before anything is fetched.
  assertReplaceable(place.folder, force);
  const shared = { source, from, force, json, place, home, env };
  if (format === 'awm') await runAwmImport({ ...shared, mode, fk, build });
  else await runOccubenchImport(shared);
  return EXIT.done;
}

const FORMATS = ['occubench', 'awm'] as const;
type Format = (typeof FORMATS)[number];

function formatOf({ format }: ImportRequest): Format {
  const known = FORMATS.find((one) => one === format);
  if (known !== undefined) return known;
  const usage = 'Write: practicum import occubench [DIR or FILE], or practicum import awm [DIR].';
  if (format === null) throw new UsageError(`What is to be imported? ${usage}`);
  if (existsSync(format)) {
    const guess: Format = ['gen_tasks.jsonl', 'gen_tasks.jsonl.gz'].some((file) => existsSync(join(format, file)))
      ? 'awm'
      : 'occubench';
    throw new UsageError(`What is ${format}? Write: practicum import ${guess} ${format}.`);
  }
  const nearest = nearestName(format, FORMATS);
  throw new UsageError(
    `There is no format "${format}".${nearest === null ? ` ${usage}` : ` Did you mean "${nearest}"?`}`,
  );
}
