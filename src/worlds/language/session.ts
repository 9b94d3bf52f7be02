/**
 * A session in an imagined environment. Calls that no system would take are answered here, always alike, and never reach the
 * simulator or its history.
 */
import { text } from '../../core/block.ts';
import type { Json } from '../../core/json.ts';
import type { Tool } from '../../core/tool.ts';
import { type Observation, OVER, type Session } from '../../core/world.ts';
import { inputReader } from '../../wire/tool-input.ts';
import { isErrorAnswer } from './observation.ts';
import { openSimulator, type Simulator, type SimulatorParts } from './simulator.ts';
import { NO_STATE, snapshotBetween } from './state-tables.ts';
import { toolFace } from './tool-face.ts';

export interface LanguageSession {
  readonly session: Session;
  readonly simulator: Simulator;
}

export function toolsOf({ tools }: SimulatorParts['setup']): readonly Tool[] {
  return tools.map(toolFace);
}

export function openLanguageSession(parts: SimulatorParts): LanguageSession {
  const { setup, means } = parts;
  const tools = toolsOf(setup);
  const read = inputReader(tools);
  const simulator = openSimulator(parts);
  const isTracked = means.styles.state === 'tracked';
  const session: Session = {
    tools,
    call: async ({ name, input }, signal) => {
      const reading = read(name, input);
      if (!reading.ok) return observation({ error: 'invalid', message: reading.message }, true);
      const answer = await simulator.answer({ name, input: reading.input, sent: input }, signal);
      return observation(answer, isErrorAnswer(answer));
    },
    say: async () => OVER,
    snapshot: async () => (isTracked ? snapshotBetween(setup.state, simulator.state()) : NO_STATE),
    close: async () => undefined,
  };
  return { session, simulator };
}

function observation(value: Json, isError: boolean): Observation {
  return { blocks: [text(JSON.stringify(value))], isError, notices: [] };
}
