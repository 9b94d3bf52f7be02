/**
 * `models.json`: short names for models, as its reader wrote them. Takes our shape and the older one of OccuBench's configuration.
 * Does not look into the environment: what the names resolve to is `resolve.ts`'s business.
 */
import { z } from 'zod';
import { UserError } from '../core/errors.ts';
import { type Price, priceSchema } from './price.ts';
import { PROVIDERS, type Provider } from './settings.ts';

export interface ModelEntry {
  readonly provider: Provider | null;
  readonly model: string;
  readonly baseUrl: string | null;
  readonly proxyUrl: string | null;
  /** The environment variable that holds the key, or (in the older shape) perhaps the key itself. */
  readonly key: { readonly variable: string } | { readonly variableOrKey: string } | null;
  readonly reasoningEffort?: string;
  readonly temperature?: number;
  readonly maxOutputTokens?: number;
  readonly price?: Price;
}

/** Empty strings stand for nothing, as people leave them in templates. */
const text = z
  .string()
  .nullish()
  .transform((value) => value?.trim() || null);

export const VARIABLE_NAME = /^[A-Z][A-Z0-9_]*$/;

const entrySchema = z
  .strictObject({
    provider: z.enum(PROVIDERS).optional(),
    model: z.string().min(1),
    baseUrl: text,
    apiKeyEnv: text.refine((name) => name === null || VARIABLE_NAME.test(name), {
      error: 'must be the name of an environment variable, never the key itself',
    }),
    proxyUrl: text,
    reasoningEffort: z.string().optional(),
    temperature: z.number().optional(),
    maxOutputTokens: z.number().int().positive().optional(),
    price: priceSchema.optional(),
  })
  .transform(
    ({ provider = null, apiKeyEnv, ...rest }): ModelEntry => ({
      ...rest,
      provider,
      key: apiKeyEnv === null ? null : { variable: apiKeyEnv },
    }),
  );

const olderSchema = z
  .object({ model_name: z.string().min(1), api_key_var: text, base_url: text, proxy_url: text })
  .transform(
    ({ model_name, api_key_var, base_url, proxy_url }): ModelEntry => ({
      provider: null,
      model: model_name,
      baseUrl: base_url,
      proxyUrl: proxy_url,
      key: api_key_var === null ? null : { variableOrKey: api_key_var },
    }),
  );

export type Aliases = ReadonlyMap<string, ModelEntry>;

export function parseModels(json: unknown): Aliases {
  const file = z.record(z.string(), z.record(z.string(), z.unknown())).safeParse(json);
  if (!file.success)
    throw new UserError('models.json must be an object with an entry for each alias: { "alias": { "model": … } }.');
  return new Map(Object.entries(file.data).map(([alias, entry]) => [alias, parseEntry(alias, entry)]));
}

function parseEntry(alias: string, entry: Record<string, unknown>): ModelEntry {
  const parsed = ('model_name' in entry ? olderSchema : entrySchema).safeParse(entry);
  if (parsed.success) return parsed.data;
  const troubles = parsed.error.issues.map(({ path, message }) => [path.join('.'), message].filter(Boolean).join(': '));
  throw new UserError(`models.json cannot be read at "${alias}": ${troubles.join('; ')}.`);
}
