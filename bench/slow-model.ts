/**
 * A model's API in a process of its own, so that its work is not counted as ours: slow-model.ts LATENCY_MS TURNS. Answers each
 * chat completion after the latency, with a tool call until the conversation has all its turns. Prints its port as its first line,
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
    const turn = occurrences(Buffer.concat(chunks), TURN);
    setTimeout(() => {
      active--;
      outgoing.writeHead(200, { 'content-type': 'application/json' });
      outgoing.end(turn + 1 < turns ? callOf(number) : ANSWER);
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

function occurrences(text: Buffer, part: Buffer): number {
  let count = 0;
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + part.length)) count++;
  return count;
}

const ANSWER = completion({ content: '{"done": true}' }, 'stop');

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
