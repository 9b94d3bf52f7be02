/** Which tasks of a suite to play. What is named and not there is an error with a suggestion, never an empty run. */
import { UsageError } from '../core/errors.ts';
import { suggestion } from '../core/suggestion.ts';
import type { Suite } from '../core/suite.ts';
import type { Task } from '../core/task.ts';

export interface Selection {
  readonly taskIds?: readonly string[] | undefined;
  readonly categories?: readonly string[] | undefined;
}

export function selectTasks(suite: Suite, { taskIds, categories }: Selection): readonly Task[] {
  const shortIds = taskIds?.map((id) => id.slice(id.lastIndexOf('/') + 1));
  requireKnown('task', shortIds, { suite, known: suite.tasks.map(({ id }) => id) });
  requireKnown('category', categories, { suite, known: suite.tasks.map(({ category }) => category) });
  const tasks = suite.tasks.filter(
    ({ id, suite: from, category }) =>
      (taskIds === undefined || taskIds.includes(id) || taskIds.includes(`${from}/${id}`)) &&
      (categories === undefined || categories.includes(category)),
  );
  if (tasks.length > 0) return tasks;
  throw new UsageError(
    suite.tasks.length === 0
      ? `The suite ${suite.name} has no tasks.`
      : `No task of the suite ${suite.name} is both among the given ids and in the given categories. Loosen one of the two.`,
  );
}

/** The tasks that bear one of the labels, and in words how many are left out. `labelOf` gives null where nothing is known. */
export function onlyLabelled(
  tasks: readonly Task[],
  labels: readonly string[],
  { source, labelOf }: { source: string; labelOf: (task: Task) => string | null },
): { readonly tasks: readonly Task[]; readonly leftOut: string | null } {
  const byLabel = Map.groupBy(tasks, labelOf);
  const chosen = tasks.filter((task) => labels.includes(labelOf(task) ?? ''));
  const unknown = byLabel.get(null)?.length ?? 0;
  const check = `practicum check ${source}`;
  if (unknown === tasks.length)
    throw new UsageError(`No task of the suite ${source} has a certificate that holds. Run ${check} first.`);
  const others = [...byLabel].flatMap(([label, of]) =>
    label === null || labels.includes(label) ? [] : [`${of.length} ${label}`],
  );
  const why = [...others, ...(unknown > 0 ? [`${unknown} without a certificate that holds (${check})`] : [])].join(
    ', ',
  );
  if (chosen.length === 0) throw new UsageError(`No task of the suite ${source} is ${labels.join(' or ')}: ${why}.`);
  const leftOut =
    why === '' ? null : `${chosen.length} of ${tasks.length} tasks are ${labels.join(' or ')}. Left out: ${why}.`;
  return { tasks: chosen, leftOut };
}

interface Known {
  readonly suite: Suite;
  readonly known: readonly string[];
}

function requireKnown(what: string, given: readonly string[] | undefined, { suite, known }: Known): void {
  const names = [...new Set(known)];
  const wrong = given?.find((name) => !names.includes(name));
  if (wrong === undefined) return;
  throw new UsageError(`The suite ${suite.name} has no ${what} "${wrong}".${suggestion(wrong, names)}`);
}
