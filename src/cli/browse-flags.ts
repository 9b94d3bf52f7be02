import type { Command } from 'commander';

export function addList(program: Command): void {
  program
    .command('list')
    .description('list suites, agents, or the tasks of a suite')
    .argument('[what]', 'suites, agents, or the name or path of a suite', 'suites')
    .option('--json', 'for machines')
    .action(async (what: string, options: { json?: boolean }) =>
      (await import('./browse.ts')).list(what, options.json ?? false),
    );
}

export function addShow(program: Command): void {
  program
    .command('show')
    .description('show a suite with its worlds, rules and tools, or one of its tasks')
    .argument('<suite>', 'the name or path of a suite')
    .argument('[task]', 'the id of one of its tasks')
    .option('--truth', 'also what the judge expects and how the task is set up')
    .option('--json', 'for machines')
    .action(async (suite: string, task: string | undefined, options: { truth?: boolean; json?: boolean }) =>
      (await import('./browse.ts')).show({
        suite,
        task: task ?? null,
        truth: options.truth ?? false,
        json: options.json ?? false,
      }),
    );
}
