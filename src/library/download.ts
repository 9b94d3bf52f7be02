/**
 * Fetches one large file over HTTP into its place. What has arrived is kept when a connection breaks off, and the rest is asked for
 * if the server still has the same file; it is in place only when it is whole. Does not look into what it gets.
 */
import {
  createWriteStream,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Dispatcher, Response } from 'undici';
import { UserError } from '../core/errors.ts';
import { troubleOf } from './transfer.ts';

export interface DownloadOptions {
  readonly file: string;
  readonly dispatcher: Dispatcher;
  readonly signal: AbortSignal;
  /** How often in all. */
  readonly tries?: number;
  /** Waits before another try. */
  readonly wait?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  readonly onTrouble?: (trouble: string) => void;
}

const TRIES = 5;
const FIRST_WAIT_MS = 1000;

/** False where the server has no such file. What is there from an earlier time is kept. */
export async function download(url: string, options: DownloadOptions): Promise<boolean> {
  const { file, signal, tries = TRIES, wait, onTrouble } = options;
  if (existsSync(file)) return true;
  mkdirSync(dirname(file), { recursive: true });
  for (let attempt = 1; ; attempt++) {
    const outcome = await oneTry(url, options);
    if (outcome === 'done' || outcome === 'missing') return outcome === 'done';
    signal.throwIfAborted();
    if (outcome.isFinal || attempt >= tries) throw new UserError(`${url} ${outcome.trouble}.`);
    onTrouble?.(`${url} ${outcome.trouble}; trying again`);
    await wait?.(FIRST_WAIT_MS * 2 ** (attempt - 1), signal);
  }
}

interface Trouble {
  readonly trouble: string;
  /** Whether another try would come to the same. */
  readonly isFinal: boolean;
}

async function oneTry(
  url: string,
  { file, dispatcher, signal }: DownloadOptions,
): Promise<'done' | 'missing' | Trouble> {
  const { fetch } = await import('undici');
  const held = heldOf(file);
  try {
    const headers: Record<string, string> = { 'accept-encoding': 'identity' };
    if (held !== null) Object.assign(headers, { range: `bytes=${held.bytes}-`, 'if-range': held.validator });
    const response = await fetch(url, { dispatcher, signal, headers });
    if (response.status === 404 || response.status === 410) return 'missing';
    if (response.status === 416) return startOver(file, 'does not have the part that is still missing');
    if (!response.ok) {
      const isFinal = response.status < 500 && response.status !== 429 && response.status !== 408;
      return { trouble: `answered ${response.status}`, isFinal };
    }
    return await receive(response, file, held);
  } catch (error) {
    return { trouble: troubleOf(error), isFinal: signal.aborted };
  }
}

interface Held {
  readonly bytes: number;
  /** What tells whether the server's file is still the one that was begun. */
  readonly validator: string;
}

const partOf = (file: string): string => `${file}.part`;
const noteOf = (file: string): string => `${file}.part-of`;

/** What an earlier try has left, where it can be told which file it is a part of. */
function heldOf(file: string): Held | null {
  if (!existsSync(partOf(file)) || !existsSync(noteOf(file))) return null;
  const bytes = statSync(partOf(file)).size;
  const validator = readFileSync(noteOf(file), 'utf8');
  return bytes === 0 || validator === '' ? null : { bytes, validator };
}

function startOver(file: string, trouble: string): Trouble {
  rmSync(partOf(file), { force: true });
  rmSync(noteOf(file), { force: true });
  return { trouble, isFinal: false };
}

/** Without a range the whole comes again, whatever was asked for. */
async function receive(response: Response, file: string, held: Held | null): Promise<'done' | Trouble> {
  const range = /^bytes (\d+)-\d+\/(\d+)$/.exec(response.headers.get('content-range') ?? '');
  const isRest = response.status === 206;
  if (isRest && Number(range?.[1]) !== held?.bytes) return startOver(file, 'gave another part than was asked for');
  const announced = isRest ? range?.[2] : response.headers.get('content-length');
  if (!isRest) writeFileSync(noteOf(file), validatorOf(response));
  if (response.body === null) return { trouble: 'gave nothing', isFinal: false };
  await pipeline(response.body, createWriteStream(partOf(file), { flags: isRest ? 'a' : 'w' }));
  const size = statSync(partOf(file)).size;
  if (announced !== null && announced !== undefined && size !== Number(announced)) {
    const trouble = `gave ${size} bytes of ${announced}`;
    return size > Number(announced) ? startOver(file, trouble) : { trouble, isFinal: false };
  }
  renameSync(partOf(file), file);
  rmSync(noteOf(file), { force: true });
  return 'done';
}

/** A weak tag says that two files mean the same, not that they are the same bytes. */
function validatorOf({ headers }: Response): string {
  const tag = headers.get('etag') ?? '';
  return tag !== '' && !tag.startsWith('W/') ? tag : (headers.get('last-modified') ?? '');
}
