/** A suite of generated worlds put together from its parts, for tests. */
import { fileURLToPath } from 'node:url';
import type { Suite } from '../src/core/suite.ts';
import type { SandboxPool } from '../src/engines/sandbox/sandbox.ts';
import { generatedJudge } from '../src/judges/generated.ts';
import { readGeneratedSuite } from '../src/library/generated-suite.ts';
import { generatedWorld } from '../src/worlds/database/generated.ts';

export const FOUNDRY = fileURLToPath(new URL('../examples/08-generated-world', import.meta.url));

export function generatedFrom(folder: string, pool: SandboxPool): Suite {
  const { name, title, description, tasks, world, verifier, solution } = readGeneratedSuite(folder);
  return {
    name,
    title,
    description,
    tasks,
    needs: [],
    prompts: [],
    world: (task) => generatedWorld({ pool, ...world(task) }),
    judge: (task) =>
      generatedJudge({
        pool,
        name: `${name}/${task.family}`,
        source: verifier(task),
        initial: async () => (await pool.build(world(task).schema)).image,
      }),
    solution,
  };
}
