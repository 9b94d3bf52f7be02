/**
 * What tokens cost, from a dated table of listed prices (`prices.json`) that users can override with a file of the same shape.
 * What is not known is null, never 0. Surcharges (long contexts, cache writes) and discounts (batches) are not in it.
 */
import { z } from 'zod';
import { UserError } from '../core/errors.ts';
import type { Usage } from '../core/model.ts';
import table from './prices.json' with { type: 'json' };

export const priceSchema = z.strictObject({
  input: z.number().nonnegative(),
  /** Null or absent where cached tokens cost the same as others. */
  cachedInput: z
    .number()
    .nonnegative()
    .nullish()
    .transform((price) => price ?? null),
  output: z.number().nonnegative(),
});
/** US dollars for a million tokens. */
export type Price = Readonly<z.infer<typeof priceSchema>>;

const pricesSchema = z.object({ asOf: z.iso.date(), models: z.record(z.string(), priceSchema) });

export interface Prices {
  readonly asOf: string;
  readonly models: ReadonlyMap<string, Price>;
}

/** The table that comes with Practicum. */
export const LISTED_PRICES: Prices = parsePrices(table);

export function parsePrices(json: unknown): Prices {
  const parsed = pricesSchema.safeParse(json);
  if (!parsed.success) throw new UserError(`the price file cannot be read: ${z.prettifyError(parsed.error)}`);
  const { asOf, models } = parsed.data;
  return { asOf, models: byName(Object.entries(models)) };
}

/** Prices of the second table count before those of the first, whatever the case of the names. */
export function withPrices(prices: Prices, own: Prices): Prices {
  return { asOf: own.asOf, models: byName([...prices.models, ...own.models]) };
}

function byName(prices: readonly (readonly [string, Price])[]): ReadonlyMap<string, Price> {
  return new Map(prices.map(([name, price]) => [name.toLowerCase(), price]));
}

const OTHER_MODEL = /^(\d{1,2}|pro|max|ultra|large|deep|mini|nano|audio|realtime|image)(-|$)/;

/**
 * The price by the exact name, then without the provider's prefix (`openai/`), then by the longest known beginning that ends
 * before a `-`, so that `gpt-4o-2024-08-06` costs what `gpt-4o` does. What says that it is another model is not passed over: a
 * version of one or two digits (`claude-opus-4-7` is not `claude-opus-4`) or a larger make (`o3-pro`). Its price is unknown.
 */
export function priceOf(prices: Prices, model: string): Price | null {
  const whole = model.toLowerCase();
  const bare = whole.slice(whole.lastIndexOf('/') + 1);
  const exact = prices.models.get(whole) ?? prices.models.get(bare);
  if (exact !== undefined) return exact;
  for (let end = bare.lastIndexOf('-'); end > 0; end = bare.lastIndexOf('-', end - 1)) {
    const price = prices.models.get(bare.slice(0, end));
    if (price !== undefined) return OTHER_MODEL.test(bare.slice(end + 1)) ? null : price;
  }
  return null;
}

/** In dollars; null where the price or the number of tokens is not known. */
export function costOf(usage: Usage, price: Price | null): number | null {
  if (price === null || usage.input === null || usage.output === null) return null;
  const cached = Math.min(usage.cachedInput ?? 0, usage.input);
  const input = (usage.input - cached) * price.input + cached * (price.cachedInput ?? price.input);
  return (input + usage.output * price.output) / 1e6;
}

/** Refuses a budget in dollars that could not be kept. */
export function assertPriced(prices: Prices, models: readonly string[]): void {
  const unknown = [...new Set(models)].filter((model) => priceOf(prices, model) === null);
  if (unknown.length === 0) return;
  const example = JSON.stringify({
    asOf: prices.asOf,
    models: { [unknown[0] ?? '']: { input: 1, cachedInput: 0.1, output: 5 } },
  });
  throw new UserError(
    `A budget in dollars cannot be kept, since the price of ${unknown.join(', ')} is not known: ` +
      `add it in a price file such as ${example} (dollars for a million tokens), or set a budget in tokens.`,
  );
}
