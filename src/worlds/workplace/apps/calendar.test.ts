import { describe, expect, it } from 'vitest';
import { openDesk } from '../fixtures/desk.ts';
import type { Day, Meeting } from '../instance.ts';
import { app } from './calendar.ts';
import { app as files } from './files.ts';

const meeting = (id: string, given: Partial<Meeting> = {}): Meeting => ({
  id,
  title: `Title of ${id}`,
  room: 'Room 01',
  start: 540,
  end: 600,
  organiser: 'P-002',
  attendees: ['P-000', 'P-003'],
  minutes: 'Order two chairs.',
  discloses: ['fact-1'],
  ...given,
});
const others = meeting('others', { start: 600, end: 660, attendees: ['P-003'] });
const desk = (today: Partial<Day> = {}) =>
  openDesk([app, files], { opens: 510, meetings: [meeting('mine'), others], ...today });
const ASKED = { title: 'Plan', room: 'Room 02', start: '14:00', end: '15:00', attendees: ['Orfeas Iyengare', 'p-004'] };

describe('list_meetings', () => {
  it('shows one’s own, in order', async () => {
    const { use, refused } = desk();
    expect(await use('list_meetings')).toMatchObject({
      date: '2026-03-02',
      meetings: [
        {
          id: 'mine',
          room: 'Room 01',
          start: '09:00',
          end: '10:00',
          organiser: 'Ulrika Dembela',
          attendees: ['Nadezha Farrowell', 'Orfeas Iyengare'],
        },
      ],
      total: 1,
    });
    expect(JSON.stringify(await use('list_meetings', { date: '2026-03-02' }))).not.toContain('chairs');
    expect(await refused('list_meetings', { date: '2026-03-03' })).toMatch(/^not_found: .*today only/);
  });
});

describe('list_free_rooms', () => {
  it('leaves out what is taken; touching is free', async () => {
    const { use } = desk();
    expect(await use('list_free_rooms', { start: '09:30', end: '10:30' })).toMatchObject({
      rooms: ['Room 02'],
      total: 1,
    });
    expect(await use('list_free_rooms', { start: '11:00', end: '12:00' })).toMatchObject({ total: 2 });
    expect(await use('list_free_rooms', { start: '9:00', end: '09:01' })).toMatchObject({ rooms: ['Room 02'] });
  });
  it.each([
    ['10:00', '09:00'],
    ['10:00', '10:00'],
    ['08:00', '09:30'],
    ['16:30', '17:01'],
    ['25:00', '26:00'],
    ['10:61', '11:00'],
    ['ten', 'eleven'],
    ['2026-03-02T10:00', '11:00'],
    ['-1:00', '10:00'],
    ['', ''],
  ])('refuses %j to %j', async (start, end) => {
    expect(await desk().refused('list_free_rooms', { start, end })).toMatch(/^invalid/);
    expect(await desk().refused('book_meeting', { ...ASKED, start, end })).toMatch(/^invalid/);
  });
});

