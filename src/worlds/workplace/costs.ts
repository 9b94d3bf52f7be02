/** What calls cost in minutes: as the tools say, unless the scenario says otherwise. */
import type { JsonObject } from '../../core/json.ts';
import { ToolError } from '../../core/tool-error.ts';
import type { AppTool } from './app.ts';
import type { DayState } from './day-state.ts';
import type { Costs, Minute } from './instance.ts';

export interface Prices {
  /** Of a call that cannot even be read. */
  readonly failedCall: Minute;
  of(tool: AppTool, input: JsonObject, state: DayState): Minute;
}

const FAILED_CALL_MINUTES = 1;

export function pricesBy({ failedCall = FAILED_CALL_MINUTES, tools = {} }: Costs = {}): Prices {
  return {
    failedCall,
    of: (tool, input, state) => {
      const { name } = tool.face;
      try {
        return (Object.hasOwn(tools, name) ? tools[name] : undefined) ?? tool.cost(input, state);
      } catch (error) {
        // What the arguments lack is said when the tool runs.
        if (error instanceof ToolError) return failedCall;
        throw error;
      }
    },
  };
}
