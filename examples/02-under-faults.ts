/** The same task clean and under implicit faults: the careful agent notices, the hasty one does not. */
import assert from 'node:assert/strict';
import { eventsOf, faultsFor, hasty, oracle, play } from 'practicum';
import suite from '../suites/property-valuation/suite.ts';

const outcomes: string[] = [];
for (const task of suite.tasks) {
  const solution = suite.solution(task);
  assert.ok(solution);
  const { asked } = task;
  for (const agent of [oracle({ solution, asked }), hasty({ solution, asked })]) {
    const cast = { world: suite.world(task), judge: suite.judge(task), agent };
    const clean = await play(task, cast);
    const length = eventsOf(clean.events, 'tool-called').length;
    const faulty = await play(
      task,
      { ...cast, faults: faultsFor('E2', { count: 2, duration: 2, length }) },
      { seed: 1 },
    );
    outcomes.push(`${agent.name} ${clean.result.outcome} ${faulty.result.outcome}`);
    if (agent.name === 'hasty') {
      const [hidden] = eventsOf(faulty.events, 'fault-injected');
      console.log(`${task.id}: ${hidden?.tool} was answered with ${hidden?.kind}; hasty ${faulty.result.outcome}`);
    }
  }
}

assert.ok(
  outcomes.every((line) => line.includes('passed')),
  'every clean episode passes',
);
assert.ok(outcomes.filter((line) => line.startsWith('oracle')).every((line) => line === 'oracle passed passed'));
assert.ok(outcomes.some((line) => line === 'hasty passed failed'));
