/**
 * A person's turns in a session: reads a line, does what it says, shows what came of it. It knows neither suites nor runs, and gets its
 * lines from anywhere.
 */
import pc from 'picocolors';
import { type Block, textOf } from '../core/block.ts';
import { isObject, type JsonObject, parseJson } from '../core/json.ts';
import type { Begun } from '../core/play.ts';
import type { Hearing, Observation } from '../core/world.ts';
import { type Entry, entryReader } from './play-line.ts';
import { clean, noticePage, page, toolList, toolPage } from './play-page.ts';

export interface Terminal {
  /** Null where nothing more will come. */
  read(prompt: string): Promise<string | null>;
  show(text: string): void;
}

/** `over`: the world has ended. `handed-in`: the person has. `left`: there is no more input, and so no outcome. */
export type TurnsEnd = 'over' | 'handed-in' | 'left';

const COMMAND_HELP = `tools                     what can be done here
help TOOL                 a tool with its arguments
TOOL key=value …          use a tool: read_file path=drive/handbook.md
TOOL {"key": "value"}     the same, as JSON; key="two words" in quotes
say WORDS                 speak: the answer, where one is asked for; else time moves on to what happens next
tasks, inbox              the task board and new messages, where there are such
brief                     what you were told
quit                      hand in what there is and see the score`;

const NO_ANSWER = 'Here what you say is your answer, and ends the task: say WORDS. To hand in without one: quit';

/** What the answers have said about the time and about what is waiting. */
interface Standing {
  readonly clock: string;
  readonly news: readonly string[];
}

export async function takeTurns(begun: Begun, terminal: Terminal, signal: AbortSignal): Promise<TurnsEnd> {
  const { session } = begun;
  const read = entryReader(session.tools);
  let brief = begun.brief;
  let standing: Standing = { clock: clockIn(brief), news: [] };
  let calls = 0;
  const open = (): void =>
    terminal.show(`${clean(brief)}\n\n${pc.dim('tools shows what you can do, help how to do it.')}\n`);
  const heard = ({ notices, brief: next }: Hearing): void => {
    for (const notice of notices) terminal.show(noticePage(notice));
    const last = notices.at(-1);
    if (last !== undefined) standing = { ...standing, clock: clockIn(last.at) };
    if (next === null) return;
    begun.takeBrief();
    brief = next;
    standing = { clock: clockIn(brief), news: [] };
    terminal.show('');
    open();
  };
  const saw = (seen: Observation): void => {
    const { text, standing: now } = shown(seen, standing);
    terminal.show(text);
    for (const notice of seen.notices) terminal.show(noticePage(notice));
    standing = now;
  };
  const take = async (entry: Entry): Promise<void> => {
    if (entry.kind === 'call') {
      const { tool: name, input } = entry;
      saw(await session.call({ id: `call-${++calls}`, name, input }, signal));
    } else if (entry.kind === 'say' && entry.text === '' && session.goesOn !== true) terminal.show(pc.red(NO_ANSWER));
    else if (entry.kind === 'say') heard(await session.say(entry.text, signal));
    else if (entry.kind === 'tools') terminal.show(toolList(session.tools));
    else if (entry.kind === 'help') terminal.show(entry.tool === null ? COMMAND_HELP : toolPage(entry.tool));
    else if (entry.kind === 'brief') terminal.show(clean(brief));
    else if (entry.kind === 'slip') terminal.show(pc.red(entry.message));
  };
  open();
  while (!begun.isOver()) {
    const line = await terminal.read(promptOf(standing));
    if (line === null) return 'left';
    const entry = read(line);
    if (entry.kind === 'quit') return 'handed-in';
    await take(entry);
  }
  return 'over';
}

/** The time in the world, where it is told: the first in the brief is that of the brief. */
function clockIn(words: string): string {
  return /\b\d\d:\d\d\b/.exec(words.replace(/T(?=\d\d:\d\d)/, ' '))?.[0] ?? '';
}

function promptOf({ clock, news }: Standing): string {
  return `${[clock, ...news].filter((part) => part !== '').join(', ')}> `;
}

function shown(seen: Observation, before: Standing): { readonly text: string; readonly standing: Standing } {
  const pictures = seen.blocks.flatMap((block) => (block.type === 'image' ? [pictureLine(block)] : []));
  const text = textOf(seen.blocks);
  const answer = parseJson(text);
  if (!isObject(answer)) return { text: [clean(text), ...pictures].join('\n'), standing: before };
  const { rest, standing } = withoutStanding(answer, before);
  if (seen.isError) return { text: pc.red(refusalLine(rest)), standing };
  return { text: [page(rest), ...pictures].join('\n'), standing };
}

function refusalLine(answer: JsonObject): string {
  const { error, message, ...rest } = answer;
  if (typeof message !== 'string') return page(answer);
  const more = Object.keys(rest).length === 0 ? '' : `\n${page(rest)}`;
  return `${clean(message)}${typeof error === 'string' ? ` (${clean(error)})` : ''}${more}`;
}

/** A workplace says with every answer how things stand: that goes into the prompt. */
function withoutStanding(answer: JsonObject, before: Standing): { rest: JsonObject; standing: Standing } {
  const { now, unread, board_news: board, ...rest } = answer;
  if (typeof now !== 'string' || typeof unread !== 'number' || typeof board !== 'number')
    return { rest: answer, standing: before };
  const news = [...(unread > 0 ? [`${unread} unread`] : []), ...(board > 0 ? [`${board} new on the board`] : [])];
  return { rest, standing: { clock: now, news } };
}

function pictureLine({ mediaType, hash }: Extract<Block, { type: 'image' }>): string {
  return pc.dim(`[a picture, ${clean(mediaType)}, kept beside the record as ${hash.slice(0, 12)}…]`);
}
