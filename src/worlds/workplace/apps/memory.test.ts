import { describe, expect, it } from 'vitest';
import { outputChecker } from '../../../wire/tool-input.ts';
import { day, instance, never, openOffice } from '../fixtures/office.ts';
import { app } from './memory.ts';

const days = instance(day(), day({ date: '2026-03-03' }));
const check = outputChecker(app.tools.map(({ face }) => face));

describe('notes', () => {
  it('are kept from day to day, and stand in the next day’s brief', async () => {
    const { use, session, noted } = openOffice({ instance: days, apps: [app], memory: 'notes' });
    expect((await use('read_notes')).answer).toMatchObject({ notes: '', now: '08:01' });
    const written = await use('write_notes', { text: 'Ask Orfeas.' });
    expect(written.answer).toMatchObject({ characters: 11 });
    expect(check('write_notes', written.answer)).toBeNull();
    expect(noted('memory-written')).toEqual([{ day: 0, text: 'Ask Orfeas.', at: 482 }]);
    const { brief } = await session.say('', never);
    expect(brief).toContain('Ask Orfeas.');
    const read = await use('read_notes');
    expect(read.answer.notes).toBe('Ask Orfeas.');
    expect(check('read_notes', read.answer)).toBeNull();
  });

  it('are refused in a sentence where there are none', async () => {
    const { use, noted } = openOffice({ instance: days, apps: [app] });
    for (const used of [await use('read_notes'), await use('write_notes', { text: 'x' })]) {
      expect(used.answer).toMatchObject({ error: 'forbidden', message: expect.stringContaining('no notebook') });
    }
    expect(noted('memory-written')).toEqual([]);
  });

  it('are refused when too long rather than cut', async () => {
    const { use } = openOffice({ instance: days, apps: [app], memory: 'feedback' });
    expect((await use('write_notes', { text: 'x'.repeat(8001) })).isError).toBe(true);
    expect((await use('write_notes', { text: 'x'.repeat(8000) })).isError).toBe(false);
  });
});
