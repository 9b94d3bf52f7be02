import type { Command } from 'commander';

export function addImport(program: Command): void {
  program
    .command('import')
    .description('make a suite of others’ tasks: import occubench')
    .argument('[format]', 'what to import: occubench')
    .argument(
      '[source]',
      'a copy of it: the repository, its data folder, or a file of tasks; without one it is fetched',
    )
    .option(
      '--out <name-or-path>',
      'the name of the suite, or the path of its folder (default: the name of the format)',
    )
    .option('--from <url>', 'where to fetch it from: a repository, or a folder of files')
    .option('--force', 'replace a suite of that name')
    .option('--json', 'for machines')
    .action(
      async (
        format: string | undefined,
        source: string | undefined,
        options: { out?: string; from?: string; force?: boolean; json?: boolean },
      ) => {
        const { importSuite } = await import('./import.ts');
        process.exitCode = await importSuite(
          {
            format: format ?? null,
            source: source ?? null,
            out: options.out ?? null,
            from: options.from ?? null,
            force: options.force ?? false,
            json: options.json ?? false,
          },
          process.env,
        );
      },
    );
}
