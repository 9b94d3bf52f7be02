/**
 * A suite of AWM environments from its folder: the index that its import made, over data that stays where it is. Ten thousand tasks
 * open at once, since rows are read when they are first asked for. Knows neither how such worlds are played nor how they are judged.
 */
import { basename, join, resolve } from 'node:path';
import type { Task } from '../../core/task.ts';
import {
  assertData,
  type IndexedScenario,
  type RowReader,
  readIndex,
  rowReader,
  type VerifierPlace,
} from './index-file.ts';
import { familyOf, inWords } from './normalise.ts';
import { type AwmPath, readPaths } from './path-file.ts';
import { type AwmScenario, clockOf, imageKey, isPlayable, openScenario } from './scenario.ts';
import { type AwmHead, readHead } from './suite-head.ts';
import { type AwmVerifier, neverPasses, type VerifierMode, verifierOf } from './verifier.ts';

export interface AwmSuite {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly head: AwmHead;
  /** All that can be played; `truth.mode` is null for those that cannot be scored. */
  readonly tasks: readonly Task[];
  scenario(task: Task): AwmScenario;
  /** The one of that mode; without a mode, one that needs no model where there is one. Null where there is none. */
  verifier(task: Task, mode?: VerifierMode): AwmVerifier | null;
  /** A recorded solution. */
  path(task: Task): AwmPath | null;
  /** Why no work whatever can pass the verifier, where its source shows it; else null. */
  doubts(task: Task): string | null;
}

export function readAwmSuite(folder: string): AwmSuite {
  const root = resolve(folder);
  const head = readHead(root);
  const { head: files, scenarios } = readIndex(root);
  const folders = { source: head.source, suite: root };
  assertData(files, folders);
  const rows = rowReader(files, folders);
  const suite = basename(root);
  const tasks = [...scenarios.values()]
    .filter(isPlayable)
    .flatMap((scenario) => tasksOf(scenario, { suite, head, rows }));
  const open = new Map<string, AwmScenario>();
  let paths: ReadonlyMap<string, AwmPath> | undefined;
  const indexed = ({ world }: Task): IndexedScenario => {
    const known = scenarios.get(world);
    if (known === undefined) throw new Error(`the suite "${suite}" has no scenario "${world}"`);
    return known;
  };
  const verifier: AwmSuite['verifier'] = (task, mode) => {
    const at = verifierPlace(indexed(task), indexOf(task), mode);
    return at === null ? null : verifierOf(rows.read(at[1], [at[3], at[4], at[5]]));
  };
  return {
    name: suite,
    title: head.title,
    description: head.description,
    head,
    tasks,
    scenario: (task) => {
      const scenario = open.get(task.world) ?? openScenario(indexed(task), { head, rows, folder: root });
      open.set(task.world, scenario);
      return scenario;
    },
    verifier,
    doubts: (task) => neverPasses(verifier(task)),
    path: (task) => {
      paths ??= readPaths([join(root, 'paths.jsonl'), join(head.source, 'paths.jsonl')]);
      return paths.get(task.id) ?? null;
    },
  };
}

const indexOf = ({ id }: Task): number => Number(id.slice(id.lastIndexOf('.') + 1));

/** Files stand in the index in the order in which they are preferred. */
export function verifierPlace({ verifiers }: IndexedScenario, task: number, mode?: VerifierMode): VerifierPlace | null {
  const own = verifiers.filter(([of]) => of === task);
  const ofMode = (wanted: VerifierMode): VerifierPlace | undefined => own.find(([, , is]) => is === wanted);
  return (mode === undefined ? (ofMode('code') ?? ofMode('sql')) : ofMode(mode)) ?? null;
}

interface Surroundings {
  readonly suite: string;
  readonly head: AwmHead;
  readonly rows: RowReader;
}

function tasksOf(scenario: IndexedScenario, { suite, head, rows }: Surroundings): readonly Task[] {
  const { name, title, tasks: count } = scenario;
  let known: readonly string[] | undefined;
  const sentence = (index: number): string => {
    const at = scenario.rows.gen_tasks;
    known ??= at === undefined ? [] : rows.read('gen_tasks', at).tasks;
    return known[index]?.trim() ?? '';
  };
  const family = familyOf(name);
  const shared = {
    suite,
    world: name,
    family,
    category: 'Imported',
    domain: inWords(family),
    scenario: title,
    difficulty: null,
    asked: {},
    plan: null,
    clock: clockOf(scenario, head),
    setup: {
      scenario: name,
      mode: head.mode,
      fk: head.fk,
      environment: scenario.rows.gen_envs?.[2] ?? null,
      database: imageKey(scenario, head),
    },
  };
  return Array.from({ length: count }, (_, index) => ({
    ...shared,
    id: `${name}.${index}`,
    get title() {
      return opening(sentence(index));
    },
    get brief() {
      return `${preamble(title)}\n\n${sentence(index)}`;
    },
    truth: truthOf(scenario, index),
  }));
}

function truthOf(scenario: IndexedScenario, index: number): Task['truth'] {
  const [, , mode = null, , , hash = null] = verifierPlace(scenario, index) ?? [];
  return { task_idx: index, verifier: hash, mode };
}

function preamble(application: string): string {
  return `You work in the application "${application}" for its signed-in user, whose id is 1. Do what is asked below with the tools that you have: all of it, and nothing besides. When you are done, answer in plain words, with every figure and name that was asked for.`;
}

const TITLE_LENGTH = 72;

/** The first words of a task. */
function opening(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  if (line.length <= TITLE_LENGTH) return line;
  const cut = line.slice(0, TITLE_LENGTH);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), TITLE_LENGTH / 2))} …`;
}
