/** What size or generation buys: gaps between members of a family, over the tasks that both scored. */
import { UsageError } from '../core/errors.ts';
import type { Mode } from '../core/plan.ts';
import { suggestion } from '../core/suggestion.ts';
import { type Cell, cellOf } from './cell.ts';
import { type Difference, pairedDifference } from './compare.ts';
import { type Contender, type Lineup, leadingMode, named } from './contenders.ts';
import { PAPER, paperModel } from './paper.ts';
import type { Score } from './scores.ts';

export interface Scaling {
  readonly mode: Mode;
  readonly gaps: readonly Gap[];
}

export interface Gap {
  readonly small: Member;
  readonly large: Member;
  /** Large minus small. */
  readonly gap: Difference;
}

interface Member {
  readonly name: string;
  readonly model: string | null;
  readonly cell: Cell;
}

/** A family is a list of names from the smallest (or oldest) to the largest; without any, those that the paper compares. */
export function scalingOf({ contenders, seed }: Lineup, families: readonly (readonly string[])[]): Scaling {
  const mode = leadingMode(contenders);
  const inMode = ({ scores }: Contender): readonly Score[] => scores.filter((score) => score.mode === mode);
  const member = (one: Contender): Member => ({ name: one.name, model: one.model, cell: cellOf(inMode(one)) });
  const pairs =
    families.length === 0 ? knownPairs(contenders) : families.flatMap((names) => stepsOf(contenders, names));
  if (pairs.length === 0) {
    throw new UsageError(
      'No two of these agents are known to be of one family. Name them from small to large: --family small,large.',
    );
  }
  return {
    mode,
    gaps: pairs.map(([small, large]) => ({
      small: member(small),
      large: member(large),
      gap: pairedDifference(inMode(small), inMode(large), { seed, names: [small.name, large.name] }),
    })),
  };
}

type Step = readonly [Contender, Contender];

function stepsOf(contenders: readonly Contender[], names: readonly string[]): readonly Step[] {
  if (names.length < 2)
    throw new UsageError(`A family needs two names or more, such as small,large; "${names}" is one.`);
  const members = names.map((name) => only(contenders, name));
  return members.slice(1).flatMap((large, i): readonly Step[] => {
    const small = members[i];
    return small === undefined ? [] : [[small, large]];
  });
}

function only(contenders: readonly Contender[], name: string): Contender {
  const [found, ...others] = named(contenders, name);
  if (found === undefined) {
    const known = contenders.map((one) => one.name);
    throw new UsageError(`None of these runs has an agent "${name}".${suggestion(name, known)}`);
  }
  if (others.length === 0) return found;
  const all = [found, ...others].map((one) => `"${one.name}"`).join(', ');
  throw new UsageError(`"${name}" could be ${all}: these were run under different conditions. Give fewer runs.`);
}

function knownPairs(contenders: readonly Contender[]): readonly Step[] {
  const find = (model: string): Contender | undefined =>
    contenders.find((one) => one.model !== null && paperModel(one.model) === model);
  return PAPER.families.flatMap(({ small, large }): readonly Step[] => {
    const [a, b] = [find(small), find(large)];
    return a === undefined || b === undefined ? [] : [[a, b]];
  });
}
