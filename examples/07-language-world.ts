/**
 * A world that a model imagines, judged by a rubric with three votes. The models here are scripts; put real ones in their place:
 * openModel(resolveModel('gpt-5.2', …).settings, …).
 */
import assert from 'node:assert/strict';
import {
  DEFAULT_STYLES,
  eventsOf,
  languageWorld,
  type Means,
  openCatalog,
  play,
  readSetup,
  rubric,
  scripted,
  type Task,
  toolLoop,
  vote,
} from 'practicum';

const task: Task = {
  id: 'late-parcel',
  suite: 'example',
  world: 'depot',
  family: 'parcels',
  title: 'A late parcel',
  category: 'Transportation & Logistics',
  domain: 'Delivery',
  scenario: 'Parcel tracing',
  difficulty: 1,
  brief: 'Find out where parcel P-7 is and tell the customer.',
  asked: {},
  clock: '2026-02-03T10:00:00Z',
  setup: {
    environment: 'depot',
    prompt: 'You are the tracing system of a parcel depot. trace tells the last scan of a parcel, and nothing else.',
    tools: [
      {
        name: 'trace',
        description: 'The last scan of a parcel.',
        parameters: { type: 'object', properties: { parcel: { type: 'string' } }, required: ['parcel'] },
      },
    ],
    state: { scans: { 'P-7': { place: 'Depot North', at: '2026-02-02T18:40:00Z' } } },
    stateDescription: { scans: 'last scan by parcel' },
    hidden: [],
  },
  truth: {
    rubric: 'The parcel was traced, and the customer was told the right place.',
    criteria: [
      { name: 'traced', text: 'The parcel was traced.', required: true, points: 1 },
      { name: 'told', text: 'The customer was told that it is at Depot North.', required: true, points: 1 },
    ],
  },
  plan: null,
};

const models = {
  agent: scripted([{ calls: [{ name: 'trace', input: { parcel: 'P-7' } }] }, 'Your parcel is at Depot North.']),
  world: scripted(() => '<predicted_observation>{"place": "Depot North"}</predicted_observation>'),
  judge: scripted(() =>
    JSON.stringify({
      criteria: [1, 2].map((id) => ({ id, quote: '', reason: 'It stands there.', met: true })),
      feedback: 'Done.',
    }),
  ),
};

/** Our own prompts; a folder with files of the same names would do as well. */
const prompts = openCatalog(process.env).prompts(null);
const prompt = (file: string): string => prompts.get(file) ?? '';

const episode = await play(task, ({ emit }) => {
  const means: Means = {
    model: (role) => (role === 'judge' ? models.judge : models.world),
    emit,
    prompt,
    styles: DEFAULT_STYLES,
    faults: { mode: 'E0', count: 0, duration: 0 },
  };
  return {
    world: languageWorld(readSetup(task.setup), means),
    judge: vote(rubric({ model: models.judge, prompt, kind: 'atomic' }), { of: 3, emit }),
    agent: toolLoop({ model: models.agent, system: 'You answer customers.' }),
  };
});

assert.equal(episode.result.outcome, 'passed');
assert.deepEqual(
  eventsOf(episode.events, 'vote-cast').map(({ vote: one }) => one),
  ['yes', 'yes', 'yes'],
);
console.log(episode.result);
