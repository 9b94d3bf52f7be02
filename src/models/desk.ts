/**
 * All models of a run in one hand: opened by name, wrapped in the order that `record.ts` explains, sharing gates per endpoint,
 * one ledger and one budget. What belongs to a single episode (record, replay, cache) is added by `forEpisode`.
 */
import type { Clock } from '../core/clock.ts';
import type { Emit, ModelReplied } from '../core/event.ts';
import type { Model, Role } from '../core/model.ts';
import type { Random } from '../core/random.ts';
import type { Aliases } from './aliases.ts';
import { budgeted, type Limits } from './budget.ts';
import { cached } from './cache.ts';
import { endpointGate, type Gate, gated } from './concurrency.ts';
import { createLedger, type Ledger } from './ledger.ts';
import { assertPriced, LISTED_PRICES, type Price, type Prices, withPrices } from './price.ts';
import { openModel } from './provider.ts';
import { recorder } from './record.ts';
import { replayer } from './replay.ts';
import { type Overrides, type ResolvedModel, resolveModel } from './resolve.ts';
import { type Retry, retried } from './retry.ts';
import { baseUrlOf } from './settings.ts';
import type { Env } from './transport.ts';

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
}

export interface ModelDesk {
  readonly ledger: Ledger;
  readonly prices: Prices;
  /** Everything that must never be written anywhere. */
  readonly secrets: readonly string[];
  /** For one episode: the model of that name in that role. */
  forEpisode(record: EpisodeRecord): (role: Role, name: string) => Model;
}

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
  const opened = new Map<string, Model>();

  const shared = (role: Role, name: string): Model => {
    const key = `${role} ${name}`;
    const known = opened.get(key);
    if (known) return known;
    const one = resolved.get(name);
    if (one === undefined) throw new Error(`the model "${name}" was not named when the run began`);
    const model = wrapped(one, { role, ledger, gates, options });
    opened.set(key, model);
    return model;
  };
  return {
    ledger,
    prices,
    secrets: [...resolved.values()].flatMap(({ secrets }) => secrets),
    forEpisode: ({ emit, replies, trial }) => {
      const record = recorder({ emit });
      const replay = replayer({ replies });
      const directory = options.cacheDirectory ?? null;
      return (role, name) => {
        const model = shared(role, name);
        return record(role, replay(role, directory === null ? model : cached(model, { directory, trial })));
      };
    },
  };
}

interface Shared {
  readonly role: Role;
  readonly ledger: Ledger;
  readonly gates: Map<string, Gate>;
  readonly options: DeskOptions;
}

function wrapped({ settings, defaults }: ResolvedModel, { role, ledger, gates, options }: Shared): Model {
  const { clock, random, env, cap, limits, onRetry, onWarning } = options;
  const endpoint = `${settings.provider} ${baseUrlOf(settings)}`;
  const gate = gates.get(endpoint) ?? endpointGate({ cap, clock });
  gates.set(endpoint, gate);
  const model = openModel(settings, { clock, env, ...(onWarning ? { onWarning } : {}) });
  const asked = budgeted(model, { role, ledger, limits });
  const patient = retried(gated(asked, gate), { clock, random, ...(onRetry ? { onRetry } : {}) });
  return { name: model.name, generate: (request, signal) => patient.generate({ ...defaults, ...request }, signal) };
}

function pricesOf(resolved: ReadonlyMap<string, ResolvedModel>, listed: Prices): Prices {
  const own = [...resolved.values()].flatMap(({ settings, price }): [string, Price][] =>
    price === null ? [] : [[settings.model, price]],
  );
  return withPrices(listed, { asOf: listed.asOf, models: new Map(own) });
}
