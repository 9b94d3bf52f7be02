import type { Command } from 'commander';

export function addSetup(program: Command): void {
  program
    .command('setup')
    .description('install what some worlds need besides Node: setup python')
    .argument('[what]', 'what to set up: python')
    .option('--python <path>', 'the interpreter to use (default: the newest on the PATH)')
    .option('--force', 'make it anew where it is there already')
    .action(async (what: string | undefined, options: { python?: string; force?: boolean }) => {
      const { setUp } = await import('./setup.ts');
      process.exitCode = await setUp(
        { what: what ?? null, python: options.python ?? null, isForced: options.force === true },
        process.env,
      );
    });
}
