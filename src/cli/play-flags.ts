/** The flags of `play`. */
import { type Command, Option } from 'commander';
import type { Mode } from '../core/plan.ts';
import { accessOptions, modes, playedByModels, trustOption } from './run-flags.ts';
import type { ModelFlags, StyleFlags } from './workshop.ts';

export interface PlayFlags extends ModelFlags, StyleFlags {
  readonly suite: string;
  readonly task?: string;
  readonly envMode?: readonly Mode[];
  readonly agentName: string;
  readonly seed: string;
  readonly withPlan: boolean;
  readonly outputDir: string;
  readonly runName?: string;
  readonly worldModel?: string;
  readonly verifierModel?: string;
  readonly prompts?: string;
  readonly trustPython: boolean;
}

const EXAMPLES = `
Examples:
  practicum play                                       a working day as a trainee
  practicum play --suite property-valuation --env-mode E2
  practicum play --suite trainee-small --task SCENARIO --hints person
Lines may also be piped in: printf 'tasks\\nquit\\n' | practicum play`;

export function addPlay(program: Command): void {
  const play = program
    .command('play')
    .description('be the agent yourself, in the terminal; recorded and judged like any other')
    .addHelpText('after', EXAMPLES);
  const groups: readonly (readonly [string, readonly Option[]])[] = [
    ['What is played', playedOptions()],
    ['Worlds and judges that are played by models', playedByModels()],
    ['Models, keys and money', accessOptions()],
  ];
  for (const [group, options] of groups) for (const option of options) play.addOption(option.helpGroup(`${group}:`));
  play.action(async (flags: PlayFlags) => {
    process.exitCode = await (await import('./play.ts')).play(flags);
  });
}

function playedOptions(): readonly Option[] {
  return [
    new Option('--suite <name>', 'name or path of a suite').default('trainee-small'),
    new Option('--task <id>', 'the task or scenario (default: the first)'),
    new Option('--env-mode <mode>', 'E0 clean, E1 explicit, E2 implicit, E3 mixed faults (default: E0)').argParser(
      modes,
    ),
    new Option('--agent-name <name>', 'what you are called in the record').default('person'),
    new Option('--seed <seed>', 'seed of faults').default('0'),
    new Option('--with-plan', 'give the solution plan with the brief, where a task has one').default(false),
    new Option('--output-dir <dir>', 'where the record is kept').default('./results'),
    new Option('--run-name <name>', 'name of the record (default: made from the settings)'),
    trustOption(),
  ];
}
