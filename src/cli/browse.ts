/** `list` and `show`: what there is, for people and (with --json) for machines. */
import pc from 'picocolors';
import { openCatalog } from '../catalog/catalog.ts';
import { UsageError } from '../core/errors.ts';
import type { Json } from '../core/json.ts';
import { suggestion } from '../core/suggestion.ts';
import type { Suite } from '../core/suite.ts';
import { briefOf, type Task } from '../core/task.ts';
import type { World } from '../core/world.ts';
import { columns } from './columns.ts';

export async function list(what: string, json: boolean): Promise<void> {
  const catalog = openCatalog(process.env);
  if (what === 'agents') {
    const agents = (await catalog.agents()).map(({ name, needs, summary }) => ({ name, needs, summary }));
    return print(json, agents, () =>
      columns(agents.map(({ name, needs, summary }) => [pc.bold(name), `needs ${needs}`, summary])),
    );
  }
  if (what !== 'suites') return listTasks(await catalog.suite(what), json);
  const suites = await Promise.all(
    catalog.suites().map(async ({ name, origin, folder }) => {
      const { title, tasks, description } = await catalog.suite(name);
      return { name, title, tasks: tasks.length, origin, folder, description };
    }),
  );
  return print(json, suites, () =>
    columns(suites.map((s) => [pc.bold(s.name), `${s.tasks} tasks`, s.origin, s.description])),
  );
}

function listTasks(suite: Suite, json: boolean): void {
  const tasks = suite.tasks.map(({ id, suite: from, family, difficulty, category, title }) => ({
    id,
    suite: from,
    family,
    difficulty,
    category,
    title,
  }));
  print(json, tasks, () =>
    columns(tasks.map((t) => [pc.bold(t.id), `level ${t.difficulty ?? '?'}`, t.family, t.category, t.title])),
  );
}

export interface ShowOptions {
  readonly suite: string;
  readonly task: string | null;
  readonly truth: boolean;
  readonly json: boolean;
}

export async function show({ suite: name, task: id, truth, json }: ShowOptions): Promise<void> {
  const suite = await openCatalog(process.env).suite(name);
  if (id === null) return showSuite(suite, json);
  const task = suite.tasks.find((one) => one.id === id);
  if (task === undefined) {
    throw new UsageError(
      `The suite ${suite.name} has no task "${id}".${suggestion(
        id,
        suite.tasks.map((one) => one.id),
      )}`,
    );
  }
  const { setup: _setup, truth: _truth, asked: _asked, ...open } = task;
  print(json, truth ? task : open, () => taskPage(task, { world: suite.world(task), truth }));
}

function showSuite(suite: Suite, json: boolean): void {
  const worlds = [...new Map(suite.tasks.map((task) => [task.world, suite.world(task)])).values()];
  const { name, title, description } = suite;
  const data = {
    name,
    title,
    description,
    worlds: worlds.map((world) => ({ name: world.name, ...world.about })),
    tasks: suite.tasks.map(({ id, family, difficulty, title: about }) => ({ id, family, difficulty, title: about })),
  };
  print(json, data, () =>
    [pc.bold(`${title} (${name})`), description, '', worldPages(worlds), tasksPage(suite)].join('\n'),
  );
}

/** A world a task is common where models play the worlds: then each is shown with its task. */
const MOST_WORLDS = 3;

function worldPages(worlds: readonly World[]): string {
  if (worlds.length <= MOST_WORLDS) return worlds.map(worldPage).join('\n');
  return `${worlds.length} worlds, one by one with their tasks: practicum show SUITE TASK\n`;
}

function worldPage({ name, about }: World): string {
  const tools = about.tools.map((tool) => [`  ${pc.bold(tool.name)}`, tool.effect, tool.description]);
  return [
    pc.bold(`World ${name}: ${about.title} (${about.kind})`),
    '',
    about.rules.trim(),
    '',
    pc.bold('Tools'),
    columns(tools),
    '',
  ].join('\n');
}

function tasksPage({ tasks }: Suite): string {
  return [
    pc.bold('Tasks'),
    columns(tasks.map((t) => [`  ${pc.bold(t.id)}`, `level ${t.difficulty ?? '?'}`, t.family, t.title])),
  ].join('\n');
}

function taskPage(task: Task, { world, truth }: { world: World; truth: boolean }): string {
  const hidden = truth
    ? [
        '',
        pc.bold('Set-up'),
        JSON.stringify(task.setup, null, 2),
        pc.bold('Truth'),
        JSON.stringify(task.truth, null, 2),
      ]
    : [];
  return [
    pc.bold(`${task.title} (${task.suite}/${task.id})`),
    `${task.category} · ${task.domain} · ${task.scenario} · level ${task.difficulty ?? '?'}`,
    '',
    pc.bold('What the agent is told'),
    briefOf(task, false),
    '',
    world.about.kind === 'language'
      ? worldPage(world)
      : `${pc.bold('World')} ${world.name} with ${world.about.tools.length} tools: practicum show ${task.suite}`,
    ...hidden,
  ].join('\n');
}

function print(json: boolean, data: unknown, page: () => string): void {
  console.log(json ? JSON.stringify(data as Json, null, 2) : page());
}
