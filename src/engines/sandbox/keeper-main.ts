/**
 * A keeper: a process of its own in which programs that nobody trusts live, each in its own engine with its own databases. It
 * answers one request after the other, and ends when whoever started it is gone. It has no environment, and no right to files,
 * to other processes or to compiling text into code.
 */
import { stream } from '../../core/random.ts';
import type { Table } from '../sqlite.ts';
import { builtDatabase, tablesIn } from './database-build.ts';
import { type GuestSource, guestSource } from './guest.ts';
import { type KeeperSession, keeperSession } from './keeper-session.ts';
import { startWatch } from './keeper-watch.ts';
import type { Numbered, OpenRequest, Reply, Request } from './message.ts';
import { recent } from './recent.ts';
import type { SandboxLimits } from './sandbox.ts';
import { compiledEngine } from './wasm-module.ts';

/** What a keeper keeps of things that many sandboxes share. */
const KEPT_IMAGES = 64;
const KEPT_SOURCES = 64;
/** Room for the engine's own tables beside what a program may hold. */
const ENGINE_BYTES = 8 * 1024 * 1024;

interface Image {
  readonly bytes: Uint8Array;
  readonly tables: readonly Table[];
}

const [engineFile = '', settings = '{}'] = process.argv.slice(2);
const limits: SandboxLimits = JSON.parse(settings);
const watch = startWatch(limits);
const engine = { module: compiledEngine(engineFile, limits.memoryBytes + ENGINE_BYTES), limits };
const images = recent<Image>(KEPT_IMAGES);
const texts = recent<string>(KEPT_SOURCES);
const sources = recent<GuestSource>(KEPT_SOURCES);
const sessions = new Map<number, KeeperSession>();

async function open(request: OpenRequest): Promise<Reply> {
  const { source, databases, session } = request;
  const parcels = Object.values(databases).map(({ image }) => image);
  if (source.content !== undefined) texts.set(source.key, source.content);
  for (const { key, content } of parcels) {
    if (content === undefined || images.get(key) !== undefined) continue;
    const bytes = Buffer.from(content, 'base64');
    images.set(key, { bytes, tables: tablesIn(bytes) });
  }
  const missing = parcels.map(({ key }) => key).filter((key) => images.get(key) === undefined);
  const text = texts.get(source.key);
  if (text === undefined) missing.push(source.key);
  if (text === undefined || missing.length > 0) return { is: 'missing', keys: missing };
  const names = Object.keys(databases);
  const sourceKey = JSON.stringify([source.key, ...names]);
  const known = sources.get(sourceKey) ?? guestSource(text, names, engine);
  sources.set(sourceKey, known);
  const image = (key: string): Image => {
    const found = images.get(key);
    if (found === undefined) throw new Error('an image was let go while it was in use');
    return found;
  };
  const opened = await keeperSession({ request, source: known, limits, image });
  if ('is' in opened) return opened;
  sessions.set(session, opened);
  return { is: 'done' };
}

function build(schema: string): Reply {
  try {
    const { image, state } = builtDatabase(schema, stream('schema').number, limits);
    return { is: 'built', image: Buffer.from(image).toString('base64'), state };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { is: 'ended', reason: 'refused', message };
  }
}

async function answer(request: Request): Promise<Reply> {
  if (request.op === 'open') return open(request);
  if (request.op === 'build') return build(request.schema);
  const session = sessions.get(request.session);
  if (request.op === 'close') {
    sessions.delete(request.session);
    session?.close();
    return { is: 'done' };
  }
  if (session === undefined) return { is: 'ended', reason: 'closed', message: 'it was closed' };
  if (request.op !== 'call') return session[request.op](request.database);
  const reply = session.call(request.name, request.args, request.readOnly);
  if (reply.is === 'ended') {
    sessions.delete(request.session);
    session.close();
  }
  return reply;
}

async function serve({ n, body }: Numbered<Request>): Promise<void> {
  watch.begin();
  let reply: Reply;
  try {
    reply = await answer(body);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    reply = { is: 'ended', reason: 'crashed', message: `the keeper broke: ${message}` };
  }
  process.send?.({ n, body: reply } satisfies Numbered<Reply>);
  watch.end();
}

let last: Promise<void> = Promise.resolve();
process.on('message', (message: Numbered<Request>) => {
  last = last.then(() => serve(message));
});
process.on('disconnect', () => process.exit());
