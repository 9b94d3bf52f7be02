/** The command line: which commands there are. Each loads its own code when it is called, so that --help answers at once. */
import { Command, CommanderError } from 'commander';
import { addAnalyse } from './analyse-flags.ts';
import { addList, addShow } from './browse-flags.ts';
import { addCheck } from './check-flags.ts';
import { EXIT } from './exit.ts';
import { addGenerate } from './generate-flags.ts';
import { addImport } from './import-flags.ts';
import { addPlay } from './play-flags.ts';
import { addCompare, addRejudge, addReport } from './report-flags.ts';
import { addRun } from './run-flags.ts';
import { addServe } from './serve-flags.ts';
import { addSetup } from './setup-flags.ts';
import { versionOf } from './version.ts';

function program(): Command {
  const practicum = new Command('practicum')
    .description(
      'Puts AI agents through professional work in simulated worlds and says, with evidence, how well they did.',
    )
    .version(versionOf())
    .showHelpAfterError('(see --help)')
    .exitOverride();
  for (const add of [
    addRun,
    addImport,
    addGenerate,
    addCheck,
    addList,
    addShow,
    addReport,
    addCompare,
    addAnalyse,
    addRejudge,
    addServe,
    addPlay,
    addSetup,
  ])
    add(practicum);
  return practicum;
}

async function main(): Promise<number> {
  try {
    await program().parseAsync();
    return Number(process.exitCode ?? EXIT.done);
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage;
    return told(error);
  }
}

/** Known troubles are one sentence; a bug of ours shows where it happened. */
function told(error: unknown): number {
  const name = error instanceof Error ? error.name : '';
  const message = error instanceof Error ? error.message : String(error);
  if (name === 'UserError' || name === 'UsageError') console.error(`practicum: ${message}`);
  else
    console.error(
      `practicum: this is a bug in practicum, please report it: ${error instanceof Error ? error.stack : message}`,
    );
  return name === 'UsageError' ? EXIT.usage : EXIT.error;
}

// Whoever reads us may have seen enough: `practicum list | head -3` is no error.
process.stdout.on('error', (error) => {
  if ('code' in error && error.code === 'EPIPE') process.exit(EXIT.done);
  throw error;
});

process.exitCode = await main();
