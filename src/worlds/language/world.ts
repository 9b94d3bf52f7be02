/**
 * Language worlds: environments that a model imagines, from a configuration in OccuBench's form. Made for one task, since each
 * has its own tools. Deterministic for given model replies; without a model it can be looked at, but not played.
 */
import type { Means } from '../../core/means.ts';
import type { World } from '../../core/world.ts';
import { openLanguageSession, toolsOf } from './session.ts';
import type { LanguageSetup } from './setup.ts';
import { mendedBody } from './template.ts';

/** The prompt files that language worlds read, whatever the style. */
export const LANGUAGE_PROMPTS = [
  'simulator.md',
  'simulator-hidden.md',
  'simulator-form.md',
  'simulator-form-tracked.md',
  'simulator-state.md',
  'simulator-correction.md',
  'reference-format.md',
  'reference-format-short.md',
  'prompted-faults-e1.md',
  'prompted-faults-e2.md',
  'prompted-faults-e3.md',
] as const;

export function languageWorld(setup: LanguageSetup, means: Means): World {
  const tools = toolsOf(setup);
  return {
    name: setup.environment,
    about: {
      title: setup.environment,
      kind: 'language',
      // The body only: what is in the state is for the simulator.
      rules: mendedBody(setup.prompt, {}).text,
      tools,
      facts: { tools: tools.length, stateKeys: Object.keys(setup.state).length, hiddenKeys: setup.hidden.length },
    },
    open: async ({ clock, brief }, { emit }) => openLanguageSession({ setup, clock, brief, means, emit }).session,
  };
}
