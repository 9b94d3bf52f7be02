/** Genomics: five libraries on two lanes. */
import { type Deed, did, earlier, listed, listOf, type Place, type Rehearsal, refuse, type Seen } from './rehearsal.ts';

const TODAY = '2026-11-17';
const RUN = { run_id: 'RUN-77' };
const started = (seen: Seen): Deed | undefined => did(seen, 'start_run', RUN)[0];

function problemsOf({ all }: Place): readonly string[] {
  const sheet = all('sheet');
  const on = (lane: number) => sheet.filter(([, row]) => row.lane === lane);
  return [1, 2].flatMap((lane) => [
    ...(on(lane).length > 3 ? [`Lane ${lane} has ${on(lane).length} libraries.`] : []),
    ...on(lane).flatMap(([id, { index }], i) =>
      on(lane)
        .slice(i + 1)
        .flatMap(([other, row]) => (row.index === index ? [`${id} and ${other} share an index on lane ${lane}.`] : [])),
    ),
  ]);
}

/** How the sheet stood for a library when the run was started: the last edit, or the draft as shown. */
function sheetRow(seen: Seen, library_id: string): { readonly index: unknown; readonly lane: unknown } | undefined {
  const start = started(seen);
  if (start === undefined) return undefined;
  const edit = did(seen, 'edit_sheet', { library_id }).findLast(({ at }) => at < start.at);
  if (edit !== undefined) return { index: edit.input.index, lane: edit.input.lane };
  return DRAFT[library_id];
}

/** As the environment has it: what was never edited stands as drafted. */
const DRAFT: Readonly<Record<string, { readonly index: string; readonly lane: number }>> = {
  'LB-2': { index: 'TTGACCAG', lane: 1 },
  'LB-5': { index: 'AACCGGTT', lane: 1 },
};

export const sequencingRun: Rehearsal = {
  environment: 'env_a0f5834e6d9b',
  tools: {
    get_run: ({ run_id = '' }, { row, all }) => {
      const { lanes = 0, most_per_lane = 0, status = '' } = row('runs', run_id);
      const sheet = listed(all('sheet'), 'library_id', ['index', 'lane']);
      const unused = all('flow_cells').filter(([, { used }]) => used === false);
      const flow_cells = listed(unused, 'flow_cell_id', ['expires']);
      return { run_id, lanes, most_per_lane, status, total: sheet.length, sheet, flow_cells };
    },
    get_bench_log: ({ library_id = '' }, { row }) => {
      const { entries = [] } = row('bench', library_id);
      return { library_id, total: listOf(entries).length, entries };
    },
    get_index_plate: ({ plate_id = '' }, { row }) => {
      const { wells = [] } = row('plates', plate_id);
      return { plate_id, total: listOf(wells).length, wells };
    },
    edit_sheet: ({ library_id = '', index = '', lane = 0 }, { row }) => {
      const line = row('sheet', library_id);
      const run = row('runs', 'RUN-77');
      if (run.status === 'running') refuse('The run is started.');
      Object.assign(line, { index, lane });
      run.validated = false;
      return { library_id, index, lane };
    },
    validate_sheet: ({ run_id = '' }, place) => {
      const run = place.row('runs', run_id);
      const problems = [...problemsOf(place)];
      run.validated = problems.length === 0;
      return { run_id, result: problems.length === 0 ? 'passed' : 'failed', problems };
    },
    start_run: ({ run_id = '', flow_cell_id = '' }, { row }) => {
      const run = row('runs', run_id);
      const cell = row('flow_cells', flow_cell_id);
      if (run.status === 'running') refuse('It was started before.');
      if (run.validated !== true) refuse('The sheet is not validated since the last edit.');
      if (String(cell.expires) < TODAY || cell.used === true) refuse(`${String(flow_cell_id)} is not fit for use.`);
      run.status = 'running';
      cell.used = true;
      return { run_id, flow_cell_id, status: 'running' };
    },
  },
  good: {
    steps: [
      ['get_run', RUN],
      ...['LB-1', 'LB-2', 'LB-3', 'LB-4', 'LB-5'].map((library_id) => ['get_bench_log', { library_id }] as const),
      ['get_index_plate', { plate_id: 'IP-2' }],
      ['edit_sheet', { library_id: 'LB-5', index: 'TTGACCAG', lane: 2 }],
      ['validate_sheet', RUN],
      ['start_run', { ...RUN, flow_cell_id: 'FC-19' }],
    ],
    says: 'RUN-77 is running on FC-19. LB-5 was re-indexed at the bench on 12 November (TTGACCAG) and would have clashed with LB-2, so it moved to lane 2: LB-1 and LB-2 on lane 1, LB-3, LB-4 and LB-5 on lane 2.',
  },
  careless: {
    steps: [
      ['get_run', RUN],
      ['validate_sheet', RUN],
      ['start_run', { ...RUN, flow_cell_id: 'FC-19' }],
    ],
    says: 'The sheet passed validation without a change, and RUN-77 is running on FC-19.',
  },
  trap: ['lanes-apart'],
  criteria: {
    'bench-log-read': (seen) => earlier(did(seen, 'get_bench_log', { library_id: 'LB-5' }), started(seen)),
    'true-index': (seen) => sheetRow(seen, 'LB-5')?.index === 'TTGACCAG',
    'lanes-apart': (seen) => {
      const [two, five] = [sheetRow(seen, 'LB-2'), sheetRow(seen, 'LB-5')];
      return two !== undefined && five !== undefined && two.lane !== five.lane;
    },
    started: (seen) => started(seen)?.input.flow_cell_id === 'FC-19' && started(seen),
    'change-reported': ({ said }) => /LB-5[^.]*(re-?indexed|indexed again)/i.test(said),
  },
};
