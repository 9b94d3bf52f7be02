/** The flags of `run`: OccuBench's with their meaning and defaults, and ours. */
import { Command, InvalidArgumentError, Option } from 'commander';
import { LABELS } from '../certify/label.ts';
import { SIMULATOR_LABELS } from '../certify/simulator.ts';
import { DEFAULT_STYLES, type Styles } from '../core/means.ts';
import type { Mode } from '../core/plan.ts';

export interface RunFlags {
  readonly suite?: string;
  readonly agent?: string[];
  readonly agentModel?: string[] | undefined;
  readonly agentCommand?: string;
  readonly worldModel?: string;
  readonly verifierModel?: string;
  readonly envMode?: Mode[];
  readonly faultCount?: readonly number[];
  readonly faultDuration?: readonly number[];
  readonly maxWorkers: number;
  readonly taskIds?: string[];
  readonly categories?: string[];
  readonly only?: string[];
  readonly withPlan: boolean;
  readonly apiKey?: string;
  readonly baseUrl?: string;
  readonly outputDir: string;
  readonly runName?: string;
  readonly debug: boolean;
  readonly trials: number;
  readonly seed?: string;
  readonly limit?: number;
  readonly budgetUsd?: number;
  readonly budgetTokens?: number;
  /** Undefined until the suite is known, unless given. */
  readonly maxSteps?: number;
  readonly maxTokens?: number;
  readonly reasoningEffort?: readonly string[];
  readonly prompts?: string;
  readonly models?: string;
  readonly prices?: string;
  readonly cache?: string;
  readonly promptStyle: Styles['prompts'];
  readonly state: Styles['state'];
  readonly faultStyle: Styles['faults'];
  readonly rubric: Styles['rubric'];
  readonly votes: number;
  readonly memory?: 'none' | 'notes' | 'feedback';
  readonly hints?: 'none' | 'topic' | 'person' | 'file' | 'full';
  readonly npcModel?: string;
  readonly layout: 'practicum' | 'occubench';
  readonly trajectories?: string;
  readonly trustPython: boolean;
  readonly dryRun: boolean;
  readonly json: boolean;
}

const AGENTS = 'Who plays';
const CONDITIONS = 'Under which conditions';
const TASKS = 'Which tasks';
const ACCESS = 'Models, keys and money';
const OUTPUT = 'Output';
const STYLES = 'Worlds and judges that are played by models';

export function addRun(program: Command): void {
  const run = withRunOptions(
    program
      .command('run')
      .description('play tasks; without an agent, a demonstration by the built-in reference agents')
      .addHelpText('after', EXAMPLES),
  );
  run.action(async (flags: RunFlags) => {
    process.exitCode = await (await import('./run-command.ts')).runCommand(flags);
  });
}

function withRunOptions(command: Command): Command {
  const groups: readonly (readonly [string, readonly Option[]])[] = [
    [AGENTS, agentOptions()],
    [TASKS, taskOptions()],
    [CONDITIONS, conditionOptions()],
    [STYLES, styleOptions()],
    [ACCESS, accessOptions()],
    [OUTPUT, outputOptions()],
  ];
  for (const [group, options] of groups) for (const option of options) command.addOption(option.helpGroup(`${group}:`));
  return command;
}

/** What `run` does when it is told nothing: for other commands that play. */
export function runDefaults(): RunFlags {
  return withRunOptions(new Command()).parse([], { from: 'user' }).opts<RunFlags>();
}

const EXAMPLES = `
Examples:
  practicum run                                              the reference agents on the suite first-day, E0 to E3
  practicum run --agent-model gpt-5.2 --env-mode E0 E2       a model, with OPENAI_API_KEY in the environment
  practicum run --agent-model qwen3 --base-url http://localhost:8000/v1
  practicum run --agent-command "python3 my_agent.py" --suite property-valuation`;

function agentOptions(): readonly Option[] {
  return [
    new Option('--agent-model <names...>', 'model(s) under test, each in the reference tool loop'),
    new Option('--agent <names...>', 'built-in agent(s): oracle, hasty, idle, … (practicum list agents)'),
    new Option('--agent-command <command>', 'an agent of your own: a command that speaks JSON lines on stdio'),
    new Option(
      '--world-model <name>',
      'the model that plays the world, where one is needed (default: "gpt-4o", as in the original)',
    ),
    new Option('--verifier-model <name>', 'the model that judges, where one is needed (default: the world model)'),
    new Option('--max-steps <n>', 'turns an agent may take (default: 200, or 400 a day at work)').argParser(positive),
    new Option(
      '--max-tokens <n>',
      'tokens that agent and world may use in one episode (default: 5 million, or 20 at work)',
    ).argParser(positive),
    new Option(
      '--reasoning-effort <levels...>',
      "the agent model's effort, in its provider's words: low, medium, high …; several are played side by side",
    ),
    new Option('--with-plan', 'give the agent the solution plan, where a task has one').default(false),
    new Option('--prompts <dir>', 'your own prompt files in place of ours'),
  ];
}

function taskOptions(): readonly Option[] {
  return [
    new Option('--suite <name>', 'name or path of a suite (default: "first-day")'),
    new Option('--task-ids <ids...>', 'only these tasks'),
    new Option('--categories <names...>', 'only these categories (quote them)'),
    new Option(
      '--only <labels...>',
      'only tasks whose kept certificate bears one of these labels (practicum check)',
    ).choices([...new Set([...LABELS, ...SIMULATOR_LABELS])]),
    new Option('--limit <n>', 'play only the first n tasks now').argParser(positive),
    new Option('--trials <k>', 'play each task k times').argParser(positive).default(1),
    new Option('--seed <seed>', 'seed of faults and trials (default: "0")'),
  ];
}

