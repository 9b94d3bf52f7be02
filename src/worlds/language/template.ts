/**
 * Text with `{{names}}` in it, filled in one pass, so that nothing inside a value is ever taken for a placeholder. Also mends
 * prompts that were escaped for a template engine which never ran over them.
 */

/** Fills in the names that are known; others stay as they are. */
export function filled(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(/\{\{(\w+)\}\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? whole) : whole,
  );
}

/** The three things that a configuration's prompt refers to. */
const DATA_NAMES = ['initial_state', 'state_descriptions', 'action_set_definitions'] as const;
export type DataName = (typeof DATA_NAMES)[number];

/** How the prompt speaks of each where it is only mentioned. */
const MENTIONS: Readonly<Record<DataName, string>> = {
  initial_state: 'initial state',
  state_descriptions: 'state descriptions',
  action_set_definitions: 'action set definitions',
};

export interface MendedBody {
  readonly text: string;
  /** What the body shows in full; the rest must be shown elsewhere. */
  readonly shown: ReadonlySet<DataName>;
}

/**
 * The prompt's body: without the trailer that repeats the data, each placeholder that has a line to itself replaced by the data
 * (once), each other by its name in words, doubled braces made single. Values are put in as they are, never un-doubled.
 */
export function mendedBody(prompt: string, data: Readonly<Partial<Record<DataName, string>>>): MendedBody {
  const { body, hadTrailer } = withoutTrailer(prompt);
  const isEscaped = hadTrailer || hasOnlyDoubledBraces(body);
  const shown = new Set<DataName>();
  const text = body.replace(
    /^([ \t]*)\{\{ ?(\w+) ?\}\}[ \t]*$|\{\{ ?(\w+) ?\}\}|\{\{|\}\}/gm,
    (whole, indent: string | undefined, alone: string | undefined, inline: string | undefined) => {
      const name = DATA_NAMES.find((one) => one === (alone ?? inline));
      if (name === undefined) return isEscaped ? whole.replaceAll('{{', '{').replaceAll('}}', '}') : whole;
      const value = data[name];
      if (alone === undefined || value === undefined || shown.has(name)) return `${indent ?? ''}${MENTIONS[name]}`;
      shown.add(name);
      return value;
    },
  );
  return { text: text.trimEnd(), shown };
}

/** The trailer begins at the last line that starts with the state's placeholder and a colon. */
function withoutTrailer(prompt: string): { readonly body: string; readonly hadTrailer: boolean } {
  const at = [...prompt.matchAll(/^\{\{initial_state\}\}:/gm)].at(-1)?.index;
  return at === undefined ? { body: prompt, hadTrailer: false } : { body: prompt.slice(0, at), hadTrailer: true };
}

/** Whether a prompt ends with the data itself, as those of the release do. */
export function hasTrailer(prompt: string): boolean {
  return withoutTrailer(prompt).hadTrailer;
}

/** Whether a text was escaped for a template engine: JSON as people write it has single braces somewhere. */
function hasOnlyDoubledBraces(body: string): boolean {
  return (body.match(/\{+|\}+/g) ?? []).every((run) => run.length % 2 === 0);
}
