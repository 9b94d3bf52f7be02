/**
 * What a user imports from `practicum/testing`: a model that follows a script, a clock that stands still, and for each door a
 * suite that holds an implementation to its contract. The suites know no test runner:
 *
 *   for (const { name, run } of testWorld({ world: () => myWorld, task, calls })) it(name, run);
 */
export { type ManualClock, manualClock } from './models/manual-clock.ts';
export { type Script, type ScriptedReply, type ScriptedTurn, scripted } from './models/scripted.ts';
export { type AgentTrial, testAgent } from './testing/agent.ts';
export type { ContractCheck } from './testing/contract-check.ts';
export { evidenceOf, type Play } from './testing/evidence.ts';
export { type FaultTrial, testFault } from './testing/fault.ts';
export { type JudgeTrial, testJudge } from './testing/judge.ts';
export { type Exchange, type ModelTrial, testModel } from './testing/model.ts';
export { type TrialCall, testWorld, type WorldTrial } from './testing/world.ts';
