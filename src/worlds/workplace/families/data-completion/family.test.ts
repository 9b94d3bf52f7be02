import { describe, expect, it } from 'vitest';
import { testFamily, trialOf } from '../../../../../test/family-trial.ts';
import { stream } from '../../../../core/random.ts';
import { family } from './family.ts';
import { drawGapTable } from './gap-table.ts';
import { KINDS, LEVELS } from './params.ts';
import { kinds } from './rule-book.ts';

const trial = trialOf(family);
const { composed, judged } = trial;

/** By the names that configs use. */
const named = (kind: string, level: string) => {
  const [domain = '', type = ''] = kind.split('/');
  return { domain, task_type_name: type.replaceAll('_', ' '), difficulty: level.replace('_', ' ') };
};

describe(family.name, () => {
  testFamily(trial, {
    asked: KINDS.flatMap((kind) => LEVELS.map((level) => named(kind, level))),
    refused: [{ domain: 'weather' }, { task_type_name: 'qoq_rate', difficulty: 'brutal' }],
    malformed: ['{"x":', ',,,\n'.repeat(500), 'not a table'],
  });

  it.each(KINDS)('gives a table of the kind %s where it is named', (kind) => {
    for (const level of LEVELS) {
      const scenario = composed(`${kind} ${level}`, [{ arguments: named(kind, level) }]);
      expect(scenario.instance.days[0]?.assignments[0]?.brief).toContain(`of the kind ${kind};`);
    }
  });

  it('has gaps whose rule gives back what was there, but for the straight line, which knows nothing of it', () => {
    for (const kind of kinds.filter(({ name }) => name !== 'inventory/daily_interpolation')) {
      for (const level of LEVELS) {
        const lookup = kind.lookup?.draw(stream(level, 'lookup'), 3)[0] ?? new Map();
        const table = drawGapTable(stream(level, kind.name), kind, { level, lookup });
        const complete = kind.draw(stream(level, kind.name), table.rows.length, lookup);
        expect(complete.length).toBe(table.rows.length);
        for (const { row, exact } of table.gaps) {
          const was = Number(complete[row]?.[table.column]);
          expect(Math.abs(was - exact)).toBeLessThanOrEqual(0.5 * 10 ** -table.decimals + 1e-9);
        }
      }
    }
  });

  it('understands spellings of names', () => {
    expect(
      family.params.safeParse({ task_type_name: 'transactions/tax_fee', difficulty: { level: 'Very Hard' } }).data,
    ).toEqual({
      kinds: ['transactions/tax_fee'],
      level: 'very_hard',
    });
  });

  it('has a gate that no table of another shape passes', () => {
    const scenario = composed('junk', [{ difficulty: 3 }]);
    const output = scenario.instance.days[0]?.assignments[0]?.outputs[0] ?? '';
    for (const content of ['', '\0', '"', 'a,b\n1', '{"x":', ',,,\n'.repeat(500), 'not a table']) {
      const points = judged(scenario, { files: new Map([[output, content]]) });
      expect(points.some(({ kind, passed }) => kind === 'gate' && !passed)).toBe(true);
    }
  });
});
