/** The flags of `serve`. */
import { type Command, Option } from 'commander';
import type { Mode } from '../core/plan.ts';
import { accessOptions, modes, playedByModels, positive, trustOption } from './run-flags.ts';
import type { ModelFlags, StyleFlags } from './workshop.ts';

export interface ServeFlags extends ModelFlags, StyleFlags {
  readonly suite?: readonly string[];
  readonly envMode?: readonly Mode[];
  readonly port: number;
  readonly bind: string;
  /** False with --no-token. */
  readonly token?: string | false;
  readonly allowHost?: readonly string[];
  readonly maxSessions: number;
  readonly idleSeconds: number;
  readonly maxBody: number;
  readonly reward: 'binary' | 'checkpoints' | 'graded';
  readonly agentName: string;
  readonly seed: string;
  readonly withPlan: boolean;
  readonly outputDir: string;
  readonly runName?: string;
  readonly stdio: boolean;
  readonly task?: string;
  readonly worldModel?: string;
  readonly verifierModel?: string;
  readonly prompts?: string;
  readonly trustPython: boolean;
}

const EXAMPLES = `
Examples:
  practicum serve                                     every suite that needs no model, on http://127.0.0.1:8080
  practicum serve --suite emergency-triage --env-mode E2
  practicum serve --stdio --suite emergency-triage --task TASK   one episode for an agent that starts its MCP servers
See docs/serve.md for the addresses that agents and trainers call.`;

export function addServe(program: Command): void {
  const serve = program
    .command('serve')
    .description('serve worlds to agents and trainers: MCP, Open Reward Standard, OpenEnv')
    .addHelpText('after', EXAMPLES);
  const groups: readonly (readonly [string, readonly Option[]])[] = [
    ['What is served', servedOptions()],
    ['Where and to whom', portOptions()],
    ['Worlds and judges that are played by models', playedByModels()],
    ['Models, keys and money', accessOptions()],
  ];
  for (const [group, options] of groups) for (const option of options) serve.addOption(option.helpGroup(`${group}:`));
  serve.action(async (flags: ServeFlags) => {
    process.exitCode = await (await import('./serve.ts')).serve(flags);
  });
}

function servedOptions(): readonly Option[] {
  return [
    new Option('--suite <names...>', 'names or paths of suites (default: all that need no model)'),
    new Option(
      '--env-mode <modes...>',
      'E0 clean, E1–E3 faulty; of several a client may choose (default: E0)',
    ).argParser(modes),
    new Option('--reward <scheme>', 'binary; checkpoints: the share reached; graded: 0.1 for incomplete work')
      .choices(['binary', 'checkpoints', 'graded'])
      .default('binary'),
    new Option('--agent-name <name>', 'what whoever acts is called in the record').default('outside'),
    new Option('--seed <seed>', 'seed of faults and trials').default('0'),
    new Option('--with-plan', 'give the solution plan with the brief, where a task has one').default(false),
    new Option('--output-dir <dir>', 'where the record is kept').default('./results'),
    new Option('--run-name <name>', 'name of the record (default: made from the settings)'),
    trustOption(),
  ];
}

function portOptions(): readonly Option[] {
  return [
    new Option('--port <n>', 'the port; 0 for any that is free').argParser(portNumber).default(8080),
    new Option('--bind <address>', 'the address to listen on').default('127.0.0.1'),
    new Option('--token <token>', 'what callers must show (default: a new one, printed at the start)'),
    new Option('--no-token', 'ask for none'),
    new Option('--allow-host <names...>', 'names under which the server may be called, besides localhost'),
    new Option('--max-sessions <n>', 'episodes that may be live at once').argParser(positive).default(1000),
    new Option('--idle-seconds <n>', 'give a session up after so long without a call').argParser(positive).default(900),
    new Option('--max-body <bytes>', 'largest request body').argParser(positive).default(4_194_304),
    new Option('--stdio', 'serve one episode as an MCP server on standard input and output').default(false),
    new Option('--task <id>', 'with --stdio: the task'),
  ];
}

function portNumber(value: string): number {
  return value === '0' ? 0 : positive(value);
}
