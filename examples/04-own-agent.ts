/** Plays the suite of example 3 with the agent in 04-own-agent.py, a command that speaks JSON lines. Needs python3. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { external, play, systemClock } from 'practicum';
import suite from './03-own-suite/suite.ts';

if (spawnSync('python3', ['--version']).status !== 0) {
  console.log('python3 is not here, so this example has nothing to run');
  process.exit(0);
}
const command = `python3 "${fileURLToPath(new URL('./04-own-agent.py', import.meta.url))}"`;
for (const task of suite.tasks) {
  const agent = external({ command, clock: systemClock });
  const { result } = await play(task, { world: suite.world(task), judge: suite.judge(task), agent });
  console.log(`${task.id}: ${result.outcome}`);
  assert.equal(result.outcome, 'passed');
}
