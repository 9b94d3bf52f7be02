import { type Command, Option } from 'commander';
import type { SimulatorFlags } from './check-simulator.ts';
import { accessOptions, positive, styleOptions, trustOption } from './run-flags.ts';

export interface CheckFlags extends SimulatorFlags {
  readonly taskIds?: readonly string[];
  readonly worldModel?: string;
  readonly agentModel?: string;
  readonly seed: string;
  readonly limit?: number;
  readonly pathsFrom?: string;
  readonly trustPython: boolean;
}

export function addCheck(program: Command): void {
  const check = program
    .command('check')
    .description('certify tasks: what must pass passes, what must fail fails; the labels are kept')
    .argument('<suite>', 'the name or path of a suite')
    .option('--task-ids <ids...>', 'only these tasks')
    .addOption(new Option('--limit <n>', 'only the first n of them').argParser(positive))
    .option('--seed <seed>', 'seed of the mutants', '0')
    .option('--paths-from <run>', 'take the calls of passed episodes of a run as solutions of tasks that have none')
    .addOption(trustOption())
    .option('--json', 'for machines', false);
  const simulator = [
    new Option('--world-model <name>', 'the simulator to certify the tasks for'),
    new Option('--agent-model <name>', 'the model that tries them, with their plan and without'),
    new Option('--verifier-model <name>', 'the model that judges (default: the world model)'),
    new Option('-n <plays>', 'plays with the plan, and as many without').argParser(positive).default(3),
    new Option('--output-dir <dir>', 'where the plays are kept').default('./results'),
    ...styleOptions(),
    ...accessOptions(),
  ];
  for (const option of simulator) check.addOption(option.helpGroup('Tasks that only models can play:'));
  check.action(async (suite: string, flags: CheckFlags) => {
    process.exitCode = await (await import('./check.ts')).check(suite, flags);
  });
}
