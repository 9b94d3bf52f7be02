/** The contract of worlds and their sessions, as checks. */
import assert from 'node:assert/strict';
import type { Json, JsonObject } from '../core/json.ts';
import { canonical, isObject } from '../core/json.ts';
import { applyChanges, type Snapshot, type State } from '../core/state.ts';
import type { Task } from '../core/task.ts';
import type { Hearing, Observation, Session, World } from '../core/world.ts';
import { sha256 } from '../wire/hash.ts';
import { assertJson, type ContractCheck, check, frozen, never } from './contract-check.ts';
import { type Opened, opened } from './opened.ts';

export interface TrialCall {
  readonly name: string;
  readonly input: JsonObject;
}

export interface WorldTrial {
  /** The world, with fresh models where it needs any. */
  readonly world: () => World;
  readonly task: Task;
  /** Calls that make sense in this task, one after the other; reads and writes. */
  readonly calls: readonly TrialCall[];
  readonly seed?: string;
}

export function testWorld(trial: WorldTrial): readonly ContractCheck[] {
  return [
    check('names each tool once, with an object schema and a known effect', () => soundTools(trial)),
    check('gives the same session, to the byte, for the same task and seed', () => sameTwice(trial)),
    check('keeps sessions private from each other', () => privateSessions(trial)),
    check('answers with what the log can hold', () => loggable(trial)),
    check('takes arguments as JSON text as it takes the object', () => textAsObject(trial)),
    check('answers an unknown tool with an error', () => unknownTool(trial)),
    check('answers arguments that are no object with an error, and stays as it was', () => badArguments(trial)),
    check('changes nothing by a read', () => harmlessReads(trial)),
    check('changes nothing by a snapshot', () => harmlessSnapshots(trial)),
    check('tells in its changes how the initial state became the current one', () => agreeingChanges(trial)),
    check('keeps a snapshot as it was taken', () => lastingSnapshots(trial)),
    check('hears what is said', () => hears(trial)),
    check('can be closed twice', () => closesTwice(trial)),
  ];
}

async function inSession(trial: WorldTrial, work: (opened: Opened) => Promise<void>): Promise<void> {
  const open = await opened({ ...trial, world: trial.world() });
  try {
    await work(open);
  } finally {
    await open.session.close();
  }
}

type Form = (input: JsonObject) => Json;

async function answers(session: Session, calls: readonly TrialCall[], form: Form = frozen): Promise<Observation[]> {
  const seen: Observation[] = [];
  for (const [i, { name, input }] of calls.entries()) {
    seen.push(await session.call({ id: `call-${i + 1}`, name, input: form(input) }, never));
  }
  return seen;
}

/** Everything that can be seen of a session in which the calls are made. */
async function transcript(trial: WorldTrial, form: Form = frozen): Promise<string> {
  let told = '';
  await inSession(trial, async ({ session, events }) => {
    const seen = await answers(session, trial.calls, form);
    const state = whole(await session.snapshot());
    told = JSON.stringify({ tools: session.tools, seen, state, heard: await session.say('done', never), events });
  });
  return told;
}

/** States may be computed when they are first asked for: this asks for them. */
function whole({ initial, current, changes }: Snapshot): Snapshot {
  return { initial, current, changes };
}

const changesIn = async (session: Session): Promise<string> => JSON.stringify((await session.snapshot()).changes);

async function soundTools(trial: WorldTrial): Promise<void> {
  await inSession(trial, async ({ session: { tools } }) => {
    assert.ok(tools.length > 0, 'there are no tools');
    const names = tools.map(({ name }) => name);
    assert.deepEqual(names, [...new Set(names)], 'two tools bear one name');
    for (const { name, description, input, output, effect } of tools) {
      assert.match(name, /^[A-Za-z0-9_-]{1,64}$/, `providers do not take "${name}" for the name of a tool`);
      assert.notEqual(description.trim(), '', `the tool ${name} has no description`);
      assert.equal(input.type, 'object', `the input schema of ${name} is not of type object`);
      assert.ok(output === undefined || isObject(output), `the output schema of ${name} is no schema`);
      assert.ok(['read', 'write', 'unknown'].includes(effect), `the effect of ${name} is "${effect}"`);
    }
    assertJson(tools, 'the list of tools');
    const missing = trial.calls.find((call) => !names.includes(call.name));
    assert.equal(missing, undefined, `the trial calls ${missing?.name}, which is no tool`);
  });
}

