/** `args.json`: the command line after defaults, under OccuBench's names and in its order, then ours. The key is never in it. */
import type { Json } from '../core/json.ts';
import type { Plan } from '../core/plan.ts';
import type { BoundedFlags } from './bounds.ts';

export function argsOf(flags: BoundedFlags, plan: Plan): Json {
  return {
    agent_model: flags.agentModel?.join(' ') ?? null,
    world_model: plan.worldModel,
    verifier_model: plan.verifierModel,
    env_mode: plan.modes.join(' '),
    fault_count: plan.faultCount,
    fault_duration: plan.faultDuration,
    with_plan: flags.withPlan,
    eval_data: plan.suite,
    scenario_pool: null,
    config_dir: null,
    output_dir: flags.outputDir,
    run_name: plan.run,
    max_workers: flags.maxWorkers,
    task_ids: flags.taskIds ?? null,
    categories: flags.categories ?? null,
    api_key: flags.apiKey === undefined ? null : '[redacted]',
    base_url: flags.baseUrl ?? null,
    debug: flags.debug,
    suite: plan.suite,
    agents: plan.agents.map(({ name }) => name),
    trials: flags.trials,
    seed: plan.seed,
    limit: flags.limit ?? null,
    only: flags.only ?? null,
    budget_usd: flags.budgetUsd ?? null,
    budget_tokens: flags.budgetTokens ?? null,
    max_steps: flags.maxSteps,
    max_tokens: flags.maxTokens,
    reasoning_effort: flags.reasoningEffort?.join(' ') ?? null,
    prompts: flags.prompts ?? null,
    layout: flags.layout,
  };
}
