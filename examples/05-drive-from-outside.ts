/** Whoever has a loop already holds the session between `begin` and `finish`, and gets the same record, faults and judge. */
import assert from 'node:assert/strict';
import { begin, textOf } from 'practicum';
import suite from './03-own-suite/suite.ts';

const [task] = suite.tasks;
assert.ok(task);
const signal = new AbortController().signal;
const episode = await begin(task, {
  world: suite.world(task),
  judge: suite.judge(task),
  agent: { name: 'my own loop' },
});

const { session, brief } = episode;
console.log(brief);
console.log(session.tools.map(({ name, input }) => `${name} ${JSON.stringify(input)}`).join('\n'));
const seen = await session.call({ id: '1', name: 'get_claim', input: { id: 'C-3' } }, signal);
console.log(textOf(seen.blocks));
await session.call({ id: '2', name: 'decide_claim', input: '{"id": "C-3", "decision": "approved"}' }, signal);
await session.say('{"decision": "approved"}', signal);

const { result } = await episode.finish();
assert.deepEqual(result, { outcome: 'passed', score: 1, reason: 'all 3 checkpoints met' });
