/**
 * Opens the Python engine: interpreters are started when first needed, scenarios are kept ready by recent use, and what has died is
 * started again for whoever comes next. Does not know worlds, tasks or tools.
 */
import type { Clock } from '../../core/clock.ts';
import { UserError } from '../../core/errors.ts';
import { type PythonEngine, PythonLost, type PythonScenario } from './engine.ts';
import { PYTHON_MISSING, pythonEnvironment } from './environment.ts';
import { DEFAULT_LIMITS, type PythonLimits, settings } from './limits.ts';
import { NotContained, type Root, startRoot } from './root.ts';
import { warmScenario } from './scenario.ts';
import { scenarioShelf } from './scenario-shelf.ts';
import { runVerification } from './verification.ts';

export interface PythonOptions {
  /** PRACTICUM_HOME: the virtual environment lies below it. */
  readonly home: string;
  /** Whether to go on where the machine does not let Python be contained. */
  readonly trust: boolean;
  readonly clock: Clock;
  readonly limits?: Partial<PythonLimits>;
  /** How many scenarios stay ready after their last episode. */
  readonly warmScenarios?: number;
}

/** About 60 MB each. */
const WARM_SCENARIOS = 32;
/** The supervisor and the two processes that others are forked from; where they are contained, one that waits outside. */
const STANDING = { contained: 4, open: 3 };

export function openPythonEngine(options: PythonOptions): PythonEngine {
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const keeper = rootKeeper(() => startedRoot(options, limits));
  const shelf = scenarioShelf({
    load: async (spec) => warmScenario(await keeper.root(), spec, limits),
    most: options.warmScenarios ?? WARM_SCENARIOS,
  });
  return {
    version: async () => (await keeper.root()).version,
    scenario: async (spec): Promise<PythonScenario> => {
      const { openapi, routes, image } = await shelf.ready(spec);
      return { openapi, routes, image, open: async () => (await shelf.ready(spec)).open() };
    },
    verify: async (request, signal) => {
      signal.throwIfAborted();
      return runVerification(await keeper.root(), { request, limits, signal });
    },
    stats: () => ({ ...shelf.count(), processes: keeper.processes() }),
    close: keeper.close,
  };
}

interface RootKeeper {
  /** The one that lives, or a new one. */
  root(): Promise<Root>;
  processes(): number;
  close(): Promise<void>;
}

function rootKeeper(start: () => Promise<Root>): RootKeeper {
  let started: Promise<Root> | null = null;
  let current: Root | null = null;
  let isClosed = false;
  return {
    root: async () => {
      if (isClosed) throw new PythonLost('closed', 'The Python engine was closed.');
      if (started !== null && (current === null || current.isAlive)) return started;
      current = null;
      const mine = start();
      started = mine;
      try {
        current = await mine;
        return current;
      } catch (error) {
        if (started === mine) started = null;
        throw error;
      }
    },
    processes: () => {
      if (!current?.isAlive) return 0;
      return (current.isContained ? STANDING.contained : STANDING.open) + current.lines;
    },
    close: async () => {
      isClosed = true;
      const open = await started?.catch(() => null);
      await open?.close();
    },
  };
}

async function startedRoot({ home, trust, clock }: PythonOptions, limits: PythonLimits): Promise<Root> {
  const environment = pythonEnvironment(home);
  if (environment === null) throw new UserError(PYTHON_MISSING);
  const start = (isContained: boolean): Promise<Root> =>
    startRoot({ python: environment.python, settings: settings(limits, isContained), isContained, clock });
  if (process.platform !== 'linux') {
    if (trust) return start(false);
    throw new UserError(uncontained('that needs Linux'));
  }
  try {
    return await start(true);
  } catch (error) {
    if (!(error instanceof NotContained)) throw error;
    if (trust) return start(false);
    throw new UserError(uncontained(error.message), { cause: error });
  }
}

function uncontained(reason: string): string {
  return `Python worlds run code from outside, which this machine does not let us contain: ${reason}. Where you trust the code, add --trust-python.`;
}
