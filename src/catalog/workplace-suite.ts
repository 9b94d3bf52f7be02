/** A suite of workplace scenarios: one task for each scenario, made from its config when it is first asked for. */
import type { JsonObject } from '../core/json.ts';
import { type Means, NO_MEANS } from '../core/means.ts';
import type { Suite } from '../core/suite.ts';
import type { Task } from '../core/task.ts';
import type { World } from '../core/world.ts';
import { readWorkplaceSuite, type WorkplaceSuite } from '../library/workplace-suite.ts';
import { readScenario } from '../worlds/workplace/built-scenario.ts';
import { composeScenario, type Scenario } from '../worlds/workplace/compose.ts';
import { hintFor } from '../worlds/workplace/hint-ladder.ts';
import { feedbackOn, workplaceJudge } from '../worlds/workplace/judge.ts';
import { loadFamilies } from '../worlds/workplace/modules.ts';
import { readConfig } from '../worlds/workplace/scenario-config.ts';
import { sandboxScripts } from '../worlds/workplace/scripts.ts';
import { workplaceSolution } from '../worlds/workplace/solution.ts';
import { COLLEAGUE_PROMPT, modelVoice, plainVoice } from '../worlds/workplace/voice.ts';
import { firstBrief, workplaceWorld } from '../worlds/workplace/world.ts';
import type { Engines } from './engines.ts';

export async function workplaceSuite(folder: string, engines: Engines): Promise<Suite> {
  const data = readWorkplaceSuite(folder);
  const makers = await makersOf(data);
  const scenarios = new Map<string, Scenario>();
  const scenario = (name: string): Scenario => {
    const made = scenarios.get(name) ?? makers.get(name)?.();
    if (made === undefined) throw new Error(`the suite ${data.name} has no scenario "${name}"`);
    scenarios.set(name, made);
    return made;
  };
  const { name, title, description } = data;
  return {
    name,
    title,
    description,
    tasks: [...makers.keys()].map((one) => taskOf(one, name, () => scenario(one))),
    needs: [],
    tellsInParts: true,
    bounds: BOUNDS,
    prompts: [COLLEAGUE_PROMPT],
    world: (task, means = NO_MEANS) => worldOf(task, scenario(task.id), { means, engines }),
    judge: () => workplaceJudge(),
    solution: () => workplaceSolution,
  };
}

/**
 * The oracle takes up to 280 calls for a day of six assignments. With some fifty tools in every request and a context that grows all
 * day, so many turns come to some ten million tokens.
 */
const BOUNDS = { turns: 400, tokens: 20_000_000 };

/** How each scenario is made, by name. */
async function makersOf({ config, built }: WorkplaceSuite): Promise<ReadonlyMap<string, () => Scenario>> {
  if (config === null) return new Map([...built].map(([name, read]) => [name, () => readScenario(read(), name)]));
  const families = await loadFamilies();
  const { scenarios, slack } = readConfig(config.content, config.file);
  return new Map(scenarios.map((one) => [one.name, () => composeScenario(one, { slack }, families)]));
}

function taskOf(name: string, suite: string, scenario: () => Scenario): Task {
  return {
    id: name,
    suite,
    world: 'workplace',
    family: 'workplace',
    title: `First days at work: ${name}`,
    category: 'Workplace',
    domain: 'First days at work',
    scenario: name,
    difficulty: null,
    plan: null,
    get brief() {
      return firstBrief(scenario().instance);
    },
    get clock() {
      const [day] = scenario().instance.days;
      return `${day?.date}T08:00:00Z`;
    },
    get asked() {
      return scenario().asked;
    },
    get setup() {
      return scenario().instance as unknown as JsonObject;
    },
    get truth() {
      return scenario().truth as unknown as JsonObject;
    },
  };
}

function worldOf(
  task: Task,
  { instance, truth }: Scenario,
  { means, engines }: { readonly means: Means; readonly engines: Engines },
): World {
  const { memory = 'none', hints = 'none', colleagues } = means.styles;
  const nameOf = (fact: string): string => {
    const owners = instance.days
      .flatMap(({ facts }) => facts.filter(({ id }) => id === fact))
      .flatMap((one) => one.owners);
    return instance.company.people.find(({ id }) => owners.includes(id))?.name ?? 'a colleague';
  };
  const cluesOf = (id: string): Parameters<typeof hintFor>[0] =>
    truth.assignments.find((assignment) => assignment.id === id)?.clues ?? [];
  return workplaceWorld({
    name: 'workplace',
    title: task.title,
    instance: () => instance,
    scripts: sandboxScripts(engines.sandbox()),
    voice:
      colleagues === undefined
        ? plainVoice()
        : modelVoice({ model: means.model('colleague'), prompt: means.prompt(COLLEAGUE_PROMPT) }),
    memory,
    hint: (assignment) => hintFor(cluesOf(assignment), hints, nameOf),
    feedback: async (day, notes) => (memory === 'feedback' ? feedbackOn(task.truth, day, notes) : ''),
  });
}
