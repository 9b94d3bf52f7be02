/** The engines that suites share, each started when it is first needed. */

import type { PythonEngine } from '../engines/python/engine.ts';
import { openPythonEngine } from '../engines/python/pool.ts';
import { openSandboxPool } from '../engines/sandbox/pool.ts';
import type { SandboxPool } from '../engines/sandbox/sandbox.ts';
import { systemClock } from '../run/system-clock.ts';

export interface EngineOptions {
  readonly home: string;
  /** Whether Python may run where the system cannot contain it. */
  readonly trustPython?: boolean;
}

export interface Engines {
  python(): PythonEngine;
  sandbox(): SandboxPool;
  close(): Promise<void>;
}

export function openEngines({ home, trustPython = false }: EngineOptions): Engines {
  let python: PythonEngine | undefined;
  let sandbox: SandboxPool | undefined;
  return {
    python: () => {
      python ??= openPythonEngine({ home, trust: trustPython, clock: systemClock });
      return python;
    },
    sandbox: () => {
      sandbox ??= openSandboxPool();
      return sandbox;
    },
    close: async () => {
      await Promise.all([python?.close(), sandbox?.close()]);
      python = undefined;
      sandbox = undefined;
    },
  };
}
