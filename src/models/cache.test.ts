import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { type Model, type ModelRequest, replyText } from '../core/model.ts';
import { cached } from './cache.ts';
import { scripted } from './scripted.ts';

const ask = (text: string): ModelRequest => ({
  system: '',
  messages: [{ role: 'user', blocks: [{ type: 'text', text }] }],
  tools: [],
});
const never = new AbortController().signal;
const made: string[] = [];
afterEach(async () => {
  await Promise.all(made.splice(0).map((directory) => rm(directory, { recursive: true, force: true })));
});
async function newDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'practicum-cache-'));
  made.push(directory);
  return directory;
}
async function filesIn(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}
const said = async (model: Model, text = 'question'): Promise<string> =>
  replyText(await model.generate(ask(text), never));

describe('cached', () => {
  it('asks once, and tells trials, salts, models and questions apart', async () => {
    const directory = await newDirectory();
    let asked = 0;
    const model = (name = 'm'): Model =>
      scripted(() => ({ text: `answer ${++asked}`, reasoning: 'hm', usage: { input: 3 } }), { name });
    expect(await said(cached(model(), { directory, trial: 0 }))).toBe('answer 1');
    expect(await said(cached(model(), { directory, trial: 0 }))).toBe('answer 1');
    expect(await said(cached(model(), { directory, trial: 1 }))).toBe('answer 2');
    expect(await said(cached(model(), { directory, trial: 0, salt: 'x' }))).toBe('answer 3');
    expect(await said(cached(model('n'), { directory, trial: 0 }))).toBe('answer 4');
    expect(await said(cached(model(), { directory, trial: 0 }), 'another')).toBe('answer 5');
    const first = await cached(model(), { directory, trial: 0 }).generate(ask('question'), never);
    expect(first).toEqual(
      await scripted([{ text: 'answer 1', reasoning: 'hm', usage: { input: 3 } }]).generate(ask(''), never),
    );
    expect(asked).toBe(5);
  });

  it('takes the same question asked again for another asking', async () => {
    const directory = await newDirectory();
    const votes = async (replies: string[]): Promise<string[]> => {
      const model = cached(scripted(replies), { directory, trial: 0 });
      return [await said(model), await said(model), await said(model)];
    };
    expect(await votes(['yes', 'no', 'yes'])).toEqual(['yes', 'no', 'yes']);
    expect(await votes([])).toEqual(['yes', 'no', 'yes']);
  });

  it('ignores and mends a torn entry, and leaves no half-written file', async () => {
    const directory = await newDirectory();
    await said(cached(scripted(['first']), { directory, trial: 0 }));
    const [file = ''] = await filesIn(directory);
    for (const torn of [
      '',
      '{"version":1,',
      '{"version":1,"key":"x","reply":{}}',
      (await readFile(file, 'utf8')).replace('"stop"', '"stopped"'),
    ]) {
      await writeFile(file, torn);
      expect(await said(cached(scripted(['second']), { directory, trial: 0 }))).toBe('second');
      expect(await said(cached(scripted([]), { directory, trial: 0 }))).toBe('second');
    }
    expect(await filesIn(directory)).toEqual([file]);
  });

  it('does not keep failures, and gives the reply where it cannot write', async () => {
    const directory = await newDirectory();
    const model = cached(scripted([new Error('no'), 'yes']), { directory, trial: 0 });
    await expect(said(model)).rejects.toThrow('no');
    expect(await filesIn(directory)).toEqual([]);
    const troubles: string[] = [];
    const blocked = join(directory, 'a-file');
    await writeFile(blocked, '');
    const onTrouble = (sentence: string): number => troubles.push(sentence);
    expect(await said(cached(scripted(['yes']), { directory: blocked, trial: 0, onTrouble }))).toBe('yes');
    expect(troubles).toHaveLength(1);
  });
});
