/** A suite of Agent World Model: its data from the library, worlds over the Python engine, verifiers in both of its modes. */
import type { Judge } from '../core/judge.ts';
import { type Means, NO_MEANS } from '../core/means.ts';
import type { Suite } from '../core/suite.ts';
import type { Task } from '../core/task.ts';
import type { PythonEngine, ScenarioSpec } from '../engines/python/engine.ts';
import { verifierCode } from '../judges/verifier-code.ts';
import { EVIDENCE_PROMPTS, settled, verifierEvidence } from '../judges/verifier-evidence.ts';
import type { VerifierOptions } from '../judges/verifier-run.ts';
import { vote } from '../judges/vote.ts';
import { type AwmSuite, readAwmSuite } from '../library/awm/suite.ts';
import type { AwmVerifier } from '../library/awm/verifier.ts';
import { recordedSolution } from '../library/recorded-path.ts';
import { pythonWorld } from '../worlds/database/python/world.ts';
import type { Engines } from './engines.ts';

export async function awmSuite(folder: string, engines: Engines): Promise<Suite> {
  const suite = readAwmSuite(folder);
  const { name, title, description, tasks } = suite;
  const isJudgedByModel = ({ truth }: Task): boolean => truth.mode === 'sql';
  return {
    name,
    title,
    description,
    tasks,
    needs: tasks.some(isJudgedByModel) ? ['judge'] : [],
    needsFor: (task) => (isJudgedByModel(task) ? ['judge'] : []),
    prompts: EVIDENCE_PROMPTS,
    world: (task) => {
      const scenario = suite.scenario(task);
      return pythonWorld({
        name: task.world,
        title: scenario.title,
        rules: 'The code of the application is the only rule.',
        engine: engines.python,
        spec: () => specOf(suite, task),
        repairs: () => repairsOf(suite, task),
      });
    },
    judge: (task, means = NO_MEANS) => judgeOf(suite, task, { engine: engines.python, means }),
    solution: (task) => {
      const path = suite.path(task);
      return path === null ? null : recordedSolution(path.steps);
    },
  };
}

function specOf(suite: AwmSuite, task: Task): ScenarioSpec {
  const scenario = suite.scenario(task);
  const { key, name, source, clock, mode } = scenario;
  return { key, name, source, clock, mode, image: scenario.image() };
}

/** What was mended in the seeds before anything ran, in sentences. */
function repairsOf(suite: AwmSuite, task: Task): readonly string[] {
  const { repairs, losses } = suite.scenario(task).buildReport();
  return [
    ...repairs.map(({ table, repair }) => `a seed of the table ${table} was mended: ${repair}`),
    ...losses.map(({ table, problem }) => `a seed of the table ${table} was lost: ${problem}`),
  ];
}

interface JudgeParts {
  readonly engine: () => PythonEngine;
  readonly means: Means;
}

function judgeOf(suite: AwmSuite, task: Task, { engine, means }: JudgeParts): Judge {
  const verifier = suite.verifier(task);
  const { mode } = suite.scenario(task);
  const options: VerifierOptions = {
    engine,
    code: verifier?.code ?? null,
    mode,
    images: async () => {
      const spec = specOf(suite, task);
      const { image: opened } = await engine().scenario(spec);
      // What the source creates as it starts is there from the beginning, where the original counts it as the agent's.
      return { opened, initial: mode === 'repaired' ? opened : spec.image };
    },
  };
  if (verifier === null || verifier.mode === 'code') {
    const doubts = suite.doubts(task);
    return {
      ...verifierCode({ ...options, allowed: suite.path(task)?.allowed ?? null }),
      neverPasses: async () => doubts,
    };
  }
  const { prompt, styles, emit } = means;
  const judge = verifierEvidence({
    ...options,
    model: () => means.model('judge'),
    prompt,
    criteria: criteriaIn(verifier),
  });
  return settled(vote(judge, { of: styles.votes, emit }));
}

function criteriaIn({ criteria: { reasoning, success, failure } }: AwmVerifier): string {
  const parts: readonly (readonly [string, string])[] = [
    ['What is checked', reasoning],
    ['Success', success],
    ['Failure', failure],
  ];
  return parts.flatMap(([title, words]) => (words.trim() === '' ? [] : [`${title}: ${words.trim()}`])).join('\n\n');
}
