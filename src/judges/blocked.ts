/**
 * Whether an imported environment stood in the agent's way: a tool whose last call ended in a bug of the environment was never of
 * use to it. A tool that worked in the end did not block anything.
 */
import { z } from 'zod';
import { ENVIRONMENT_BUG, type Event } from '../core/event.ts';

const noted = z.object({ tool: z.string(), call: z.string(), message: z.string() });

/** The bug that the agent could not get past, or null. */
export function blockedBy(events: readonly Event[]): string | null {
  const last = new Map<string, string>();
  const bugs = new Map<string, { readonly call: string; readonly message: string }>();
  for (const event of events) {
    if (event.type === 'tool-called') last.set(event.name, event.id);
    if (event.type !== 'world-noted' || event.kind !== ENVIRONMENT_BUG) continue;
    const bug = noted.safeParse(event.data).data;
    if (bug !== undefined) bugs.set(bug.tool, bug);
  }
  for (const [tool, { call, message }] of bugs) if (last.get(tool) === call) return `${tool}: ${message}`;
  return null;
}
