/** Reads the numbers and names of an expense policy out of its text, as somebody would who has only the document. */
import { SolutionStuck } from '../../../../core/solution.ts';
import type { Policy } from './policy.ts';
import { cents } from './records.ts';

export function readPolicy(text: string): Policy {
  const word = (pattern: RegExp): string => {
    const [, found] = pattern.exec(text) ?? [];
    if (found === undefined) throw new SolutionStuck(`the policy does not say ${pattern.source}`);
    return found;
  };
  const number = (pattern: RegExp): number => Number(word(pattern));
  const amount = (pattern: RegExp): number => cents(number(pattern));
  return {
    receiptFrom: amount(/From (\d+\.\d\d) on a receipt/),
    days: number(/handed in up to (\d+) days/),
    patience: { department: word(/expense; (.+?) has up to \d+ days/), days: number(/has up to (\d+) days/) },
    limits: {
      meal: amount(/Up to (\d+\.\d\d) a person for a meal/),
      taxi: amount(/(\d+\.\d\d) for a taxi ride/),
      train: amount(/(\d+\.\d\d) for a train trip/),
      supplies: amount(/(\d+\.\d\d) for a purchase of supplies/),
      lodging: amount(/(\d+\.\d\d) a night for lodging/),
      gift: amount(/(\d+\.\d\d) for a gift/),
    },
    dear: {
      cities: word(/In (.+?) the limit for lodging is/).split(' and '),
      percent: number(/limit for lodging is (\d+) percent higher/),
    },
    authority: amount(/Trainees approve claims up to (\d+\.\d\d)/),
    managerUpTo: amount(/Above that, up to (\d+\.\d\d)/),
    head: word(/above \d+\.\d\d to (.+?)\.\n/),
    giftKeeper: word(/Nobody but (.+?) decides on gifts/),
  };
}
