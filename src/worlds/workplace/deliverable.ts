/** What lies in the workspace at a given moment, as it is taken for an assignment. */
import type { JsonObject } from '../../core/json.ts';
import type { DayState } from './day-state.ts';
import type { Assignment } from './instance.ts';

const WORKSPACE = 'workspace/';

/** The files at the assignment's own paths: others are nobody's business. A path that ends in `/` means all below it. */
export function deliverableOf(state: DayState, { id, outputs }: Assignment): JsonObject {
  const files = [...state.files.values()]
    .filter(({ path }) => path.startsWith(WORKSPACE))
    .map(({ path, content }) => [path.slice(WORKSPACE.length), content] as const)
    .filter(([path]) => outputs.some((output) => path === output || (output.endsWith('/') && path.startsWith(output))));
  return { assignment: id, at: state.now, files: Object.fromEntries(files) };
}
