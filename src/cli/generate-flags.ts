/** The flags of `generate`: ours, and the original's older names for them. */
import { type Command, InvalidArgumentError, Option } from 'commander';
import { positive } from './run-flags.ts';

export interface GenerateFlags {
  readonly scenarios?: number;
  readonly days?: number;
  readonly seed: string;
  readonly tasksPerDay: readonly [number, number];
  readonly families?: readonly string[];
  readonly difficulty?: 1 | 2 | 3;
  readonly overlap: number;
  readonly stationary: boolean;
  readonly slack: number;
  readonly config?: string;
  readonly out?: string;
  readonly force: boolean;
  readonly scenarioNums?: number;
  readonly dayNums?: number;
  readonly configPath?: string;
  readonly benchPath?: string;
  readonly npcModel?: string;
}

export function addGenerate(program: Command): void {
  const generate = program
    .command('generate')
    .description('make workplace scenarios: generate config, then generate workplace')
    .argument('<what>', 'config: draw a scenario config; workplace: build a suite from one');
  const options = [
    new Option('--scenarios <n>', 'config: how many scenarios (default: 10)').argParser(positive),
    new Option('--days <n>', 'config: days in each (default: 1)').argParser(positive),
    new Option('--seed <seed>', 'config: everything follows from it').default('0'),
    new Option('--tasks-per-day <range>', 'config: such as 2-6').argParser(range).default([2, 6], '2-6'),
    new Option('--families <names...>', 'config: only these (default: all)'),
    new Option('--difficulty <level>', 'config: 1, 2 or 3 (easy, medium, hard) for all (default: drawn)').argParser(
      level,
    ),
    new Option('--overlap <share>', 'config: how much of a day comes again on the next').argParser(share).default(0.5),
    new Option('--stationary', 'config: every day has the same tasks with the same arguments').default(false),
    new Option('--slack <factor>', 'config: time to spare, in times of what the work needs')
      .argParser(amount)
      .default(1),
    new Option('--config <file>', 'workplace: the config to build from'),
    new Option('--out <path>', 'the file of the config, or the folder or name of the suite'),
    new Option('--force', 'replace what is there').default(false),
    ...['--scenario-nums <n>', '--day-nums <n>'].map((flag) => new Option(flag).argParser(positive).hideHelp()),
    ...['--config-path <file>', '--bench-path <dir>', '--npc-model <name>'].map((flag) => new Option(flag).hideHelp()),
  ];
  for (const option of options) generate.addOption(option);
  generate.action(async (what: string, flags: GenerateFlags) => {
    process.exitCode = await (await import('./generate.ts')).generate(what, flags);
  });
}

function range(value: string): readonly [number, number] {
  const [, least, most] = /^(\d+)(?:-(\d+))?$/.exec(value.trim()) ?? [];
  if (least === undefined) throw new InvalidArgumentError('It must be a number or a range such as 2-6.');
  return [Number(least), Number(most ?? least)];
}

const LEVELS: Readonly<Record<string, 1 | 2 | 3>> = { 1: 1, 2: 2, 3: 3, easy: 1, medium: 2, hard: 3 };

function level(value: string): 1 | 2 | 3 {
  const found = Object.hasOwn(LEVELS, value) ? LEVELS[value] : undefined;
  if (found !== undefined) return found;
  throw new InvalidArgumentError('It must be 1, 2 or 3, or easy, medium or hard.');
}

function share(value: string): number {
  const number = Number(value);
  if (number >= 0 && number <= 1) return number;
  throw new InvalidArgumentError('It must be between 0 and 1.');
}

function amount(value: string): number {
  const number = Number(value);
  if (number >= 0 && number <= 10) return number;
  throw new InvalidArgumentError('It must be between 0 and 10.');
}
