import { describe, expect, it } from 'vitest';
import { openDesk } from '../fixtures/desk.ts';
import type { SystemReading } from '../instance.ts';
import { app } from './monitoring.ts';

const health = (disk: number): SystemReading['data'] => ({
  servers: [{ server: 'Store-1', status: disk > 90 ? 'CRITICAL' : 'OK', disk, note: null }],
});
const systems: readonly SystemReading[] = [
  { from: 0, view: 'health', data: health(80) },
  { from: 483, view: 'health', data: health(95) },
  { from: 900, view: 'health', data: health(99) },
  {
    from: 0,
    view: 'load-times/last_7_days',
    data: {
      pages: [
        { page: '/a', ms: 1 },
        { page: '/b', ms: 1800 },
      ],
    },
  },
  { from: 0, view: 'load-times/last_24_hours', data: { '/a': 7 } },
  { from: 0, view: 'logs/Store-1', data: { lines: ['one', 'two', 'three'] } },
];

describe('monitoring', () => {
  it('shows what is so at the moment, and notes that it was seen', async () => {
    const { use, noted } = openDesk([app], { systems });
    expect(await use('get_system_health')).toMatchObject({
      view: 'health',
      data: { servers: [{ disk: 80, note: '' }] },
    });
    await use('list_services');
    expect(await use('get_system_health')).toMatchObject({
      read_at: '08:03',
      data: { servers: [{ status: 'CRITICAL' }] },
    });
    expect(noted('system-read')).toEqual([
      { day: 0, view: 'health', at: 481 },
      { day: 0, view: 'services', at: 482 },
      { day: 0, view: 'health', at: 483 },
    ]);
  });
  it('shows load times of all pages or of one', async () => {
    const { use, refused } = openDesk([app], { systems });
    expect(await use('get_load_times')).toMatchObject({ data: { pages: [{ page: '/a' }, { page: '/b', ms: 1800 }] } });
    expect((await use('get_load_times', { window: 'last_7_days', page: '/b' })).data).toEqual({
      pages: [{ page: '/b', ms: 1800 }],
    });
    expect((await use('get_load_times', { window: 'last_24_hours', page: '/a' })).data).toEqual({
      pages: [{ page: '/a', ms: 7 }],
    });
    expect(await refused('get_load_times', { page: '/none' })).toMatch(/^not_found/);
    expect(await refused('get_load_times', { window: 'ever' })).toMatch(/^invalid: .*last_7_days, last_24_hours/);
  });
  it('shows logs of servers that there are', async () => {
    const { use, refused } = openDesk([app], { systems });
    expect((await use('get_error_logs', { server: 'store-1', lines: 2 })).data).toEqual({ lines: ['two', 'three'] });
    expect(await refused('get_error_logs', { server: '../x' })).toMatch(/^not_found: .*there are Store-1/);
    expect(await refused('get_error_logs', { server: 'Store-1', lines: 0 })).toMatch(/^invalid/);
  });
  it('answers quietly on a day without readings, and the same each time', async () => {
    const [one, two] = [openDesk([app]), openDesk([app])];
    for (const tool of ['get_load_times', 'get_system_health', 'list_services', 'get_performance_summary'])
      expect(await one.use(tool)).toEqual(await two.use(tool));
    const { data } = await one.use('get_system_health');
    expect(JSON.stringify(data)).not.toMatch(/CRITICAL|WARN/);
    expect(await one.use('get_error_logs', { server: 'app-01' })).toMatchObject({ data: { lines: { length: 20 } } });
    const times = JSON.stringify((await one.use('get_load_times', { window: 'last_24_hours' })).data);
    const { data: summary } = await one.use('get_performance_summary', { window: 'last_24_hours' });
    const ms = [...times.matchAll(/"page":"([^"]+)","ms":(\d+)/g)].map(([, page, n]) => ({ page, n: Number(n) }));
    expect(summary).toMatchObject({ slowest_page: ms.toSorted((a, b) => b.n - a.n)[0]?.page });
  });
  it('never restarts anything, and remembers who tried', async () => {
    const { refused, noted } = openDesk([app], { systems });
    expect(await refused('reboot_server', { server: 'Store-1' })).toMatch(/^forbidden/);
    expect(noted('act')).toEqual([{ day: 0, name: 'reboot_server', data: { server: 'Store-1' }, at: 481 }]);
    expect(await refused('reboot_server', { server: 'none' })).toMatch(/^not_found/);
    expect(noted('act')).toHaveLength(1);
  });
});
