/** The library: what a user imports from `practicum`. */
export { external } from './agents/external.ts';
export { hasty } from './agents/hasty.ts';
export { idle } from './agents/idle.ts';
export { oracle } from './agents/oracle.ts';
export { toolLoop } from './agents/tool-loop.ts';
export { type Catalog, openCatalog } from './catalog/catalog.ts';
export { type Certificate, certify } from './certify/certificate.ts';
export { certifySuite } from './certify/suite-certificate.ts';
export type { Agent } from './core/agent.ts';
export { type Block, type ImageBlock, text, textOf } from './core/block.ts';
export type { Clock } from './core/clock.ts';
export type { Episode } from './core/episode.ts';
export { EpisodeError, ModelError, UserError } from './core/errors.ts';
export { type Event, eventsOf, type Result } from './core/event.ts';
export { eventSchema, logLineSchema } from './core/event-schema.ts';
export type { Fault } from './core/fault.ts';
export type { Json, JsonObject } from './core/json.ts';
export type { Checkpoint, Evidence, Judge, Verdict } from './core/judge.ts';
export { DEFAULT_STYLES, type Means, NO_MEANS, type Styles } from './core/means.ts';
export type { Model, ModelRequest, Reply, Role } from './core/model.ts';
export { type Begun, begin, type Cast, play, type Stage } from './core/play.ts';
export { type Random, stream } from './core/random.ts';
export { type Hands, type Solution, SolutionStuck } from './core/solution.ts';
export {
  applyChanges,
  type Change,
  changedColumns,
  kindOf,
  rowsWhere,
  type Snapshot,
  type State,
} from './core/state.ts';
export type { Suite } from './core/suite.ts';
export type { Task } from './core/task.ts';
export type { Tool, ToolCall } from './core/tool.ts';
export { conflict, forbidden, invalid, notFound } from './core/tool-error.ts';
export type { Hearing, Notice, Observation, Session, World } from './core/world.ts';
export type { Database } from './engines/sqlite.ts';
export { faultsFor, injected } from './faults/injected.ts';
export { allOf } from './judges/all-of.ts';
export { answerObject } from './judges/answer.ts';
export { type Allowed, type Check, checkpoint, code, type Findings, timesMade } from './judges/code.ts';
export { rubric } from './judges/rubric.ts';
export { vote } from './judges/vote.ts';
export { defineSuite, type Family, type TaskDraft } from './library/define-suite.ts';
export { readLanguageSuite } from './library/language-suite.ts';
export { parseModels } from './models/aliases.ts';
export { budgeted } from './models/budget.ts';
export { cached } from './models/cache.ts';
export { endpointGate, gated } from './models/concurrency.ts';
export { createLedger } from './models/ledger.ts';
export { LISTED_PRICES, parsePrices, withPrices } from './models/price.ts';
export { openModel } from './models/provider.ts';
export { recorder } from './models/record.ts';
export { replayer } from './models/replay.ts';
export { resolveModel } from './models/resolve.ts';
export { retried } from './models/retry.ts';
export { scripted } from './models/scripted.ts';
export { systemClock } from './run/system-clock.ts';
export { type RewardScheme, rewardOf } from './serve/reward.ts';
export { SessionRefusal, type Settlement, type Step } from './serve/session.ts';
export {
  type Move,
  openTraining,
  type Training,
  type TrainingOptions,
  type TrainingSession,
} from './serve/training.ts';
export { type Desk, tool } from './worlds/database/tool.ts';
export { type DatabaseWorldDefinition, databaseWorld } from './worlds/database/world.ts';
export { languageRegistry, openLanguageWorld } from './worlds/language/environment.ts';
export { readSetup } from './worlds/language/setup.ts';
export { languageWorld } from './worlds/language/world.ts';
