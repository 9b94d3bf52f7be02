import { describe, expect, it } from 'vitest';
import { nearestName, suggestion } from './suggestion.ts';

const known = ['first-day', 'emergency-triage', 'property-valuation'];

describe('nearestName', () => {
  it.each([
    ['frist-day', 'first-day'],
    ['First-Day', 'first-day'],
    ['firstday', 'first-day'],
    ['emergency-traige', 'emergency-triage'],
    ['emergency', null],
    ['property-evaluation', 'property-valuation'],
    ['something-else', null],
  ])('takes %s for %s', (given, meant) => {
    expect(nearestName(given, known)).toBe(meant);
  });

  it('finds nothing among nothing', () => {
    expect(nearestName('x', [])).toBeNull();
  });
});

describe('suggestion', () => {
  it('asks, lists, or says nothing', () => {
    expect(suggestion('frist-day', known)).toBe(' Did you mean "first-day"?');
    expect(suggestion('zzzzzzzz', known)).toBe(' There is: first-day, emergency-triage, property-valuation.');
    expect(suggestion('x', [])).toBe('');
  });

  it('does not flood the screen', () => {
    const many = Array.from({ length: 40 }, (_, i) => `a-long-name-${i}`);
    expect(suggestion('zz', many)).toBe(` There is: ${many.slice(0, 12).join(', ')} … (40 in all).`);
  });
});
