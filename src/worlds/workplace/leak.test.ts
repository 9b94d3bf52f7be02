import { describe, expect, it } from 'vitest';
import type { Clue } from './family.ts';
import type { Instance } from './instance.ts';
import { leaksIn } from './leak.ts';

const day = {
  date: '2026-03-02',
  opens: 480,
  closes: 1200,
  files: [{ path: 'drive/a.md', content: 'The code is NEW1234.' }],
  facts: [],
  meetings: [],
  records: [{ system: 'hr' as const, name: 'staff', rows: [{ id: 'E-1', year: 2012 }] }],
  systems: [],
  events: [],
  assignments: [],
};
const instance = (change: object = {}): Instance => ({
  version: 1,
  name: 's',
  seed: '0',
  company: { name: 'c', people: [], rooms: [] },
  days: [{ ...day, ...change }],
});
const clue = (secrets: readonly string[], at = 'drive/a.md'): Clue => ({
  id: 'one',
  kind: 'file',
  at,
  topic: '',
  after: [],
  secrets,
});

describe('the leak scanner', () => {
  it('lets a secret stand where its clue is', () => {
    expect(leaksIn(instance(), [clue(['NEW1234'])])).toEqual([]);
  });

  it('finds it anywhere else: files, records, messages, briefs, pictures', () => {
    expect(leaksIn(instance(), [clue(['NEW1234'], 'drive/b.md')])).toMatchObject([{ place: 'drive/a.md' }]);
    expect(leaksIn(instance(), [clue(['E-1'])])).toMatchObject([{ place: 'hr/staff' }]);
    const files = [{ path: 'drive/map.png', content: '', picture: { label: 'SECRET-7' } }];
    expect(leaksIn(instance({ files }), [clue(['SECRET-7'])])).toMatchObject([{ place: 'drive/map.png' }]);
    const events = [{ at: 500, isUrgent: false, kind: 'message', from: 'P-1', text: 'it is SECRET-7', discloses: [] }];
    expect(leaksIn(instance({ events }), [clue(['SECRET-7'])])).toHaveLength(1);
  });

  it('takes words whole', () => {
    expect(leaksIn(instance(), [clue(['12', 'NEW123', '20'])])).toEqual([]);
  });
});
