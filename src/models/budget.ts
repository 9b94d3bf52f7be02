/**
 * Stops asking when what was allowed is spent. Asked at the last moment before a request, so it goes innermost, around the
 * provider. The call that crosses the line is still returned, since it has been paid for; with many under way at once, each of
 * them may be that call. Calls are counted when they begin, so their number is kept to the letter.
 */
import { ModelError } from '../core/errors.ts';
import type { Model, Role } from '../core/model.ts';
import type { Ledger } from './ledger.ts';

/** For the whole run and all roles together. */
export interface Limits {
  /** Input and output. */
  readonly tokens?: number;
  readonly dollars?: number;
  readonly calls?: number;
  readonly milliseconds?: number;
}

export interface BudgetOptions {
  readonly role: Role;
  readonly ledger: Ledger;
  readonly limits: Limits;
}

export function budgeted(model: Model, { role, ledger, limits }: BudgetOptions): Model {
  return {
    name: model.name,
    generate: async (request, signal) => {
      const spent = spentOf(ledger, limits);
      if (spent !== null) throw new ModelError('budget', `${spent}; raise the limit and resume the run to go on.`);
      const end = ledger.begin();
      try {
        const reply = await model.generate(request, signal);
        ledger.add(role, model.name, reply.usage);
        return reply;
      } finally {
        end();
      }
    },
  };
}

/** Why nothing more may be asked, or null. */
function spentOf(ledger: Ledger, { tokens, dollars, calls, milliseconds }: Limits): string | null {
  const total = ledger.total();
  if (calls !== undefined && total.calls + ledger.underWay() >= calls) return `The budget of ${calls} calls is spent`;
  if (milliseconds !== undefined && ledger.elapsed() >= milliseconds)
    return `The budget of ${milliseconds / 1000} s is spent`;
  const counted = tokens ?? dollars;
  if (counted !== undefined && total.unmetered > 0) {
    // Going on would be to spend without knowing how much.
    return `The budget cannot be kept, since ${total.unmetered} of ${total.calls} replies did not say how many tokens they took (limit the calls or the time instead)`;
  }
  const used = total.input + total.output;
  if (tokens !== undefined && used >= tokens)
    return `The budget of ${tokens} tokens is spent (${used} after ${total.calls} calls)`;
  if (dollars === undefined) return null;
  if (total.dollars === null)
    return 'The budget in dollars cannot be kept, since the price of a model in use is not known';
  if (total.dollars < dollars) return null;
  return `The budget of ${dollars.toFixed(2)} dollars is spent (${total.dollars.toFixed(2)} after ${total.calls} calls)`;
}
