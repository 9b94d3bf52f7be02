import type { Command } from 'commander';

export function addCheck(program: Command): void {
  program
    .command('check')
    .description('certify tasks: the oracle passes, idle fails, mutants of the oracle fail')
    .argument('<suite>', 'the name or path of a suite')
    .option('--task-ids <ids...>', 'only these tasks')
    .option('--seed <seed>', 'seed of the mutants', '0')
    .option('--json', 'for machines', false)
    .action(async (suite: string, options: { taskIds?: string[]; seed: string; json: boolean }) => {
      process.exitCode = await (await import('./check.ts')).check(suite, options);
    });
}
