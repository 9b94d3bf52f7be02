/** A trainee's day, driven from code: look at the board, ask, let time pass, hand in. Run it with: node examples/10-working-day.ts */
import assert from 'node:assert/strict';
import { openCatalog, openTraining, textOf } from 'practicum';

const suite = await openCatalog(process.env).suite('trainee-small');
const training = await openTraining({ suite, reward: 'checkpoints' });
const [task] = training.tasks('all');
assert(task);
const session = await training.openSession({ task: task.id });

/** Every answer says what time it is: acts cost minutes. */
async function call(tool: string, input: Record<string, string> = {}) {
  const { blocks, notices } = await session.step({ call: tool, input });
  return { answer: JSON.parse(textOf(blocks)), notices };
}

const board = await call('list_tasks');
for (const { id, title, due } of board.answer.tasks) console.log(`${id}: ${title}, due ${due}`);

// What one needs to know is often in a colleague's head.
const [first] = board.answer.tasks;
const asked = await call('send_message', { to: first.from, text: `Where do I begin with "${first.title}"?` });
console.log(`${first.from}: ${asked.answer.reply || '(answers later)'}`);
assert.equal(asked.answer.now, '08:06');

// Whoever says something lets the clock move on to what happens next: here, work that arrives later.
const { notices } = await session.step({ say: '' });
for (const { from, at, text } of notices) console.log(`[${at}] ${from}: ${text.split('\n')[0]}`);

// Submitting ends the day. Every assignment is judged by itself; nothing was handed in.
const { reward, result, items } = await session.submit('');
assert.equal(result.outcome, 'failed');
assert.equal(reward, 0);
assert(items.length > 1 && items.every(({ outcome }) => outcome === 'failed'));
console.log(`reward ${reward}; ${items.map(({ id, score }) => `${id} ${score}`).join(', ')}`);
await training.close();
