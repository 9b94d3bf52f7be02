/** `practicum check`: certifies every task of a suite and says what stands against those that are not. */
import pc from 'picocolors';
import { openCatalog } from '../catalog.ts';
import type { Certificate } from '../certify/certificate.ts';
import { certifySuite, type SuiteCertificate } from '../certify/suite-certificate.ts';
import { UsageError } from '../core/errors.ts';
import type { CheckFlags } from './check-flags.ts';
import { checkSimulator } from './check-simulator.ts';
import { columns } from './columns.ts';
import { EXIT } from './exit.ts';
import { selectTasks } from './selection.ts';

export async function check(name: string, flags: CheckFlags): Promise<number> {
  const { taskIds, seed, json, worldModel, agentModel } = flags;
  if (worldModel !== undefined || agentModel !== undefined) {
    if (worldModel === undefined || agentModel === undefined) {
      throw new UsageError('To certify for a simulator, name both: --world-model and --agent-model.');
    }
    return checkSimulator({ suite: name, worldModel, agentModel, taskIds, flags });
  }
  const suite = await openCatalog(process.env).suite(name);
  const tasks = selectTasks(suite, { taskIds });
  const result = await certifySuite(suite, tasks, { seed });
  console.log(json ? JSON.stringify(result, null, 2) : page(result));
  return result.isSound ? EXIT.done : EXIT.error;
}

function page({ suite, certificates, labels }: SuiteCertificate): string {
  const head = ['task', 'label', 'oracle', 'calls', 'idle', 'mutants', 'killed', 'equivalent', 'survived'].map((word) =>
    pc.dim(word),
  );
  const rows = certificates.map((one) => [
    pc.bold(one.task),
    coloured(one),
    one.oracle ?? '–',
    String(one.calls),
    one.idle ?? '–',
    String(one.mutants.made),
    String(one.mutants.killed),
    String(one.mutants.equivalent),
    String(one.mutants.survived.length),
  ]);
  const problems = certificates.flatMap(({ task, problems: found }) =>
    found.map((problem) => `  ${pc.bold(task)}: ${problem}`),
  );
  const counts = Object.entries(labels)
    .filter(([, count]) => count > 0)
    .map(([label, count]) => `${count} ${label}`);
  const killed = certificates.reduce((sum, { mutants }) => sum + mutants.killed, 0);
  const ending = `${suite}: ${counts.join(', ')}; ${killed} mutants killed.`;
  return [columns([head, ...rows]), '', ...(problems.length > 0 ? [...problems, ''] : []), ending].join('\n');
}

function coloured({ label }: Certificate): string {
  if (label === 'certified') return pc.green(label);
  return label === 'needs-model' ? pc.yellow(label) : pc.red(label);
}
