import { type Command, Option } from 'commander';
import type { AnalyseOptions } from './analyse.ts';

const KINDS = `
Analyses:
  industry    completion by industry, with intervals
  robustness  E0 to E3 and R for each agent
  severity    completion by how many spells of faults and how long
  effort      completion by reasoning effort
  difficulty  completion by level
  scaling     gaps between models of one family
  simulators  the same agents under several simulators: rates, ranks, agreement
  workplace   working days: success, punctuality, clues, needless questions, schedule, effort
  learning    two runs of the same working days, with memory and without: gain, transfer, harm, savings

Runs are directories of practicum, or of the original OccuBench (args.json and results.jsonl).`;

export function addAnalyse(program: Command): void {
  program
    .command('analyse')
    .description("the OccuBench paper's analyses, and those of workplaces, over your own runs")
    .argument('<kind>', 'which analysis; see below')
    .argument('<runs...>', 'directories of runs, such as results/NAME')
    .addOption(
      new Option('--family <names...>', 'for scaling: names from small to large, such as small,large').argParser(
        (names: string, before: readonly (readonly string[])[] | undefined) => [
          ...(before ?? []),
          names.split(',').map((name) => name.trim()),
        ],
      ),
    )
    .option('--paper', "draw the paper's published numbers beside yours, marked as theirs", false)
    .option('--json', 'for machines', false)
    .addHelpText('after', KINDS)
    .action(async (kind: string, runs: string[], options: AnalyseOptions) => {
      process.exitCode = await (await import('./analyse.ts')).analyse(kind, runs, options);
    });
}
