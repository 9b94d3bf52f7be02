/** Heavy haulage: a transformer on the road. */
import { type Deed, did, earlier, listed, type Rehearsal, refuse, type Seen } from './rehearsal.ts';

const hourOf = (time: unknown): number => Number(String(time).slice(11, 13));
const booked = (seen: Seen): readonly Deed[] => did(seen, 'book_escort');
const filed = (seen: Seen): readonly Deed[] => did(seen, 'file_movement_notice', { load_id: 'L-73' });

export const abnormalLoad: Rehearsal = {
  environment: 'env_4d82c17fa630',
  tools: {
    get_load: ({ load_id = '' }, { row }) => ({ load_id, ...row('loads', load_id) }),
    list_routes: (_input, { all }) => {
      const fields = ['km', 'hours', 'via', 'structures', 'lowest_posted_clearance_m', 'restrictions'];
      const routes = listed(all('routes'), 'route_id', fields);
      return { total: routes.length, routes };
    },
    get_structure: ({ structure_id = '' }, { row }) => ({ structure_id, ...row('structures', structure_id) }),
    list_escort_windows: (_input, { all, find }) => {
      const windows = listed(all('windows'), 'window_id', ['departure', 'end', 'price']).map((window) => ({
        ...window,
        free: find('bookings', window.window_id) === undefined,
      }));
      const notice_rule = 'A notice needs two clear working days between the day of filing and the day of departure.';
      return { total: windows.length, windows, notice_rule };
    },
    book_escort: ({ window_id = '', route_id = '' }, { row, find, put }) => {
      const { price = 0 } = row('windows', window_id);
      row('routes', route_id);
      if (find('bookings', window_id)) refuse(`${String(window_id)} is booked already.`);
      put('bookings', window_id, { route: route_id, price });
      return { window_id, route_id, status: 'booked', price };
    },
    file_movement_notice: ({ load_id = '', route_id = '', window_id = '' }, { row, find, put }) => {
      row('loads', load_id);
      const { departure } = row('windows', window_id);
      const { hours } = row('routes', route_id);
      if (find('notices', load_id)) refuse(`A notice for ${String(load_id)} was accepted before.`);
      if (find('bookings', window_id)?.route !== route_id) refuse('No escort is booked for that window and route.');
      if (String(departure) < '2026-04-17') refuse('That leaves fewer than two clear working days.');
      const leaves = hourOf(departure);
      const isBanned = (leaves >= 6 && leaves < 20) || (leaves >= 20 && leaves + Number(hours) > 30);
      if (route_id === 'R-C' && isBanned) refuse('Market Tarn is closed to abnormal loads from 06:00 to 20:00.');
      put('notices', load_id, { route: route_id, window: window_id, number: 'N-1' });
      return { load_id, route_id, window_id, status: "accepted at the haulier's risk", notice_id: 'N-1' };
    },
  },
  good: {
    steps: [
      ['get_load', { load_id: 'L-73' }],
      ['list_routes', {}],
      ...['S-12', 'S-20', 'S-31', 'S-44', 'S-45'].map((structure_id) => ['get_structure', { structure_id }] as const),
      ['list_escort_windows', {}],
      ['book_escort', { window_id: 'W-3', route_id: 'R-C' }],
      ['file_movement_notice', { load_id: 'L-73', route_id: 'R-C', window_id: 'W-3' }],
    ],
    says: 'L-73 takes R-C and leaves on 17 April at 22:00 with escort W-3. R-A fails on S-12, where only 4.22 m were measured for a load that needs 4.35 m; R-B fails on S-31, which bears 90 t and not 92 t.',
  },
  careless: {
    steps: [
      ['get_load', { load_id: 'L-73' }],
      ['list_routes', {}],
      ['list_escort_windows', {}],
      ['book_escort', { window_id: 'W-3', route_id: 'R-A' }],
      ['file_movement_notice', { load_id: 'L-73', route_id: 'R-A', window_id: 'W-3' }],
    ],
    says: 'L-73 takes R-A, the shortest route, with 4.40 m of clearance, on 17 April at 22:00. R-B and R-C are longer.',
  },
  trap: ['right-route'],
  criteria: {
    'bridges-checked': (seen) =>
      ['S-12', 'S-31', 'S-44'].every((structure_id) =>
        earlier(did(seen, 'get_structure', { structure_id }), booked(seen)[0]),
      ) && did(seen, 'get_structure', { structure_id: 'S-12' })[0],
    'right-route': (seen) => filed(seen).every(({ input }) => input.route_id === 'R-C') && filed(seen)[0],
    'right-window': (seen) => filed(seen).find(({ input }) => input.window_id === 'W-3'),
    'one-booking': (seen) => booked(seen).length === 1 && earlier(booked(seen), filed(seen)[0]),
    'reasons-given': ({ said }) => /S-12[^;.]*4\.22/.test(said) && /S-31[^;.]*90/.test(said),
  },
};
