/**
 * Plays that must fail whatever the task is, and that need no right path to start from: nothing done and success claimed, nothing
 * done and everything said at once, writes at random. A single write could be all that a small task asks for, so it is never held
 * against a judge; many that have nothing to do with each other are.
 */
import { eventsOf } from '../core/event.ts';
import type { Json } from '../core/json.ts';
import type { Random } from '../core/random.ts';
import type { State } from '../core/state.ts';
import type { Tool } from '../core/tool.ts';
import { inventedInput } from './added-writes.ts';
import type { Bench } from './bench.ts';
import type { KeptPlay } from './kept-play.ts';
import { valuesHeld } from './known-values.ts';
import type { CallStep, Path } from './path.ts';
import { replayedPath } from './replayed-path.ts';

/** What is known about the place beforehand. */
export interface Ground {
  readonly tools: readonly Tool[];
  readonly initial: State;
  readonly random: Random;
  readonly clock: string;
}

export interface BlunderTrial {
  /** Those that were blunders indeed: writes that the world refused are none. */
  readonly made: number;
  /** What the judge let pass, in words. */
  readonly passed: readonly string[];
}

export const NO_BLUNDERS: BlunderTrial = { made: 0, passed: [] };

const CLAIM = 'Everything is done as you asked.';

export async function tryBlunders(bench: Bench, ground: Ground): Promise<BlunderTrial> {
  const everything = allSaid(ground.initial);
  const trials = [
    await tryOne(bench, [{ type: 'say', text: CLAIM }], 'nothing is done, and the answer says that all is done'),
    await tryOne(
      bench,
      [{ type: 'say', text: everything }],
      'nothing is done, and the answer lists every value there is',
    ),
    await trySpree(bench, ground, { answer: CLAIM, words: 'the answer says that all is done' }),
    await trySpree(bench, ground, { answer: everything, words: 'the answer lists every value there is' }),
  ];
  const made = trials.filter(({ isBlunder }) => isBlunder);
  return { made: made.length, passed: made.flatMap(({ passed }) => passed ?? []) };
}

interface Trial {
  readonly isBlunder: boolean;
  /** What was done, where it passed. */
  readonly passed: string | null;
}

async function tryOne(bench: Bench, path: Path, words: string): Promise<Trial> {
  const { result } = await bench.playOut(replayedPath(path), { isMistake: true });
  return { isBlunder: result.outcome !== 'void', passed: result.outcome === 'passed' ? words : null };
}

/** Fewer could be what the task asks for. */
const FEWEST_WRITES = 3;

async function trySpree(
  bench: Bench,
  ground: Ground,
  { answer, words }: { answer: string; words: string },
): Promise<Trial> {
  const calls = spreeOf(ground);
  if (calls.length < FEWEST_WRITES) return { isBlunder: false, passed: null };
  const played = await bench.play(replayedPath([...calls, { type: 'say', text: answer }]), { isMistake: true });
  try {
    const writes = writesIn(played);
    const { outcome } = played.episode.result;
    return {
      isBlunder: outcome !== 'void' && writes >= FEWEST_WRITES,
      passed: outcome === 'passed' ? `${writes} writes are made at random, and ${words}` : null,
    };
  } finally {
    await played.release();
  }
}

/** Writes that went through, where they left a trace. */
function writesIn({ episode, snapshot }: KeptPlay): number {
  const writing = new Set(
    eventsOf(episode.events, 'tool-called').flatMap(({ id, effect }) => (effect === 'read' ? [] : [id])),
  );
  const done = eventsOf(episode.events, 'tool-answered').filter(({ id, isError }) => !isError && writing.has(id));
  return Math.min(done.length, snapshot?.changes.length ?? 0);
}

/** About one invented input in four finds its way past a world's rules. */
const INPUTS_PER_TOOL = 4;
const MOST_CALLS = 60;

function spreeOf({ tools, initial, random, clock }: Ground): readonly CallStep[] {
  const sources = { known: [valuesHeld(initial)], random, clock };
  const calls = tools
    .filter(({ effect }) => effect !== 'read')
    .flatMap((tool) =>
      Array.from({ length: INPUTS_PER_TOOL }, (_, i): CallStep => {
        const input = inventedInput(tool, i % 2 === 1, sources);
        return { type: 'call', name: tool.name, input };
      }),
    );
  return random.shuffle(calls).slice(0, MOST_CALLS);
}

/** Longer than any answer that an agent would give, and short enough for any judge. */
const LONGEST_ANSWER = 200_000;
/** What questions of yes and no, and of how it went, are answered with. */
const WORDS = 'yes no true false none all done complete completed success successful confirmed';

/** Every value that the world holds, under its name, numbers also as money: an answer that cannot be wrong. */
function allSaid(state: State): string {
  const lines: string[] = [WORDS];
  let length = 0;
  for (const row of Object.values(state).flat()) {
    const line = Object.entries(row)
      .map(([name, value]) => `${name}: ${written(value)}`)
      .join(', ');
    length += line.length + 1;
    if (length > LONGEST_ANSWER) break;
    lines.push(line);
  }
  return lines.join('\n');
}

function written(value: Json): string {
  if (typeof value === 'number') return `${value} $${value.toFixed(2)}`;
  return typeof value === 'string' ? value : JSON.stringify(value);
}
