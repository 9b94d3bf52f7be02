import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { eventsIn, joined } from '../../test/ors-client.ts';
import { errorEvent, resultEvents } from './ors-events.ts';

/** White space of every kind that Python strips, characters of two halves, and what JSON escapes. */
const letters = fc.constantFrom(
  ' ',
  '\u0085',
  '\u00a0',
  '\u2028',
  '\u3000',
  '\u200a',
  '\n',
  '\t',
  '"',
  '\\',
  'a',
  'é',
  '𝄞',
);
const texts = fc.array(letters, { minLength: 3000, maxLength: 14_000 }).map((parts) => parts.join(''));

const sent = (value: unknown): string => {
  const bytes = Buffer.from(resultEvents(JSON.stringify(value)), 'utf8');
  return joined(eventsIn(bytes.toString('utf8')));
};

describe('a result in events', () => {
  it('comes out as it went in, wherever it is cut', () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(JSON.parse(sent({ text }))).toEqual({ text });
      }),
      { numRuns: 60 },
    );
  });

  it.each([' ', '\u0085', '\u2028', '𝄞', '\\'])('survives a long row of %j', (letter) => {
    for (const offset of [0, 1]) {
      const value = { text: `${'x'.repeat(offset)}${letter.repeat(13_000)}` };
      expect(JSON.parse(sent(value))).toEqual(value);
    }
  });

  it('ends with one end, after chunks of bounded length, and no line begins with white space', () => {
    const events = eventsIn(resultEvents(JSON.stringify({ text: ' '.repeat(200_000) })));
    expect(events.map(({ event }) => event)).toEqual([...Array(events.length - 1).fill('chunk'), 'end']);
    expect(Math.max(...events.map(({ data }) => data.length))).toBeLessThan(4200);
    expect(eventsIn(resultEvents('{}'))).toEqual([{ event: 'end', data: '{}' }]);
  });

  it('puts an error on one line', () => {
    expect(errorEvent('two\r\nlines\n\nevent: end')).toBe('event: error\ndata: two lines event: end\n\n');
  });
});
