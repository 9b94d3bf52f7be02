/** What a report is held against: the right suppliers and no others, the right payments and no others. */
import { z } from 'zod';
import { isObject, type Json, type JsonObject, parseJson } from '../../../../core/json.ts';
import type { Point } from '../../family.ts';
import type { DayView } from '../../view.ts';

const truthSchema = z.object({
  output: z.string(),
  abnormal: z.array(z.string()),
  mismatches: z.array(z.string()),
  /** Clues of each half. */
  clues: z.object({ abnormal: z.array(z.string()), mismatches: z.array(z.string()) }),
});

interface Half {
  readonly what: string;
  readonly right: readonly string[];
  readonly found: Named;
  readonly clues: readonly string[];
  readonly hint: string;
  /** For some and no wrong one; for all of them. */
  readonly points: readonly [some: number, all: number];
}

export function judge(given: JsonObject, { files }: DayView): readonly Point[] {
  const { output, abnormal, mismatches, clues } = truthSchema.parse(given);
  const report = parseJson(files.get(output) ?? '');
  const part = (name: string): Json | undefined => (isObject(report) ? report[name] : undefined);
  return [
    ...pointsOf({
      what: 'abnormal suppliers',
      right: abnormal,
      found: namesIn(part('abnormal_suppliers')),
      clues: clues.abnormal,
      hint: 'Find the review rules that are in force and hold each supplier against both signs.',
      // A report that names nobody is easily written: where it is right, it earns little.
      points: abnormal.length === 0 ? [0, 1] : [2, 4],
    }),
    ...pointsOf({
      what: 'mismatched payments',
      right: mismatches,
      found: namesIn(part('mismatched_transactions')),
      clues: clues.mismatches,
      hint: 'Compare the amount of every payment with its invoice.',
      points: abnormal.length === 0 ? [2, 6] : [1, 3],
    }),
  ];
}

function pointsOf({ what, right, found, clues, hint, points: [some, all] }: Half): readonly Point[] {
  const expected = right.map(plain);
  const hits = expected.filter((name) => found.names.has(name)).length;
  const isClean = found.isList && hits === found.names.size;
  const isWhole = isClean && hits === expected.length;
  const detail = isWhole
    ? ''
    : `${found.isList ? `${hits} of ${right.length} and ${found.names.size - hits} wrong` : 'no list'}; expected ${right.join(', ') || 'none'}`;
  const point = (name: string, points: number, passed: boolean): Point => ({
    name: `${what}: ${name}`,
    points,
    passed,
    kind: 'earn',
    hint,
    detail,
    clues,
  });
  // Where there is one to find, some are all.
  if (right.length < 2) return [point('exactly the right ones', some + all, isWhole)];
  return [point('some, and none wrongly', some, isClean && hits > 0), point('exactly the right ones', all, isWhole)];
}

interface Named {
  readonly isList: boolean;
  readonly names: ReadonlySet<string>;
}

function namesIn(value: Json | undefined): Named {
  if (!Array.isArray(value)) return { isList: false, names: new Set() };
  // What is no name counts as a wrong one.
  return {
    isList: true,
    names: new Set(value.map((one) => (typeof one === 'string' ? plain(one) : JSON.stringify(one)))),
  };
}

function plain(name: string): string {
  return name.trim().replace(/\s+/g, ' ').toLowerCase();
}
