import { type Command, InvalidArgumentError, Option } from 'commander';
import type { RejudgeFlags } from './rejudge-command.ts';
import type { ReportOptions } from './report.ts';
import { accessOptions, positive, trustOption } from './run-flags.ts';

export function addReport(program: Command): void {
  program
    .command('report')
    .description('rebuild table and report.html of runs from their logs alone')
    .argument('<runs...>', 'directories of runs, such as results/NAME')
    .option('--prices <file>', 'your own prices, in the shape of prices.json')
    .option('--json', 'for machines', false)
    .option('--trajectories <dir>', 'also write episodes there, for training: chat.jsonl and atif/')
    .addOption(
      new Option('--outcome <which>', 'which episodes (default: "passed")').choices(['passed', 'failed', 'all']),
    )
    .addOption(new Option('--min-score <x>', 'only episodes with at least this score').argParser(share))
    .action(async (runs: string[], options: ReportOptions) => {
      process.exitCode = await (await import('./report.ts')).report(runs, options);
    });
}

function share(value: string): number {
  const number = Number(value);
  if (value.trim() !== '' && number >= 0 && number <= 1) return number;
  throw new InvalidArgumentError('It must be a number from 0 to 1.');
}

export function addCompare(program: Command): void {
  program
    .command('compare')
    .description('pair two runs by task and say whether the difference is real')
    .argument('<a>', 'the directory of a run')
    .argument('<b>', 'the directory of another')
    .option('--fail-on-regression', 'exit with 1 when b is worse than a and the difference is real', false)
    .option('--json', 'for machines', false)
    .action(async (a: string, b: string, options: { failOnRegression: boolean; json: boolean }) => {
      process.exitCode = await (await import('./compare.ts')).compareCommand({ a, b, ...options });
    });
}

export function addRejudge(program: Command): void {
  const rejudge = program
    .command('rejudge')
    .description('judge the episodes of a run again, without playing them again, into a new run')
    .argument('<run>', 'the directory of a run')
    .option('--run-name <name>', 'name of the new run (default: the old name with __rejudged)')
    .option('--suite <name>', 'name or path of the suite, where it is not the one in the plan')
    .option('--verifier-model <name>', 'another model as judge')
    .option('--prompts <dir>', 'your own prompt files in place of ours')
    .addOption(new Option('--votes <n>', 'votes of the judge').argParser(positive))
    .addOption(new Option('--rubric <kind>', 'criterion by criterion, or as one question').choices(['atomic', 'whole']))
    .addOption(trustOption())
    .option('--json', 'for machines', false);
  for (const option of accessOptions()) rejudge.addOption(option);
  rejudge.action(async (run: string, flags: RejudgeFlags) => {
    process.exitCode = await (await import('./rejudge-command.ts')).rejudgeCommand(run, flags);
  });
}