async function sameTwice(trial: WorldTrial): Promise<void> {
  assert.equal(await transcript(trial), await transcript(trial), 'two sessions of one task and seed differ');
  const world = trial.world();
  const kept = { ...trial, world: () => world };
  assert.equal(await transcript(kept), await transcript(kept), 'the second session of a world differs from the first');
}

async function privateSessions(trial: WorldTrial): Promise<void> {
  const world = trial.world();
  const mine = await opened({ ...trial, world });
  const theirs = await opened({ ...trial, world });
  const untouched = JSON.stringify(whole(await theirs.session.snapshot()));
  const seen = JSON.stringify(await answers(mine.session, trial.calls));
  assert.equal(JSON.stringify(whole(await theirs.session.snapshot())), untouched, 'one session changed another');
  assert.equal(JSON.stringify(await answers(theirs.session, trial.calls)), seen, 'one session is seen in another');
  await mine.session.close();
  const [first] = trial.calls.slice(0, 1);
  if (first !== undefined) await answers(theirs.session, [first]);
  await theirs.session.close();
}

async function loggable(trial: WorldTrial): Promise<void> {
  await inSession(trial, async ({ session, events }) => {
    for (const [i, seen] of (await answers(session, trial.calls)).entries()) {
      const what = `the answer to ${trial.calls[i]?.name}`;
      assertObservation(seen, what);
      assertJson(seen, what);
    }
    const { initial, current, changes } = await session.snapshot();
    assertJson({ initial, current, changes }, 'the snapshot');
    assertJson([...events], 'what the world emitted');
  });
}

function assertObservation({ blocks, isError, notices }: Observation, what: string): void {
  assert.equal(typeof isError, 'boolean', `${what} does not say whether it is an error`);
  assert.ok(Array.isArray(blocks) && Array.isArray(notices), `${what} lacks blocks or notices`);
  for (const block of blocks) {
    if (block.type === 'text') assert.equal(typeof block.text, 'string', `${what} has a text without words`);
    else
      assert.equal(sha256(Buffer.from(block.data ?? '', 'base64')), block.hash, `${what} has a picture of other bytes`);
  }
  assertNotices(notices, what);
}

function assertNotices(notices: Hearing['notices'], what: string): void {
  for (const { from, text, at } of notices) {
    assert.ok(
      [from, text, at].every((part) => typeof part === 'string'),
      `${what} has a notice without sender, words or time`,
    );
    assert.ok(!Number.isNaN(Date.parse(at)), `${what} has a notice at "${at}", which is no time`);
  }
}

async function textAsObject(trial: WorldTrial): Promise<void> {
  const asText = await transcript(trial, (input) => JSON.stringify(input));
  assert.equal(asText, await transcript(trial), 'arguments as text are read otherwise than the object');
}

async function assertError(session: Session, name: string, input: Json): Promise<void> {
  const shown = `${name}(${JSON.stringify(input)})`;
  const seen = await session
    .call({ id: 'bad', name, input }, never)
    .catch((error: unknown) => assert.fail(`${shown} threw: ${error}`));
  assert.equal(seen.isError, true, `${shown} was not answered with an error`);
  assertObservation(seen, shown);
  assert.ok(seen.blocks.length > 0, `${shown} was answered without a word`);
}

async function unknownTool(trial: WorldTrial): Promise<void> {
  await inSession(trial, async ({ session }) => {
    for (const name of ['no_such_tool', '', 'constructor', '__proto__']) {
      await assertError(session, name, {});
      await assertError(session, name, '{"broken": ');
    }
  });
}

const NO_ARGUMENTS: readonly Json[] = ['{"broken": ', 'words', '[]', '7', '"text"', [], [{}], 7, true];

