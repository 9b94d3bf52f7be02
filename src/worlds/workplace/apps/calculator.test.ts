import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ToolError } from '../../../core/tool-error.ts';
import { calculated } from '../calculation.ts';
import { openDesk } from '../fixtures/desk.ts';
import { app } from './calculator.ts';

describe('calculate', () => {
  it.each([
    ['1 + 2 * 3', '7'],
    ['(1 + 2) * 3', '9'],
    ['0.1 + 0.2', '0.3'],
    ['-2^2', '-4'],
    ['2^-1', '0.5'],
    ['2**3^2', '512'],
    ['7 % 4', '3'],
    ['--3', '3'],
    ['10 / 4', '2.5'],
    ['1 / 3', '0.333333333333333'],
    ['sum(1, 2, 3.5)', '6.5'],
    ['avg(1,2)', '1.5'],
    ['MAX(1, min(5, 4))', '4'],
    ['round(2.675, 2)', '2.68'],
    ['round(-2.5)', '-3'],
    ['round(1234.5, -2)', '1200'],
    ['round(1e300, 10)', '1e+300'],
    ['abs(-3) * sqrt(16)', '12'],
    ['123456789012345 + 1', '123456789012346'],
    ['.5 + 5.', '5.5'],
    ['-0 * 1', '0'],
  ])('%s is %s', async (expression, result) => {
    expect(await openDesk([app]).use('calculate', { expression })).toMatchObject({ result, now: '08:01' });
  });
  it.each([
    ['1 / 0', /division by zero/],
    ['1 % 0', /division by zero/],
    ['(1 + 2', /closing parenthesis/],
    ['1 +', /ends too early/],
    ['1 2', /"2" is not expected/],
    [')', /not expected/],
    ['   ', /empty/],
    ['process.exit()', /"process"|"\."|no function|cannot stand/],
    ['constructor(1)', /no function "constructor"/],
    ['1; 2', /";" cannot stand/],
    ['10^400', /too large/],
    ['(-8)^0.5', /no such power/],
    ['abs(1, 2)', /fewer/],
    ['round(1, 0.5)', /whole digits/],
    ['sqrt(-1)', /no root/],
    ['('.repeat(200), /too deeply/],
    ['-'.repeat(500), /too deeply/],
    ['1+'.repeat(600), /at most 1000/],
  ])('%j is refused', async (expression, words) => {
    expect(await openDesk([app]).refused('calculate', { expression })).toMatch(words);
  });
  it('gives a number or a sentence, whatever is written', () => {
    const sign = fc.constantFrom(
      '1',
      '0',
      '.5',
      '+',
      '-',
      '*',
      '/',
      '^',
      '%',
      '(',
      ')',
      ',',
      'sum',
      'round',
      ' ',
      '9e9',
    );
    fc.assert(
      fc.property(fc.array(sign, { maxLength: 30 }), (signs) => {
        try {
          expect(Number.isFinite(Number(calculated(signs.join(''))))).toBe(true);
        } catch (error) {
          if (!(error instanceof ToolError)) throw error;
        }
      }),
      { numRuns: 3000 },
    );
  });
});
