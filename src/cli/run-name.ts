/** Names of runs. The same settings give the same name, so that the same command finds its run again. */

import { canonical, type Json } from '../core/json.ts';
import type { Mode, Plan } from '../core/plan.ts';
import { sha256 } from '../wire/hash.ts';

/** Safe as one folder's name on any system. */
export function slug(name: string): string {
  const safe = name.replace(/[^A-Za-z0-9._-]+/g, '-').replace(/^[.-]+|[.-]+$/g, '');
  return safe === '' ? 'unnamed' : safe.slice(0, 80);
}

/** Readable first, then a digest of all that was asked. */
export function derivedName(plan: Plan): string {
  const { versions: _versions, run: _run, source: _source, ...asked } = plan;
  const digest = sha256(canonical(asked as unknown as Json)).slice(0, 6);
  const agents = plan.agents.map(({ name }) => slug(name)).join('+');
  return [slug(plan.suite), agents.slice(0, 60), plan.modes.join('-'), digest].join('__');
}

/** As the original names a run. */
export function occubenchName(
  plan: Pick<Plan, 'agents' | 'worldModel' | 'faultCount' | 'faultDuration'>,
  mode: Mode,
): string {
  const agents = plan.agents.map(({ model, name }) => slug(model ?? name)).join('+');
  const faults = mode === 'E0' ? [] : [`fc${plan.faultCount}_fd${plan.faultDuration}`];
  return [agents, slug(plan.worldModel ?? 'code'), mode, ...faults].join('__');
}

/** A name for a fresh demonstration: the suite and the time. */
export function freshName(suite: string, now: Date, isTaken: (name: string) => boolean): string {
  const stamp = now.toISOString().slice(0, 19).replace('T', '-').replaceAll(':', '');
  const name = `${slug(suite)}-${stamp}`;
  for (let n = 1; ; n++) {
    const candidate = n === 1 ? name : `${name}-${n}`;
    if (!isTaken(candidate)) return candidate;
  }
}
