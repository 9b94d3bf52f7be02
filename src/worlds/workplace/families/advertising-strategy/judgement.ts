/** Judges a selection of channels: first the budget, without which nothing counts, then how much it reaches. Pure and total. */
import { z } from 'zod';
import { isObject, type Json, type JsonObject, parseJson } from '../../../../core/json.ts';
import type { Point } from '../../family.ts';
import type { DayView } from '../../view.ts';
import { type Purchase, purchaseOf } from './channel.ts';

const truthSchema = z.object({
  output: z.string(),
  budget: z.number(),
  offers: z.array(z.object({ id: z.string(), cost: z.number(), exposure: z.number() })),
  /** In hundredths. */
  best: z.number(),
  clues: z.array(z.string()),
});
type Truth = z.output<typeof truthSchema>;

/** Where there is nothing to add up. */
const NO_SELECTION = 'that of a selection';
/** Exposures have two decimals and are exact; this is for the noise of floating point. */
const TOLERANCE = 0.005;
/** Below this a selection is no serious one, and right sums over it are no work. */
const SERIOUS = 0.8;
const NEAR = 0.97;

export function judgeCampaign(given: JsonObject, { files }: DayView): readonly Point[] {
  const truth = truthSchema.parse(given);
  const { best, budget, clues } = truth;
  const found = parseJson(files.get(truth.output) ?? '');
  const answer = isObject(found) ? found : {};
  const own = selectionIn(truth, answer.selected_channels);
  const share = own === null || own.cost > budget ? 0 : own.exposure / best;
  const isCostRight = share >= SERIOUS && isNear(answer.total_cost, own?.cost);
  // Who does not know what the selection reaches has not chosen it.
  const isReachRight = share >= SERIOUS && isNear(answer.total_exposure, own === null ? undefined : own.exposure / 100);
  const earn = (name: string, points: number, passed: boolean): Pick<Point, 'name' | 'points' | 'passed' | 'kind'> => ({
    name,
    points,
    passed,
    kind: 'earn',
  });
  return [
    {
      ...{ name: 'a selection of channels within the budget', points: 0, kind: 'gate', clues: ['channels'] },
      passed: own !== null && own.cost <= budget,
      hint: 'Name channels of the list, each once, and stay within the budget.',
      detail: own === null ? `found ${shown(answer.selected_channels)}` : `costs ${own.cost} of ${budget}`,
    },
    {
      ...earn('total cost', 1, isCostRight),
      hint: 'Add up the costs of the channels you chose.',
      detail: `expected ${own?.cost ?? NO_SELECTION}; found ${shown(answer.total_cost)}`,
      clues: ['channels'],
    },
    {
      ...earn('total exposure', 3, isReachRight),
      hint: 'Find out the target group, read its map, and use the formula of the handbook.',
      detail: `expected ${own === null ? NO_SELECTION : own.exposure / 100}; found ${shown(answer.total_exposure)}`,
      clues,
    },
    {
      ...earn('nearly the highest exposure', 2, isReachRight && share >= NEAR),
      hint: 'There are selections that reach clearly more.',
      detail: `${(share * 100).toFixed(2)} percent of the best`,
      clues,
    },
    {
      ...earn('the highest exposure', 4, isReachRight && own?.exposure === best),
      hint: 'There is a selection that reaches more within the budget.',
      detail: `${(own?.exposure ?? 0) / 100} of ${best / 100}`,
      clues,
    },
  ];
}

/** Null where it is no list of different channels that exist. */
function selectionIn({ offers }: Truth, value: Json | undefined): Purchase | null {
  const ids = z.array(z.string()).min(1).safeParse(value).data ?? [];
  const chosen = offers.filter(({ id }) => ids.includes(id));
  return ids.length === 0 || chosen.length !== ids.length ? null : purchaseOf(chosen);
}

function isNear(value: Json | undefined, expected: number | undefined): boolean {
  return typeof value === 'number' && expected !== undefined && Math.abs(value - expected) <= TOLERANCE;
}

function shown(value: Json | undefined): string {
  return value === undefined ? 'nothing' : JSON.stringify(value).slice(0, 80);
}
