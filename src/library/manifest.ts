/** A suite that draws on others: a `suite.json` that says from which suites to take how many tasks, or which. */
import { z } from 'zod';
import { UsageError } from '../core/errors.ts';
import { suggestion } from '../core/suggestion.ts';
import { type Bounds, rolesNeeded, type Suite } from '../core/suite.ts';
import type { Task } from '../core/task.ts';

const manifestSchema = z.strictObject({
  title: z.string(),
  description: z.string(),
  draw: z
    .array(
      z.strictObject({
        /** A suite's name, or `*` for every built-in one. */
        from: z.string(),
        /** At most so many, spread over difficulties and families. */
        take: z.int().min(1).optional(),
        tasks: z.array(z.string()).optional(),
      }),
    )
    .min(1),
});
export type Manifest = z.infer<typeof manifestSchema>;

export function readManifest(value: unknown, path: string): Manifest {
  const read = manifestSchema.safeParse(value);
  if (read.success) return read.data;
  throw new UsageError(
    `${path} is not a manifest: ${read.error.issues.map(({ path: at, message }) => `${at.join('.')}: ${message}`).join('; ')}.`,
  );
}

/** Builds the suite from those it draws on, which are loaded by the caller. */
export function drawnSuite(name: string, manifest: Manifest, sources: ReadonlyMap<string, readonly Suite[]>): Suite {
  const owners = new Map<string, Suite>();
  const drawn = manifest.draw.flatMap(({ from, take, tasks: wanted }) =>
    (sources.get(from) ?? []).flatMap((suite) => {
      // By the tasks' own suites: what is drawn on may itself have drawn on others.
      for (const task of suite.tasks) owners.set(task.suite, suite);
      const chosen = wanted === undefined ? suite.tasks : wanted.map((id) => taskNamed(suite, id));
      return take === undefined ? chosen : spread(chosen, take);
    }),
  );
  // Two draws may meet in one task; played twice under one name it would count twice.
  const tasks = [...new Map(drawn.map((task) => [`${task.suite} ${task.id}`, task])).values()];
  const owner = (task: Task): Suite => {
    const suite = owners.get(task.suite);
    if (suite === undefined) throw new Error(`the suite "${name}" does not draw on "${task.suite}"`);
    return suite;
  };
  const { title, description } = manifest;
  return {
    name,
    title,
    description,
    tasks,
    needs: [...new Set(tasks.flatMap((task) => owner(task).needs))],
    needsFor: (task) => rolesNeeded(owner(task), [task]),
    prompts: [...new Set(tasks.flatMap((task) => owner(task).prompts))],
    ...widest(tasks.flatMap((task) => owner(task).bounds ?? [])),
    world: (task, means) => owner(task).world(task, means),
    judge: (task, means) => owner(task).judge(task, means),
    solution: (task) => owner(task).solution(task),
  };
}

/** One run has the same bounds for all its tasks. */
function widest(all: readonly Bounds[]): Pick<Suite, 'bounds'> {
  if (all.length === 0) return {};
  const turns = Math.max(...all.map((one) => one.turns));
  return { bounds: { turns, tokens: Math.max(...all.map((one) => one.tokens)) } };
}

function taskNamed(suite: Suite, id: string): Task {
  const task = suite.tasks.find((one) => one.id === id);
  if (task) return task;
  throw new UsageError(
    `The suite ${suite.name} has no task "${id}".${suggestion(
      id,
      suite.tasks.map((one) => one.id),
    )}`,
  );
}

/** One of each kind in turn, so that a small draw still shows every difficulty and family. */
function spread(tasks: readonly Task[], count: number): readonly Task[] {
  const kinds = [...Map.groupBy(tasks, ({ family, difficulty }) => `${difficulty} ${family}`).entries()];
  const queues = kinds.sort(([a], [b]) => (a < b ? -1 : 1)).map(([, queue]) => queue);
  const longest = Math.max(0, ...queues.map((queue) => queue.length));
  const inTurn = Array.from({ length: longest }, (_, i) => queues.flatMap((queue) => queue[i] ?? [])).flat();
  const chosen = new Set(inTurn.slice(0, count));
  return tasks.filter((task) => chosen.has(task));
}
