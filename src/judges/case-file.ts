/**
 * The file that a judge reads: the task, the world as it was, what happened, and what is asked. Everything that others wrote
 * stands between fences. The same evidence gives the same file, to the byte, whether an episode is judged at once or again later.
 */
import { z } from 'zod';
import { canonical } from '../core/json.ts';
import type { Evidence } from '../core/judge.ts';
import { sha256 } from '../wire/hash.ts';
import type { Rubric } from './criteria.ts';
import { fenced, freshCode, shortened, visible } from './fence.ts';
import { type Entry, transcriptOf } from './transcript.ts';

export interface CaseFile {
  readonly text: string;
  /** What a ballot must carry to be told from anything that looks like one. */
  readonly ballot: string;
  /** All that may be quoted, as it is shown. */
  readonly shown: readonly string[];
}

const setupSchema = z.looseObject({
  tools: z.array(z.looseObject({ name: z.string(), description: z.string() })).optional(),
  state: z.json().optional(),
  stateDescription: z.json().optional(),
});

/** OccuBench's largest state has 5,454 characters. */
const MOST_PER_SECTION = 100_000;

interface Section {
  readonly title: string;
  readonly entries: readonly Entry[];
}

export interface CaseOptions {
  readonly kind: 'atomic' | 'whole';
  /** Sections of a judge's own, by title, at the end of what is shown. */
  readonly extra?: Readonly<Record<string, string>>;
}

export function caseFile(evidence: Evidence, rubric: Rubric, { kind, extra = {} }: CaseOptions): CaseFile {
  const own = Object.entries(extra).map(([title, content]) => section(title, content));
  const sections = [...sectionsOf(evidence), ...own].filter(({ entries }) => entries.length > 0);
  const shown = sections.flatMap(({ entries }) => entries.map(({ content }) => content));
  const asked = [rubric.text, ...rubric.criteria.map(({ text }) => text)];
  const salt = sha256(canonical([evidence.task.truth, seedOf(evidence), ...shown]));
  const code = freshCode(salt, 'fence', [...shown, ...asked]);
  const ballot = freshCode(salt, 'ballot', [...shown, ...asked]);
  const hasCriteria = rubric.criteria.length > 0 && (kind === 'atomic' || rubric.text.trim() === '');
  const text = [
    `The fence code of this file is ${code}.`,
    ...sections.map((section) => sectionText(section, code)),
    ...(rubric.text.trim() === '' ? [] : [`# Rubric\n\n${visible(rubric.text)}`]),
    ...(hasCriteria ? [`# Criteria\n\n${criteriaText(rubric)}`] : []),
    `# Your ballot\n\nThe code of your ballot is ${ballot}.`,
  ].join('\n\n');
  return { text, ballot, shown };
}

function seedOf({ events }: Evidence): string {
  return events.find((event) => event.type === 'episode-begun')?.seed ?? '';
}

function sectionsOf({ task, snapshot, events }: Evidence): readonly Section[] {
  const setup = setupSchema.parse(task.setup);
  const tools = setup.tools?.map(({ name, description }) => `${name}: ${description}`).join('\n');
  const changes = snapshot.changes.map((change) => JSON.stringify(change)).join('\n');
  return [
    section('Scenario', `${task.category} / ${task.domain} / ${task.scenario}`),
    section('Date in the world', task.clock),
    section('Task, as the agent was given it', task.brief),
    section('Initial state of the world', indented(setup.state)),
    section('What the state means', indented(setup.stateDescription)),
    section('Tools that the agent had', tools ?? ''),
    { title: 'Transcript', entries: transcriptOf(events) },
    section('What had changed in the state at the end, as the world kept it', changes),
  ];
}

function section(title: string, content: string): Section {
  if (content === '') return { title, entries: [] };
  return { title, entries: [{ label: '', content: shortened(visible(content), MOST_PER_SECTION) }] };
}

function indented(value: unknown): string {
  return value === undefined ? '' : JSON.stringify(value, null, 2);
}

function sectionText({ title, entries }: Section, code: string): string {
  const parts = entries.map(({ label, content }) =>
    label === '' ? fenced(code, content) : `${label}\n${fenced(code, content)}`,
  );
  return `# ${title}\n\n${parts.join('\n\n')}`;
}

/** Numbered by us, whatever numbers they bring along. */
function criteriaText({ criteria }: Rubric): string {
  return criteria
    .map(({ text, required }, i) => `Criterion ${i + 1}${required ? '' : ' (not required)'}:\n${visible(text)}`)
    .join('\n\n');
}
