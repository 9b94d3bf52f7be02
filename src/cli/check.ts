/** `practicum check`: certifies every task of a suite, keeps the certificates, and says what stands against each. */
import { join } from 'node:path';
import { openCatalog } from '../catalog/catalog.ts';
import { withKeptPaths } from '../certify/kept-paths.ts';
import { certifySuite, type SuiteCertificate } from '../certify/suite-certificate.ts';
import { type KeptCertificate, keptCertificate, taskCertificatesPath } from '../certify/task-certificates.ts';
import { UsageError } from '../core/errors.ts';
import type { Suite } from '../core/suite.ts';
import type { Task } from '../core/task.ts';
import { adoptPaths } from './adopted-paths.ts';
import { keepPaths, keepTaskCertificates, readKeptPaths } from './certificate-file.ts';
import type { CheckFlags } from './check-flags.ts';
import { type CheckLine, checkLine } from './check-line.ts';
import { checkPage } from './check-page.ts';
import { checkSimulator } from './check-simulator.ts';
import { EXIT } from './exit.ts';
import { onInterrupt } from './interrupt.ts';
import { selectTasks } from './selection.ts';
import { versionOf } from './version.ts';

export async function check(name: string, flags: CheckFlags): Promise<number> {
  const { taskIds, worldModel, agentModel } = flags;
  if (worldModel !== undefined || agentModel !== undefined) {
    if (worldModel === undefined || agentModel === undefined) {
      throw new UsageError('To certify for a simulator, name both: --world-model and --agent-model.');
    }
    return checkSimulator({ suite: name, worldModel, agentModel, taskIds, flags });
  }
  const { home, suite: open } = openCatalog(process.env, { trustPython: flags.trustPython });
  const suite = await open(name);
  const tasks = selectTasks(suite, { taskIds }).slice(0, flags.limit);
  const line = checkLine(process.stderr, tasks.length);
  const interrupt = onInterrupt({ ...line, show: () => undefined });
  const drawer = drawerFor(home, suite.name);
  const job: Job = { suite, tasks, home, line, drawer, signal: interrupt.signal };
  try {
    const result = await certified(job, flags);
    line.end();
    console.log(flags.json ? JSON.stringify(result, null, 2) : checkPage(result, drawer.keep()));
    return result.isSound ? EXIT.done : EXIT.error;
  } catch (error) {
    if (!interrupt.signal.aborted) throw error;
    line.say(`Interrupted; what was certified so far is kept in ${drawer.keep()}`);
    return EXIT.interrupted;
  } finally {
    drawer.keep();
    interrupt.release();
  }
}

interface Job {
  readonly suite: Suite;
  readonly tasks: readonly Task[];
  readonly home: string;
  readonly line: CheckLine;
  readonly drawer: Drawer;
  readonly signal: AbortSignal;
}

async function certified(job: Job, { seed, pathsFrom }: CheckFlags): Promise<SuiteCertificate> {
  const { suite, tasks, home, line, drawer, signal } = job;
  if (pathsFrom !== undefined) {
    const { paths, unrepeatable } = await adoptPaths(pathsFrom, { suite, tasks, seed, signal });
    if (paths.length > 0) keepPaths(home, suite.name, paths);
    line.say(`Solutions taken from passed episodes of ${pathsFrom}: ${paths.length}.`);
    if (unrepeatable.length > 0)
      line.say(`Passed there, but not when the same calls are made again: ${unrepeatable.join(', ')}.`);
  }
  const practicum = versionOf();
  return certifySuite(withKeptPaths(suite, readKeptPaths(home, suite.name)), tasks, {
    seed,
    signal,
    onCertificate: (certificate, task) => {
      line.show(certificate);
      // What this machine lacks says nothing about the task.
      if (!certificate.isHindered) drawer.add(keptCertificate(task, certificate, { seed, practicum }));
    },
  });
}

interface Drawer {
  add(certificate: KeptCertificate): void;
  /** Writes what is not written yet, and says where. */
  keep(): string;
}

/** Whoever kills a long check loses no more than these. */
const KEPT_EVERY = 50;

function drawerFor(home: string, suite: string): Drawer {
  let fresh: KeptCertificate[] = [];
  const keep = (): string => {
    if (fresh.length > 0) keepTaskCertificates(home, suite, fresh);
    fresh = [];
    return join(home, taskCertificatesPath(suite));
  };
  return {
    add: (certificate) => {
      fresh.push(certificate);
      if (fresh.length >= KEPT_EVERY) keep();
    },
    keep,
  };
}