async function badArguments(trial: WorldTrial): Promise<void> {
  await inSession(trial, async ({ session }) => {
    const before = await changesIn(session);
    for (const { name, input } of session.tools) {
      for (const bad of NO_ARGUMENTS) await assertError(session, name, bad);
      const isDemanding = Array.isArray(input.required) && input.required.length > 0;
      if (isDemanding) await assertError(session, name, {});
    }
    assert.equal(await changesIn(session), before, 'a refused call changed something');
  });
}

async function harmlessReads(trial: WorldTrial): Promise<void> {
  await inSession(trial, async ({ session }) => {
    for (const call of trial.calls) {
      const before = await changesIn(session);
      await answers(session, [call]);
      const tool = session.tools.find(({ name }) => name === call.name);
      if (tool?.effect === 'read') assert.equal(await changesIn(session), before, `${call.name} says it only reads`);
    }
  });
}

async function harmlessSnapshots(trial: WorldTrial): Promise<void> {
  const bare: string[] = [];
  await inSession(trial, async ({ session }) => {
    bare.push(JSON.stringify([await answers(session, trial.calls), whole(await session.snapshot())]));
  });
  await inSession(trial, async ({ session }) => {
    const seen: Observation[] = [];
    for (const call of trial.calls) {
      const once = JSON.stringify(whole(await session.snapshot()));
      assert.equal(JSON.stringify(whole(await session.snapshot())), once, 'two snapshots in a row differ');
      seen.push(...(await answers(session, [call])));
    }
    bare.push(JSON.stringify([seen, whole(await session.snapshot())]));
  });
  assert.equal(bare[1], bare[0], 'the session goes another way when snapshots are taken');
}

async function agreeingChanges(trial: WorldTrial): Promise<void> {
  await inSession(trial, async ({ session }) => {
    const start = await session.snapshot();
    assert.deepEqual(start.changes, [], 'something has changed before the first call');
    assert.deepEqual(start.current, start.initial, 'the current state is not the initial one before the first call');
    for (const call of trial.calls) {
      await answers(session, [call]);
      const { initial, current, changes } = await session.snapshot();
      assert.deepEqual(initial, start.initial, `${call.name} changed the initial state`);
      assertExplained({ initial, current, changes }, call.name);
      const names = changes.map(({ table, key }) => `${table} ${key}`);
      assert.deepEqual(names, [...new Set(names)], 'two changes name one row');
      assert.ok(
        changes.every(({ before, after }) => canonical(before) !== canonical(after)),
        'a change changes nothing',
      );
    }
  });
}

function assertExplained({ initial, current, changes }: Snapshot, what: string): void {
  assert.deepEqual(
    rowsOf(applyChanges(initial, changes)),
    rowsOf(current),
    `after ${what} the changes do not lead from the initial to the current state`,
  );
}

/** Tables with their rows as text, in an order of their own: the order of rows is no part of a change. */
function rowsOf(state: State): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(Object.entries(state).map(([table, rows]) => [table, rows.map(canonical).sort()]));
}

async function lastingSnapshots(trial: WorldTrial): Promise<void> {
  const kept: { readonly after: string; readonly snapshot: Snapshot }[] = [];
  await inSession(trial, async ({ session }) => {
    for (const call of trial.calls) {
      kept.push({ after: call.name, snapshot: await session.snapshot() });
      await answers(session, [call]);
    }
  });
  for (const { after, snapshot } of kept) assertExplained(whole(snapshot), `a later ${after}`);
}

async function hears(trial: WorldTrial): Promise<void> {
  await inSession(trial, async ({ session }) => {
    const { over, brief, notices } = await session.say('done', never);
    assert.equal(typeof over, 'boolean', 'the hearing does not say whether it is over');
    assert.ok(brief === null || typeof brief === 'string', 'the hearing has a brief that is neither words nor null');
    assert.ok(!(over && brief !== null), 'the hearing is over and brings a new brief');
    assertNotices(notices, 'the hearing');
    assertJson({ over, brief, notices }, 'the hearing');
  });
}

async function closesTwice(trial: WorldTrial): Promise<void> {
  const { session } = await opened({ ...trial, world: trial.world() });
  await answers(session, trial.calls);
  await session.close();
  await session.close();
}
