/** One episode from the brief to the verdict: a world of your own, a scripted model in the reference tool loop, a judge in code. */
import assert from 'node:assert/strict';
import {
  answerObject,
  checkpoint,
  code,
  databaseWorld,
  play,
  recorder,
  scripted,
  type Task,
  tool,
  toolLoop,
} from 'practicum';
import { z } from 'zod';

const world = databaseWorld({
  name: 'greenhouse',
  title: 'Greenhouse',
  rules: 'Tomatoes want 18 to 26 degrees.',
  schema: 'CREATE TABLE bed (id TEXT PRIMARY KEY, degrees REAL NOT NULL, vent TEXT NOT NULL) STRICT',
  fill: (db) => {
    db.run("INSERT INTO bed VALUES ('tomatoes', 31.5, 'closed'), ('lettuce', 17, 'closed')");
  },
  tools: [
    tool({
      name: 'read_bed',
      description: 'Temperature and vent of a bed.',
      effect: 'read',
      input: z.object({ bed: z.string() }),
      output: z.object({ degrees: z.number(), vent: z.string() }),
      run: ({ bed }, { db }) =>
        z
          .object({ degrees: z.number(), vent: z.string() })
          .parse(db.get('SELECT degrees, vent FROM bed WHERE id = ?', bed)),
    }),
    tool({
      name: 'open_vent',
      description: 'Opens the vent of a bed.',
      effect: 'write',
      input: z.object({ bed: z.string() }),
      output: z.object({ opened: z.boolean() }),
      run: ({ bed }, { db }) => ({ opened: db.run("UPDATE bed SET vent = 'open' WHERE id = ?", bed) === 1 }),
    }),
  ],
});

const task: Task = {
  id: 'too-warm',
  suite: 'example',
  world: 'greenhouse',
  family: 'climate',
  title: 'Too warm',
  category: 'Agriculture & Environment',
  domain: 'Horticulture',
  scenario: 'Greenhouse climate',
  difficulty: 1,
  brief: 'See to it that the tomatoes are not too warm. End with {"opened": [beds]}.',
  asked: {},
  clock: '2026-07-01T13:00:00Z',
  setup: {},
  truth: {},
  plan: null,
};

const judge = code('greenhouse', ({ answer, snapshot }) => ({
  checkpoints: [
    checkpoint(
      'the tomatoes get air',
      snapshot.current.bed?.some(({ id, vent }) => id === 'tomatoes' && vent === 'open') ?? false,
    ),
    checkpoint('said so', JSON.stringify(answerObject(answer)?.opened) === '["tomatoes"]'),
  ],
  // Whatever else changes is a side effect, and fails the task.
  allowed: [{ table: 'bed', kind: 'updated', key: 'tomatoes', columns: ['vent'] }],
}));

const model = scripted([
  { text: 'Let me look.', calls: [{ name: 'read_bed', input: { bed: 'tomatoes' } }] },
  { calls: [{ name: 'open_vent', input: { bed: 'tomatoes' } }] },
  'The vent is open. {"opened": ["tomatoes"]}',
]);

const episode = await play(task, ({ emit }) => ({
  world,
  judge,
  // The recorder writes each reply into the episode, so that it could be replayed without asking again.
  agent: toolLoop({ model: recorder({ emit })('agent', model), system: 'You look after a greenhouse.' }),
}));

assert.equal(episode.result.outcome, 'passed');
console.log(episode.events.map(({ type }) => type).join(' → '));