describe('book_meeting', () => {
  it('books, notes it, reminds, and can be cancelled', async () => {
    const { use, noted, look } = desk();
    const booked = await use('book_meeting', {
      ...ASKED,
      attendees: [...ASKED.attendees, 'P-003', 'Nadezha Farrowell'],
    });
    expect(booked).toMatchObject({
      id: 'booking-1400-room-02',
      organiser: 'Nadezha Farrowell',
      attendees: ['Orfeas Iyengare', 'Lindiwe Granquist'],
      now: '08:35',
    });
    expect(noted('meeting-booked')).toEqual([
      {
        day: 0,
        meeting: 'booking-1400-room-02',
        title: 'Plan',
        room: 'Room 02',
        start: 840,
        end: 900,
        attendees: ['P-003', 'P-004'],
        at: 515,
      },
    ]);
    expect(await use('list_meetings')).toMatchObject({ total: 2 });
    expect((await look('list_free_rooms', { start: '14:30', end: '16:00' })).answer).toMatchObject({
      rooms: ['Room 01'],
    });
    expect(await use('cancel_meeting', { id: 'booking-1400-room-02' })).toMatchObject({
      cancelled: 'booking-1400-room-02',
    });
    expect(noted('meeting-cancelled')).toEqual([{ day: 0, meeting: 'booking-1400-room-02', at: 518 }]);
    expect(await use('list_free_rooms', { start: '14:30', end: '16:00' })).toMatchObject({ total: 2 });
  });
  it.each([
    [{ room: 'Room 09' }, /^not_found: there is no room/],
    [{ attendees: ['Nobody Atall'] }, /^not_found: there is nobody/],
    [{ attendees: ['P-000'] }, /^invalid: a meeting needs somebody/],
    [{ attendees: [] }, /^invalid/],
    [{ attendees: 'P-003,P-004' }, /^invalid/],
    [{ title: ' ' }, /^invalid/],
    [{ start: '10:30', end: '11:30' }, /^conflict: Orfeas Iyengare is in a meeting from 10:00 to 11:00$/],
    [{ start: '09:30', end: '10:00', attendees: ['P-004'] }, /^conflict: you are in a meeting/],
    [{ room: 'room 01', start: '10:00', end: '11:00', attendees: ['P-004'] }, /^conflict: Room 01 is taken/],
    [{ organiser: 'P-001' }, /^invalid: .*no parameter "organiser"/],
  ])('refuses %j', async (given, words) => {
    const { refused, noted } = desk();
    expect(await refused('book_meeting', { ...ASKED, ...given })).toMatch(words);
    expect(noted('meeting-booked')).toEqual([]);
  });
  it('books nothing in the past', async () => {
    const { refused } = desk({ opens: 900 });
    expect(await refused('book_meeting', ASKED)).toMatch(/^conflict: it is 15:05 already/);
  });
});

describe('cancel_meeting', () => {
  it('is for who organised it', async () => {
    const { refused } = desk();
    expect(await refused('cancel_meeting', { id: 'mine' })).toMatch(/^forbidden/);
    expect(await refused('cancel_meeting', { id: 'others' })).toMatch(/^not_found/);
    expect(await refused('cancel_meeting', { id: 'no' })).toMatch(/^not_found/);
  });
});

describe('attend_meeting', () => {
  it('is refused before the door opens', async () => {
    const { refused, noted } = desk({ opens: 534 });
    expect(await refused('attend_meeting', { id: 'mine' })).toMatch(/^conflict: .*come back at 08:55/);
    expect(noted('meeting-attended')).toEqual([]);
  });
  it.each([
    [535, '08:55', true],
    [545, '09:05', true],
    [546, '09:06', false],
    [599, '09:59', false],
  ])('at minute %i one arrives at %s, on time: %s', async (opens, arrived, is_on_time) => {
    const { use, noted } = desk({ opens });
    expect(await use('attend_meeting', { id: 'mine' })).toMatchObject({
      arrived,
      is_on_time,
      ends: '10:00',
      stayed_until: '10:00',
      minutes: 'Order two chairs.',
      now: '10:00',
    });
    expect(noted('meeting-attended')).toEqual([{ day: 0, meeting: 'mine', arrived: opens, isOnTime: is_on_time }]);
    expect(noted('disclosure')).toEqual([{ day: 0, fact: 'fact-1', person: 'P-002', answers: null, at: opens }]);
  });
  it('is over at its end, and closed to who is not invited', async () => {
    expect(await desk({ opens: 600 }).refused('attend_meeting', { id: 'mine' })).toMatch(/^conflict: .*was over/);
    expect(await desk({ opens: 600 }).refused('attend_meeting', { id: 'others' })).toMatch(/^not_found/);
  });
  it('is cut short by what is urgent, then tells half of it, and can be gone on with', async () => {
    const events = [{ at: 560, isUrgent: true, kind: 'alarm' as const, source: 'house', text: 'Fire drill' }];
    const mine = meeting('mine', { minutes: 'One.\nTwo.\nThree.' });
    const { look, noted } = desk({ opens: 540, events, meetings: [mine] });
    const seen = await look('attend_meeting', { id: 'mine' });
    const half = 'One.\n(You were called away before the end.)';
    expect(seen.answer).toMatchObject({ now: '09:20', stayed_until: '09:20', ends: '10:00', minutes: half });
    expect(seen.notices).toEqual(['Fire drill']);
    expect(noted('disclosure')).toHaveLength(1);
    const rest = { is_on_time: false, now: '10:00', stayed_until: '10:00', minutes: mine.minutes };
    expect((await look('attend_meeting', { id: 'mine' })).answer).toMatchObject(rest);
  });
});
