/**
 * Judges a scenario assignment by assignment, each by its family's own checks over what was noted. Points are whole numbers; a gate
 * that is not met leaves nothing; a trap that was walked into costs its points. It asks no model and reads no clock.
 */
import type { Event } from '../../core/event.ts';
import type { JsonObject } from '../../core/json.ts';
import type { Checkpoint, Judge, Verdict, VerdictItem } from '../../core/judge.ts';
import { conductIn } from './conduct.ts';
import { explored } from './exploration.ts';
import type { Family, Point } from './family.ts';
import { loadFamilies } from './modules.ts';
import { type AssignmentTruth, readTruth } from './truth.ts';
import { viewOf } from './view-of.ts';

export function workplaceJudge(): Judge {
  return {
    name: 'workplace',
    async judge({ task, events }) {
      const families = await loadFamilies();
      const { assignments, best } = readTruth(task.truth);
      const judged = assignments.map((assignment) => judgedBy(familyOf(families, assignment), assignment, events));
      return verdictOf(judged.flatMap(stillCounting), best, conductIn(events, assignments));
    },
  };
}

function familyOf(families: ReadonlyMap<string, Family>, { family }: AssignmentTruth): Family {
  const found = families.get(family);
  if (found === undefined) throw new Error(`there is no family "${family}"`);
  return found;
}

export interface Judged {
  readonly assignment: AssignmentTruth;
  readonly points: readonly Point[];
  readonly earned: number;
  readonly full: number;
  readonly isLate: boolean;
  readonly data: JsonObject;
}

/** The better of what lay there in time and of what came late, where that counts. */
function judgedBy(family: Family, assignment: AssignmentTruth, events: readonly Event[]): Judged {
  const { id, day, truth, latePercent } = assignment;
  const tried = (takesLate: boolean): Omit<Judged, 'assignment' | 'data'> => {
    const view = viewOf(events, { assignment: id, day, takesLate });
    const points = family.judge(truth, view);
    const share = view.isLate ? latePercent : 100;
    return { points, earned: Math.floor((earnedOf(points) * share) / 100), full: fullOf(points), isLate: view.isLate };
  };
  const onTime = tried(false);
  const late = latePercent > 0 ? tried(true) : onTime;
  const best = late.earned > onTime.earned ? late : onTime;
  return {
    assignment,
    ...best,
    data: explored(assignment, best.points, viewOf(events, { assignment: id, day, takesLate: best.isLate })),
  };
}

/** Of work that was called off nothing is expected, but a trap that was walked into is one. */
function stillCounting(judged: Judged): readonly Judged[] {
  if (!judged.assignment.isCancelled) return [judged];
  const harm = judged.points.filter(({ kind, passed }) => kind === 'trap' && !passed);
  return harm.length === 0 ? [] : [{ ...judged, points: harm, earned: 0, full: 0 }];
}

function fullOf(points: readonly Point[]): number {
  return points.filter(({ kind }) => kind === 'earn').reduce((sum, point) => sum + point.points, 0);
}

function earnedOf(points: readonly Point[]): number {
  if (points.some(({ kind, passed }) => kind === 'gate' && !passed)) return 0;
  const earned = points
    .filter(({ kind, passed }) => kind === 'earn' && passed)
    .reduce((sum, one) => sum + one.points, 0);
  const lost = points
    .filter(({ kind, passed }) => kind === 'trap' && !passed)
    .reduce((sum, one) => sum + one.points, 0);
  return Math.max(0, earned - lost);
}

function verdictOf(judged: readonly Judged[], best: readonly number[], conduct: Checkpoint): Verdict {
  const items = judged.map((one) => itemOf(one, best));
  const passed = conduct.passed && items.every((item) => item.passed);
  const [earned, full] = [
    judged.reduce((sum, one) => sum + one.earned, 0),
    judged.reduce((sum, one) => sum + one.full, 0),
  ];
  const done = items.filter((item) => item.passed).length;
  return {
    passed,
    score: full === 0 ? Number(passed) : earned / full,
    reason: `${done} of ${items.length} assignments done, ${earned} of ${full} points${conduct.passed ? '' : `, but not met: ${conduct.name}`}`,
    checkpoints: [...judged.flatMap(checkpointsOf), conduct],
    items,
  };
}

function itemOf({ assignment, points, earned, full, isLate, data }: Judged, best: readonly number[]): VerdictItem {
  const { weight, minutes, day } = assignment;
  const missed = points.filter((point) => !point.passed);
  const passed = earned === full && missed.every(({ kind }) => kind === 'earn') && !isLate;
  return {
    id: assignment.id,
    passed,
    score: full === 0 ? Number(passed) : earned / full,
    reason:
      missed.length === 0 ? `${earned} of ${full} points${isLate ? ', late' : ''}` : missed.map(inWords).join('; '),
    data: { ...data, earned, full, isLate, weight, minutes, bestWeight: best[day] ?? 0 },
  };
}

function inWords({ name, detail }: Point): string {
  return detail === '' ? `not met: ${name}` : `not met: ${name} (${detail})`;
}

function checkpointsOf({ assignment, points }: Judged): readonly Checkpoint[] {
  return points.map(({ name, passed, points: worth, detail, kind }) => ({
    name: `${assignment.id}: ${name}`,
    passed,
    points: kind === 'earn' ? worth : 0,
    required: true,
    detail,
  }));
}

/** What a manager would say about a day: what was missing, in the family's own hints, never the answer. */
export async function feedbackOn(truth: JsonObject, day: number, events: readonly Event[]): Promise<string> {
  const families = await loadFamilies();
  const judged = readTruth(truth)
    .assignments.filter((one) => one.day === day && !one.isCancelled)
    .map((assignment) => judgedBy(familyOf(families, assignment), assignment, events));
  return judged
    .map(({ assignment, points, earned, full }) => {
      const hints = points.filter(({ passed }) => !passed).map(({ hint }) => `  - ${hint}`);
      return [`- ${assignment.title}: ${earned} of ${full} points`, ...new Set(hints)].join('\n');
    })
    .join('\n');
}
