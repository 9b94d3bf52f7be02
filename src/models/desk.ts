/**
 * All models of a run in one hand: opened by name, wrapped in the order that `record.ts` explains, sharing gates per endpoint,
 * one ledger and one budget. What belongs to a single episode (record, replay, cache) is added by `forEpisode`.
 */
import type { Clock } from '../core/clock.ts';
import type { Emit, ModelReplied } from '../core/event.ts';
import type { JsonObject } from '../core/json.ts';
import type { Model, Role } from '../core/model.ts';
import type { Random } from '../core/random.ts';
import type { Aliases } from './aliases.ts';
import { budgeted, type Limits } from './budget.ts';
import { cached } from './cache.ts';
import { endpointGate, type Gate, gated } from './concurrency.ts';
import { withDefaults } from './defaults.ts';
import { episodeCap } from './episode-cap.ts';
import { withFormatFallback } from './format-fallback.ts';
import { createLedger, type Ledger } from './ledger.ts';
import { assertPriced, LISTED_PRICES, type Price, type Prices, withPrices } from './price.ts';
import { openModel } from './provider.ts';
import { recorder } from './record.ts';
import { replayer } from './replay.ts';
import { type Overrides, type ResolvedModel, resolveModel } from './resolve.ts';
import { type Retry, retried } from './retry.ts';
import { baseUrlOf } from './settings.ts';
import { createTransport, type Env, type Transport } from './transport.ts';

export interface DeskOptions {
  readonly aliases: Aliases;
  readonly env: Env;
  readonly overrides: Overrides;
  /** Requests under way at one endpoint at most. */
  readonly cap: number;
  readonly limits: Limits;
  readonly prices?: Prices;
  readonly cacheDirectory?: string | null;
  readonly clock: Clock;
  readonly random: Random;
  readonly onRetry?: (retry: Retry) => void;
  readonly onWarning?: (sentence: string) => void;
}

export interface EpisodeRecord {
  readonly emit: Emit;
  readonly replies: readonly ModelReplied[];
  readonly trial: number;
  /** Tokens that agent and world may use together in this episode; null for no cap. */
  readonly cap?: number | null;
}

export interface ModelDesk {
  readonly ledger: Ledger;
  readonly prices: Prices;
  /** Everything that must never be written anywhere. */
  readonly secrets: readonly string[];
  /** What makes the model behind a name this one and no other; part of an episode's identity. */
  identity(name: string): JsonObject;
  /** For one episode: the model of that name in that role. */
  forEpisode(record: EpisodeRecord): (role: Role, name: string) => Model;
}

/** OccuBench's figure, where neither request nor alias says otherwise. */
const MOST_OUTPUT = 12_288;

/** Opens the models of a run at once, so that a missing key is said before the first episode. */
export function openDesk(names: readonly string[], options: DeskOptions): ModelDesk {
  const resolved = new Map(names.map((name) => [name, resolveModel(name, options)]));
  const prices = pricesOf(resolved, options.prices ?? LISTED_PRICES);
  if (options.limits.dollars !== undefined)
    assertPriced(
      prices,
      [...resolved.values()].map(({ settings }) => settings.model),
    );
  const ledger = createLedger({ prices, clock: options.clock });
  const gates = new Map<string, Gate>();
  const opened = new Map<string, OpenedModel>();
  const transport = createTransport({ env: options.env });

  const known = (name: string): ResolvedModel => {
    const one = resolved.get(name);
    if (one === undefined) throw new Error(`the model "${name}" was not named when the run began`);
    return one;
  };
  const shared = (role: Role, name: string): OpenedModel => {
    const key = `${role} ${name}`;
    const already = opened.get(key);
    if (already) return already;
    const model = wrapped(known(name), { role, ledger, gates, transport, options });
    opened.set(key, model);
    return model;
  };
  return {
    ledger,
    prices,
    secrets: [...resolved.values()].flatMap(({ secrets }) => secrets),
    identity: (name) => {
      const { settings, defaults } = known(name);
      return { provider: settings.provider, model: settings.model, defaults: { ...defaults } };
    },
    forEpisode: ({ emit, replies, trial, cap = null }) => {
      const capped = episodeCap(cap);
      const record = recorder({ emit });
      const replay = replayer({ replies });
      const directory = options.cacheDirectory ?? null;
      return (role, name) => {
        const { model, defaults, endpoint } = shared(role, name);
        const kept = directory === null ? model : cached(model, { directory, trial, salt: endpoint });
        // Defaults go outermost: they are part of what is asked, so of its hash and of its place in the cache.
        return withDefaults(capped(role, record(role, replay(role, kept))), {
          maxOutputTokens: MOST_OUTPUT,
          ...defaults,
        });
      };
    },
  };
}

interface OpenedModel {
  readonly model: Model;
  readonly defaults: ResolvedModel['defaults'];
  readonly endpoint: string;
}

interface Shared {
  readonly role: Role;
  readonly ledger: Ledger;
  readonly gates: Map<string, Gate>;
  readonly transport: Transport;
  readonly options: DeskOptions;
}

function wrapped(
  { settings, defaults }: ResolvedModel,
  { role, ledger, gates, transport, options }: Shared,
): OpenedModel {
  const { clock, random, env, cap, limits, onRetry, onWarning } = options;
  const endpoint = `${settings.provider} ${baseUrlOf(settings)}`;
  const gate = gates.get(endpoint) ?? endpointGate({ cap, clock });
  gates.set(endpoint, gate);
  const asked = openModel(settings, { clock, env, transport, ...(onWarning ? { onWarning } : {}) });
  const paid = withFormatFallback(budgeted(asked, { role, ledger, limits }));
  const model = retried(gated(paid, gate), { clock, random, ...(onRetry ? { onRetry } : {}) });
  return { model, defaults, endpoint };
}

function pricesOf(resolved: ReadonlyMap<string, ResolvedModel>, listed: Prices): Prices {
  const own = [...resolved.values()].flatMap(({ settings, price }): [string, Price][] =>
    price === null ? [] : [[settings.model, price]],
  );
  return withPrices(listed, { asOf: listed.asOf, models: new Map(own) });
}
