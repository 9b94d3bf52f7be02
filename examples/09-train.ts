/** Episodes for a trainer, from code: open a session, step, submit, take the reward. Run it with: node examples/09-train.ts */
import assert from 'node:assert/strict';
import { openCatalog, openTraining, textOf } from 'practicum';

const suite = await openCatalog(process.env).suite('emergency-triage');
const training = await openTraining({ suite, mode: 'E0', reward: 'checkpoints' });

const [task] = training.tasks('train');
assert(task);
const session = await training.openSession({ task: task.id, seed: 7 });
console.log(session.brief.split('\n')[0]);

// A policy would choose here. This one looks at the first thing it can look at, and gives up.
const tool = session.tools.find(({ effect, input }) => effect === 'read' && input.required === undefined);
assert(tool);
const { blocks, isError } = await session.step({ call: tool.name, input: {} });
assert.equal(isError, false);
console.log(`${tool.name}: ${textOf(blocks).slice(0, 80)} …`);

const { reward, result } = await session.submit('I do not know.');
assert.equal(result.outcome, 'failed');
assert(reward !== null && reward < 1, 'a void would have no reward; a failure has less than all of it');
console.log(`reward ${reward}`);

// Many at once: each has its own private database.
const sessions = await Promise.all(training.tasks('all').map(({ id }) => training.openSession({ task: id })));
await Promise.all(sessions.map((one) => one.close()));
console.log(`${sessions.length} sessions opened and closed`);
await training.close();
