/**
 * The folder that an import writes: it appears whole or not at all, and takes the place only of what an import has made. What is in
 * it is the importer's business.
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { z } from 'zod';
import { UserError } from '../core/errors.ts';
import { parseJson } from '../core/json.ts';

const importedSchema = z.object({ kind: z.enum(['language', 'awm']) });

/** Nothing but an imported suite is ever replaced, and that only when asked for. */
export function assertReplaceable(out: string, force: boolean): void {
  const target = resolve(out);
  if (!existsSync(target)) return;
  const head = join(target, 'suite.json');
  if (!existsSync(head) || !importedSchema.safeParse(parseJson(readFileSync(head, 'utf8'))).success) {
    throw new UserError(`${target} is there already and is not an imported suite. Choose another --out.`);
  }
  if (!force) throw new UserError(`The suite ${target} is there already. Add --force to replace it.`);
}

/** What is imported may not lie in what is replaced. */
export function assertOutside(source: string, out: string): void {
  if (`${resolve(source)}${sep}`.startsWith(`${resolve(out)}${sep}`)) {
    throw new UserError(`${resolve(source)} lies in ${resolve(out)}, which is to be replaced. Choose another --out.`);
  }
}

/** A folder beside the place, to be written and then moved there. */
export function draftFor(out: string): string {
  mkdirSync(dirname(out), { recursive: true });
  return mkdtempSync(join(dirname(out), `.${basename(out)}-`));
}

/** The old suite steps aside first, and comes back if the new one cannot take its place. */
export function moveInto(draft: string, out: string): void {
  if (!existsSync(out)) {
    renameSync(draft, out);
    return;
  }
  const aside = mkdtempSync(join(dirname(out), `.${basename(out)}-old-`));
  const old = join(aside, basename(out));
  renameSync(out, old);
  try {
    renameSync(draft, out);
  } catch (cause) {
    renameSync(old, out);
    throw cause;
  } finally {
    rmSync(aside, { recursive: true, force: true });
  }
}

/** A full disk or a forbidden folder is the user's to mend. */
export function unwritable(out: string, cause: unknown): UserError {
  if (cause instanceof UserError) return cause;
  return new UserError(`The suite cannot be written to ${out}: ${cause instanceof Error ? cause.message : cause}.`, {
    cause,
  });
}
