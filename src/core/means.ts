/** What the host hands to a suite for one episode: models by role, the record, prompts, and the styles that were asked for. */
import { UsageError } from './errors.ts';
import type { Emit } from './event.ts';
import type { Model, Role } from './model.ts';
import type { Mode } from './plan.ts';

/** How worlds and judges that are played by models do their work. Part of an episode's identity. */
export interface Styles {
  /** `clean` mends the prompts of imported environments; `reference` lays them out as the original does. */
  readonly prompts: 'clean' | 'reference';
  /** Whether the simulator also keeps an explicit state that code checks. */
  readonly state: 'free' | 'tracked';
  /** Faults made by code on the clean answer, or asked of the simulator in its prompt. */
  readonly faults: 'injected' | 'prompted';
  /** Whether a rubric is judged criterion by criterion or as one question. */
  readonly rubric: 'atomic' | 'whole';
  readonly votes: number;
  /** Whether a trainee's notes outlive the day, with or without what a manager said about it; nothing does where it is not given. */
  readonly memory?: 'notes' | 'feedback';
  /** How much of where to look is told with an assignment; nothing where it is not given. */
  readonly hints?: 'topic' | 'person' | 'file' | 'full';
  /** The model that gives colleagues their words; they speak plainly where it is not given. */
  readonly colleagues?: string;
}

export const DEFAULT_STYLES: Styles = {
  prompts: 'clean',
  state: 'free',
  faults: 'injected',
  rubric: 'atomic',
  votes: 3,
};

/** The faults of an episode, for worlds that are asked to make them themselves. */
export interface FaultTerms {
  readonly mode: Mode;
  readonly count: number;
  readonly duration: number;
}

export interface Means {
  /** Throws a sentence for the user where no model was named for the role. */
  model(role: Role): Model;
  readonly emit: Emit;
  /** A prompt by its file name: ours, or the user's own. */
  prompt(file: string): string;
  readonly styles: Styles;
  readonly faults: FaultTerms;
}

/** For plays without models: certification by programs, browsing. */
export const NO_MEANS: Means = {
  model: (role) => {
    throw new UsageError(`This needs a model for the ${role}: name one with ${FLAGS[role]}.`);
  },
  emit: () => undefined,
  prompt: (file) => {
    throw new Error(`nobody has handed over the prompt ${file}`);
  },
  styles: DEFAULT_STYLES,
  faults: { mode: 'E0', count: 0, duration: 0 },
};

const FLAGS: Readonly<Record<Role, string>> = {
  agent: '--agent-model',
  world: '--world-model',
  judge: '--verifier-model',
  colleague: '--npc-model',
};
