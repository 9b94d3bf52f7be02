/**
 * A model's API in a process of its own, so that its work is not counted as ours: slow-model.ts LATENCY_MS TURNS. Answers each
 * chat completion after the latency: an agent, which has tools, with a tool call until the conversation has all its turns, a judge
 * with a yes, and a simulator with an observation. Prints its port as its first line,
 * and how many requests it had when its input ends. Does not parse what it is sent: it has little time itself.
 */
import { createServer } from 'node:http';

const [latency = 0, turns = 1] = process.argv.slice(2).map(Number);
const TURN = Buffer.from('"role":"assistant"');
let requests = 0;
let active = 0;
let peak = 0;

const server = createServer((incoming, outgoing) => {
  peak = Math.max(peak, ++active);
  const number = requests++;
  const chunks: Buffer[] = [];
  incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
  incoming.on('end', () => {
    const body = Buffer.concat(chunks);
    const answer = answerTo(body, number);
    setTimeout(() => {
      active--;
      outgoing.writeHead(200, { 'content-type': 'application/json' });
      outgoing.end(answer);
    }, latency);
  });
});
server.keepAliveTimeout = 0;
server.listen({ port: 0, host: '127.0.0.1', backlog: 4096 }, () => {
  const address = server.address();
  console.log(typeof address === 'object' ? address?.port : address);
});
process.stdin.resume().on('end', () => {
  console.log(`${requests} ${peak}`);
  server.close();
  server.closeAllConnections();
});

function answerTo(body: Buffer, number: number): string {
  if (body.indexOf('"tools":[') !== -1) return occurrences(body, TURN) + 1 < turns ? callOf(number) : ANSWER;
  return body.indexOf('You are the judge') === -1 ? OBSERVATION : VOTE;
}

function occurrences(text: Buffer, part: Buffer): number {
  let count = 0;
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + part.length)) count++;
  return count;
}

const ANSWER = completion({ content: '{"done": true}' }, 'stop');

const OBSERVATION = completion(
  {
    content: `<predicted_observation>${JSON.stringify({ shelf: 'S-1', items: Array(12).fill({ sku: 'A-100', count: 7 }) })}</predicted_observation>`,
  },
  'stop',
);
const VOTE = completion(
  { content: '{"criteria":[{"id":1,"quote":"","reason":"It was done.","met":true}],"feedback":"Done."}' },
  'stop',
);

function callOf(number: number): string {
  const call = { name: 'list_shelf', arguments: JSON.stringify({ shelf: `S-${number % 40}` }) };
  return completion(
    { content: 'I look at the next shelf.', tool_calls: [{ id: `call_${number}`, type: 'function', function: call }] },
    'tool_calls',
  );
}

function completion(message: object, finish: string): string {
  return JSON.stringify({
    id: 'chatcmpl-bench',
    object: 'chat.completion',
    created: 0,
    model: 'bench',
    choices: [{ index: 0, message: { role: 'assistant', ...message }, finish_reason: finish }],
    usage: { prompt_tokens: 1000, completion_tokens: 50 },
  });
}
