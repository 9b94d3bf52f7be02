/**
 * A model behind an OpenAI-compatible server, with retries and a budget. The server here is a stand-in on this machine; put your
 * own address, model and key in its place.
 */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import {
  budgeted,
  createLedger,
  LISTED_PRICES,
  openModel,
  play,
  recorder,
  resolveModel,
  retried,
  stream,
  systemClock,
  toolLoop,
} from 'practicum';
import suite from './03-own-suite/suite.ts';

const [task] = suite.tasks;
assert.ok(task);
const server = await standIn();

const { settings } = resolveModel('my-org/my-model', {
  aliases: new Map(),
  env: process.env,
  overrides: { baseUrl: server.url },
});
const ledger = createLedger({ prices: LISTED_PRICES, clock: systemClock });
const asked = budgeted(openModel(settings, { clock: systemClock, env: process.env }), {
  role: 'agent',
  ledger,
  limits: { tokens: 50_000 },
});
const model = retried(asked, { clock: systemClock, random: stream(1, 'jitter') });

const { result } = await play(task, ({ emit }) => ({
  world: suite.world(task),
  judge: suite.judge(task),
  agent: toolLoop({ model: recorder({ emit })('agent', model), system: 'You decide expense claims.' }),
}));
server.close();
console.log(result, ledger.total());
assert.equal(result.outcome, 'passed');
assert.equal(ledger.total().calls, 3);

/** Answers as a model would that knows the job. */
async function standIn(): Promise<{ readonly url: string; close(): void }> {
  const call = (name: string, input: object): object => ({
    role: 'assistant',
    content: null,
    tool_calls: [{ id: name, type: 'function', function: { name, arguments: JSON.stringify(input) } }],
  });
  const messages = [
    call('get_claim', { id: 'C-3' }),
    call('decide_claim', { id: 'C-3', decision: 'approved' }),
    { role: 'assistant', content: '{"decision": "approved"}' },
  ];
  const http = createServer((_request, response) => {
    const usage = { prompt_tokens: 300, completion_tokens: 20, total_tokens: 320 };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ choices: [{ index: 0, message: messages.shift(), finish_reason: 'stop' }], usage }));
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const address = http.address();
  assert.ok(typeof address === 'object' && address !== null);
  return { url: `http://127.0.0.1:${address.port}/v1`, close: () => http.close() };
}
