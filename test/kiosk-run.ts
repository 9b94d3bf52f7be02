/** Runs over the kiosk for tests: all three roles by scripted models, recorded and replayed as in a real run. */
import { toolLoop } from '../src/agents/tool-loop.ts';
import { openCatalog } from '../src/catalog/catalog.ts';
import { DEFAULT_STYLES, type Means } from '../src/core/means.ts';
import type { Model, ModelRequest, Role } from '../src/core/model.ts';
import type { Mode } from '../src/core/plan.ts';
import { faultsFor } from '../src/faults/injected.ts';
import { recorder } from '../src/models/record.ts';
import { replayer } from '../src/models/replay.ts';
import { scripted } from '../src/models/scripted.ts';
import { rowMaker } from '../src/report/row.ts';
import { runDirectory } from '../src/run/directory.ts';
import { makePlan } from '../src/run/planning.ts';
import type { RunOptions } from '../src/run/run.ts';
import { systemClock } from '../src/run/system-clock.ts';
import { GOOD, kioskSuite } from './kiosk.ts';

export interface KioskRun {
  readonly path: string;
  /** Where the suite's files are written. */
  readonly home: string;
  readonly modes?: readonly Mode[];
  readonly onAsked?: (role: Role, request: ModelRequest) => void;
}

export async function kioskRun({
  path,
  home,
  modes = ['E0'],
  onAsked = () => undefined,
}: KioskRun): Promise<RunOptions> {
  const suite = await kioskSuite(home);
  const prompts = openCatalog({}).prompts(null);
  const plan = await makePlan({
    run: 'kiosk',
    suite,
    source: 'kiosk',
    tasks: suite.tasks,
    agents: [{ name: 'clerk', model: 'clerk', settings: {} }],
    modes,
    faultCount: 1,
    faultDuration: 1,
    trials: 1,
    seed: '0',
    withPlan: false,
    worldModel: 'world',
    verifierModel: 'judge',
    styles: DEFAULT_STYLES,
    prompts: {},
    version: 'test',
  });
  const taskOf: RunOptions['taskOf'] = ({ task }) => suite.tasks.find(({ id }) => id === task.id) ?? fail(task.id);
  const casting: RunOptions['casting'] = (planned, { emit, replies }) => {
    const task = taskOf(planned);
    const [record, replay] = [recorder({ emit }), replayer({ replies })];
    const model = (role: 'agent' | 'world' | 'judge') => {
      const said = scripted(GOOD[role], { name: role });
      const watched: Model = {
        name: role,
        generate: (request, signal) => {
          onAsked(role, request);
          return said.generate(request, signal);
        },
      };
      return record(role, replay(role, watched));
    };
    const means: Means = {
      model: (role) => model(role === 'judge' ? 'judge' : 'world'),
      emit,
      prompt: (file) => prompts.get(file) ?? fail(file),
      styles: DEFAULT_STYLES,
      faults: { mode: planned.mode, count: 1, duration: 1 },
    };
    return {
      world: suite.world(task, means),
      judge: suite.judge(task, means),
      agent: { name: 'clerk', act: toolLoop({ model: model('agent'), system: 'You sell.' }).act },
      faults: faultsFor(planned.mode, { count: 1, duration: 1, length: 2 }),
    };
  };
  return {
    plan,
    directory: runDirectory(path),
    workers: 2,
    clock: systemClock,
    signal: new AbortController().signal,
    taskOf,
    casting,
    rowsOf: rowMaker(plan),
  };
}

function fail(what: string): never {
  throw new Error(`there is no ${what}`);
}
