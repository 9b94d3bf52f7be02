/** A suite of worlds that a model has written: nothing of its code runs in this process. */
import type { Suite } from '../core/suite.ts';
import type { World } from '../core/world.ts';
import { generatedJudge } from '../judges/generated.ts';
import { readGeneratedSuite } from '../library/generated-suite.ts';
import { generatedWorld } from '../worlds/database/generated.ts';
import type { Engines } from './engines.ts';

export async function generatedSuite(folder: string, engines: Engines): Promise<Suite> {
  const { world: parts, verifier, ...data } = readGeneratedSuite(folder);
  const worlds = new Map<string, World>();
  return {
    ...data,
    needs: [],
    prompts: [],
    world: (task) => {
      const world = worlds.get(task.world) ?? generatedWorld({ pool: engines.sandbox(), ...parts(task) });
      worlds.set(task.world, world);
      return world;
    },
    judge: (task) => {
      const pool = engines.sandbox();
      const initial = async (): Promise<Uint8Array> => (await pool.build(parts(task).schema)).image;
      return generatedJudge({ pool, name: 'generated', source: verifier(task), initial });
    },
  };
}
