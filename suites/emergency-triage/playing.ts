/** For this suite's tests: playing a task with some agent, and looking at the department as it opens. */
import {
  type Agent,
  begin,
  type Cast,
  type Episode,
  idle,
  play,
  type Solution,
  type State,
  type Task,
} from 'practicum';
import suite from './suite.ts';

export function solved(task: Task): { readonly solution: Solution; readonly asked: Task['asked'] } {
  const solution = suite.solution(task);
  if (solution === null) throw new Error(`${task.id} has no solution`);
  return { solution, asked: task.asked };
}

export function cast(task: Task, agent: Agent): Cast {
  return { world: suite.world(task), judge: suite.judge(task), agent };
}

export function episodeOf(task: Task, agent: Agent): Promise<Episode> {
  return play(task, cast(task, agent));
}

export function taskOf(id: string): Task {
  const task = suite.tasks.find((one) => one.id === id);
  if (task === undefined) throw new Error(`there is no task ${id}`);
  return task;
}

export async function initialState(task: Task, seed: number): Promise<State> {
  const begun = await begin(task, cast(task, idle()), { seed });
  const { initial } = await begun.session.snapshot();
  await begun.session.close();
  return initial;
}