function conditionOptions(): readonly Option[] {
  return [
    new Option('--env-mode <modes...>', 'E0 clean, E1 explicit, E2 implicit, E3 mixed faults (default: E0)').argParser(
      modes,
    ),
    new Option(
      '--fault-count <n...>',
      'spells of faults in an episode; several make a grid of runs (default: 2)',
    ).argParser(positives),
    new Option('--fault-duration <n...>', 'calls in a spell; several make a grid of runs (default: 2)').argParser(
      positives,
    ),
    trustOption(),
  ];
}

/** For commands in which somebody else is the agent: models for worlds and judges alone. */
export function playedByModels(): readonly Option[] {
  return [
    new Option('--world-model <name>', 'the model that plays the world, where one is needed'),
    new Option('--verifier-model <name>', 'the model that judges, where one is needed (default: the world model)'),
    new Option('--prompts <dir>', 'your own prompt files in place of ours'),
    ...styleOptions(),
  ];
}

export function styleOptions(): readonly Option[] {
  const choice = (flags: string, words: string, [choices, standard]: readonly [readonly string[], string]): Option =>
    new Option(flags, words).choices(choices).default(standard);
  const { prompts, state, faults, rubric, votes } = DEFAULT_STYLES;
  return [
    choice('--prompt-style <style>', "imported prompts mended, or laid out as the original's", [
      ['clean', 'reference'],
      prompts,
    ]),
    choice('--state <kind>', 'tracked: the simulator also keeps a state that code checks', [
      ['free', 'tracked'],
      state,
    ]),
    choice('--fault-style <style>', 'faults made by code, or asked of the simulator', [
      ['injected', 'prompted'],
      faults,
    ]),
    choice('--rubric <kind>', 'judge criterion by criterion, or the rubric as one question', [
      ['atomic', 'whole'],
      rubric,
    ]),
    new Option('--votes <n>', 'votes of the judge').argParser(positive).default(votes),
    new Option('--npc-model <name>', 'the model that gives colleagues their words (default: none, they speak plainly)'),
    new Option(
      '--memory <kind>',
      'whether notes outlive a working day, and come with feedback (default: none)',
    ).choices(['none', 'notes', 'feedback']),
    new Option('--hints <level>', 'how much of where to look is told with an assignment (default: none)').choices([
      'none',
      'topic',
      'person',
      'file',
      'full',
    ]),
  ];
}

/** Imported worlds are Python, and nobody has read it. */
export function trustOption(): Option {
  return new Option('--trust-python', 'run Python worlds also where the system cannot contain them').default(false);
}

export function accessOptions(): readonly Option[] {
  return [
    new Option('--api-key <key>', 'better in the environment: OPENAI_API_KEY, ANTHROPIC_API_KEY, GEMINI_API_KEY'),
    new Option('--base-url <url>', 'an OpenAI-compatible server; a local one needs no key'),
    new Option('--models <file>', 'aliases (default: models.json or api_config.json here, then in PRACTICUM_HOME)'),
    new Option('--prices <file>', 'your own prices, in the shape of prices.json'),
    new Option('--budget-usd <dollars>', 'stop when so much is spent').argParser(amount),
    new Option('--budget-tokens <n>', 'stop when so many tokens are used').argParser(positive),
    new Option('--cache <dir>', 'keep replies there and use them again'),
    new Option('--max-workers <n>', 'episodes at the same time').argParser(positive).default(8),
  ];
}

function outputOptions(): readonly Option[] {
  return [
    new Option('--output-dir <dir>', 'where runs are kept').default('./results'),
    new Option('--run-name <name>', 'name of the run (default: made from the settings)'),
    new Option('--layout <layout>', 'occubench: one directory per mode, named as the original names it')
      .choices(['practicum', 'occubench'])
      .default('practicum'),
    new Option('--trajectories <dir>', 'also write the passed episodes there, for training (see practicum report)'),
    new Option('--dry-run', 'say how many tasks, calls and dollars it would take, and stop').default(false),
    new Option('--debug', 'write debug.log').default(false),
    new Option('--json', 'the summary as JSON on standard output').default(false),
  ];
}

export function positive(value: string): number {
  const number = Number(value);
  if (Number.isInteger(number) && number >= 1) return number;
  throw new InvalidArgumentError('It must be a whole number from 1 on.');
}

/** Takes `1 2 4` and `1,2,4`. */
function positives(value: string, earlier: readonly number[] | undefined): readonly number[] {
  return [...new Set([...(earlier ?? []), ...value.split(',').map(positive)])];
}

function amount(value: string): number {
  const number = Number(value);
  if (value.trim() !== '' && Number.isFinite(number) && number >= 0) return number;
  throw new InvalidArgumentError('It must be a number.');
}

/** Takes `E0 E2` and `E0,E2`. */
export function modes(value: string, earlier: Mode[] | undefined): Mode[] {
  const named = value.split(',').map((one) => {
    const name = one.trim().toUpperCase();
    if (name === 'E0' || name === 'E1' || name === 'E2' || name === 'E3') return name;
    throw new InvalidArgumentError('The modes are E0, E1, E2 and E3.');
  });
  return [...new Set([...(earlier ?? []), ...named])];
}
