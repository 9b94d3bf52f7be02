/**
 * How the simulator is told: a system prompt that never changes in an episode, and the text of each call. Two layouts with one
 * face. `clean` mends the configuration and adds our rules; `reference` gives the messages the shape that OccuBench gives them.
 */
import { isObject, type Json, type JsonObject } from '../../core/json.ts';
import type { FaultTerms, Means } from '../../core/means.ts';
import { OBSERVATION } from './observation.ts';
import type { LanguageSetup } from './setup.ts';
import { type DataName, filled, hasTrailer, mendedBody } from './template.ts';
import { exampleOf, safeInput } from './tool-face.ts';

export interface Action {
  readonly name: string;
  /** As read: checked, with defaults filled in. */
  readonly input: JsonObject;
  /** As the agent sent it. */
  readonly sent: Json;
}

export interface Layout {
  readonly system: string;
  /** A call as it stands in the history. */
  action(action: Action): string;
  /** An answer as it stands in the history. */
  answer(observation: Json): string;
  /** What follows the call that is to be answered now; empty for nothing. */
  readonly reminder: string;
  readonly maxOutputTokens?: number;
}

export interface Told {
  readonly setup: LanguageSetup;
  /** The episode's date, ISO 8601. */
  readonly clock: string;
  readonly means: Pick<Means, 'prompt' | 'styles' | 'faults'>;
}

export function layoutFor(told: Told): Layout {
  return told.means.styles.prompts === 'reference' ? referenceLayout(told) : cleanLayout(told);
}

function cleanLayout({ setup, clock, means }: Told): Layout {
  const { prompt, styles } = means;
  const data = dataOf(setup);
  const body = mendedBody(setup.prompt, data);
  const missing = SECTIONS.filter(({ name }) => !body.shown.has(name));
  const sections = missing.map(({ name, heading }) => `# ${heading}\n\`\`\`json\n${data[name]}\n\`\`\``);
  const secret = filled(prompt('simulator-hidden.md'), { names: setup.hidden.join(', ') }).trim();
  const system = filled(prompt('simulator.md'), {
    configuration: [body.text, ...sections].join('\n\n'),
    date: clock,
    hidden: setup.hidden.length === 0 ? '' : ` ${secret}`,
    form: prompt(styles.state === 'tracked' ? 'simulator-form-tracked.md' : 'simulator-form.md').trim(),
  });
  const faults = promptedFaults(means);
  return {
    system: faults === '' ? system.trimEnd() : `${system.trimEnd()}\n\n${faults}`,
    // What an agent or a simulator writes cannot end the tags around it: `<\/` is the same text in JSON.
    action: ({ name, input }) => tagged('agent_action', unclosing(JSON.stringify({ name, arguments: input }))),
    answer: (observation) => tagged(OBSERVATION, unclosing(JSON.stringify(observation))),
    reminder: '',
  };
}

/** OccuBench's figure. */
const MOST_OUTPUT = 12_288;

function referenceLayout({ setup, means }: Told): Layout {
  const { prompt, styles } = means;
  const faults = promptedFaults(means);
  const whole = hasTrailer(setup.prompt) ? setup.prompt : `${setup.prompt}\n${trailerOf(setup)}`;
  const told = faults === '' ? whole : `${whole}\n\n${faults}`;
  const isTracked = styles.state === 'tracked';
  const format = isTracked
    ? `### OUTPUT FORMAT INSTRUCTIONS\n${prompt('simulator-form-tracked.md').trim()}`
    : prompt('reference-format.md').trim();
  return {
    system: `${told}\n${format}`,
    // The arguments are the text that the agent's model wrote, so JSON within a JSON string.
    action: ({ name, sent }) =>
      tagged('agent_action', spaced({ name, arguments: typeof sent === 'string' ? sent : spaced(sent) })),
    answer: (observation) => tagged(OBSERVATION, JSON.stringify(observation)),
    reminder: isTracked ? '' : prompt('reference-format-short.md').trim(),
    maxOutputTokens: MOST_OUTPUT,
  };
}

/** Prompts of the release end with their data; without it, a prompt in plain prose would leave the simulator with nothing to go by. */
function trailerOf(setup: LanguageSetup): string {
  const data = dataOf(setup);
  return SECTIONS.map(({ name }) => `${name}: ${data[name]}`).join('\n');
}

/** The block that asks the simulator to misbehave; empty where faults are made by code, or there are none. */
function promptedFaults({ prompt, styles, faults }: Told['means']): string {
  const file = styles.faults === 'prompted' ? FAULT_FILES[faults.mode] : null;
  if (file === null) return '';
  return filled(prompt(file), { count: String(faults.count), duration: String(faults.duration) }).trim();
}

const FAULT_FILES: Readonly<Record<FaultTerms['mode'], string | null>> = {
  E0: null,
  E1: 'prompted-faults-e1.md',
  E2: 'prompted-faults-e2.md',
  E3: 'prompted-faults-e3.md',
};

const SECTIONS: readonly { readonly name: DataName; readonly heading: string }[] = [
  { name: 'initial_state', heading: 'Initial state' },
  { name: 'state_descriptions', heading: 'What the state means' },
  { name: 'action_set_definitions', heading: 'Tools' },
];

function dataOf({ state, stateDescription, tools }: LanguageSetup): Readonly<Record<DataName, string>> {
  const definitions = tools.map((tool): [string, JsonObject] => {
    const example = exampleOf(tool);
    const shape: JsonObject =
      example === undefined || example === null ? {} : { 'example_output (shape only, not facts)': example };
    return [tool.name, { description: tool.description, parameters: safeInput(tool.parameters), ...shape }];
  });
  const pretty = (value: Json): string => JSON.stringify(value, null, 2);
  return {
    initial_state: pretty(state),
    state_descriptions: pretty(stateDescription),
    action_set_definitions: pretty(Object.fromEntries(definitions)),
  };
}

function tagged(tag: string, content: string): string {
  return `<${tag}>\n${content}\n</${tag}>`;
}

function unclosing(json: string): string {
  return json.replaceAll('</', '<\\/');
}

/** JSON on one line with a space behind each colon and comma, as Python writes it. */
function spaced(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(spaced).join(', ')}]`;
  if (!isObject(value)) return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([key, part]) => `${JSON.stringify(key)}: ${spaced(part)}`)
    .join(', ')}}`;
}
