import type { Command } from 'commander';

interface ImportFlags {
  readonly out?: string;
  readonly from?: string;
  readonly mode?: string;
  readonly fk?: string;
  readonly build?: boolean;
  readonly force?: boolean;
  readonly json?: boolean;
}

export function addImport(program: Command): void {
  program
    .command('import')
    .description('make a suite of others’ tasks: import occubench, import awm')
    .argument('[format]', 'what to import: occubench, or awm (Agent World Model)')
    .argument('[source]', 'a copy of it: its folder (of OccuBench also a file of tasks); without one it is fetched')
    .option(
      '--out <name-or-path>',
      'the name of the suite, or the path of its folder (default: the name of the format)',
    )
    .option('--from <url>', 'where to fetch it from: a repository, a data set, or a folder of files')
    .option('--mode <mode>', 'awm: repaired (default) mends what is broken; faithful reproduces the original')
    .option('--fk <on|off>', 'awm: whether seeds obey foreign keys: on (default) as in the original, off as in OpenEnv')
    .option('--build', 'awm: build every database now, to know all losses')
    .option('--force', 'replace a suite of that name')
    .option('--json', 'for machines')
    .action(async (format: string | undefined, source: string | undefined, flags: ImportFlags) => {
      const { importSuite } = await import('./import.ts');
      process.exitCode = await importSuite(
        {
          format: format ?? null,
          source: source ?? null,
          out: flags.out ?? null,
          from: flags.from ?? null,
          mode: flags.mode ?? null,
          fk: flags.fk ?? null,
          build: flags.build ?? false,
          force: flags.force ?? false,
          json: flags.json ?? false,
        },
        process.env,
      );
    });
}
