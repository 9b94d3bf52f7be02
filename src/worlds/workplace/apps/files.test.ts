import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ToolError } from '../../../core/tool-error.ts';
import { filePath, folderPath } from '../file-path.ts';
import { openDesk } from '../fixtures/desk.ts';
import { app } from './files.ts';

const MANUAL = '# Manual\n\nGrace is 5 minutes.\nLate is later.\n';
const files = [
  { path: 'drive/handbook.md', content: 'Ask HR.\n' },
  { path: 'drive/hr/manual.md', content: MANUAL },
  { path: 'drive/hr/data/march.csv', content: `id,at\n${'E1,08:59\n'.repeat(900)}` },
  { path: 'drive/hr/map.png', content: 'A map of grace.', picture: { kind: 'bar-chart' } },
  { path: 'workspace/notes.txt', content: 'mine' },
];
const desk = () => openDesk([app], { files });

const ESCAPES: readonly string[] = [
  '..',
  '../config.json',
  'drive/..',
  'drive/../secret',
  'drive/hr/../../truth.json',
  'workspace/../drive/handbook.md',
  'workspace/./../x',
  '/etc/passwd',
  '/drive/handbook.md',
  '//drive/handbook.md',
  '\\drive\\handbook.md',
  'drive\\..\\..\\x',
  'drive/..\\x',
  'C:/drive/x',
  'file:///etc/passwd',
  '~/x',
  'drive/~root/x',
  'drive/%2e%2e/x',
  'drive/%2E%2E%2Fx',
  'drive/..%2fx',
  'drive/．．/x',
  'drive/․․/x',
  'drive/‥/x',
  'drive/…/x',
  'drive∕handbook.md',
  'drive/\u2024\u2024/x',
  'drive/\u202e../x',
  'drive/.\u200b./x',
  'drive/hand\u0000book.md',
  'drive/handbook.md\u0000.png',
  'drive/\n/x',
  'drive/ ../x',
  'drive/.. /x',
  'drive/.../x',
  'Drive/handbook.md',
  'ｄｒｉｖｅ/handbook.md',
  'drivе/handbook.md',
  'truth/x',
  'drive:handbook.md',
  'drive/$HOME/x',
  'drive/`id`/x',
  'drive/*',
  'workspace',
  '',
];

describe('paths', () => {
  it.each(ESCAPES)('refuses %j for every tool that takes a path', async (path) => {
    const { refused, noted } = desk();
    for (const tool of ['read_file', 'delete_file']) expect(await refused(tool, { path })).toMatch(/^invalid:/);
    for (const tool of ['write_file', 'append_file'])
      expect(await refused(tool, { path, content: 'x' })).toMatch(/^invalid:/);
    expect(await refused('copy_file', { from: path, to: 'workspace/x' })).toMatch(/^invalid:/);
    expect(await refused('copy_file', { from: 'drive/handbook.md', to: path })).toMatch(/^(invalid|forbidden):/);
    expect(noted('file-read')).toEqual([]);
  });
  it('never leave their roots, whatever is written', () => {
    const part = fc.oneof(
      fc.constantFrom('drive', 'workspace', '..', '.', '', 'a', '/', '\\', '..%2f'),
      fc.string({ unit: 'binary' }),
    );
    const path = fc.array(part, { maxLength: 6 }).map((parts) => parts.join('/'));
    fc.assert(
      fc.property(path, (given) => {
        try {
          const read = filePath(given);
          expect(read).toMatch(/^(drive|workspace)\/[^/]/);
          expect(read.split('/')).not.toContain('..');
          expect(filePath(read)).toBe(read);
        } catch (error) {
          if (!(error instanceof ToolError)) throw error;
        }
      }),
      { numRuns: 2000 },
    );
  });
  it('have one spelling', () => {
    expect(filePath('drive//hr/./manual.md')).toBe('drive/hr/manual.md');
    expect(filePath('workspace/re\u0301sume\u0301.md')).toBe('workspace/résumé.md');
    expect(folderPath('drive/hr')).toBe('drive/hr/');
    expect(folderPath('.')).toBe('');
  });
});

describe('list_files', () => {
  it('shows roots, folders and files', async () => {
    const { use } = desk();
    expect(await use('list_files')).toMatchObject({ entries: ['drive/', 'workspace/'], total: 2, now: '08:01' });
    expect(await use('list_files', { path: 'drive' })).toMatchObject({ entries: ['handbook.md', 'hr/'], total: 2 });
    expect(await use('list_files', { path: 'drive/hr/' })).toMatchObject({
      entries: ['data/', 'manual.md', 'map.png'],
    });
  });
  it('says what is no folder, and shows an empty workspace as empty', async () => {
    const { refused } = desk();
    expect(await refused('list_files', { path: 'drive/no' })).toBe('not_found: there is no folder drive/no/');
    expect(await refused('list_files', { path: 'drive/handbook.md' })).toMatch(/is a file/);
    expect(await openDesk([app]).use('list_files', { path: 'workspace/' })).toMatchObject({ entries: [], total: 0 });
  });
});

describe('read_file', () => {
  it('reads, takes its time, and notes it', async () => {
    const { use, noted } = desk();
    expect(await use('read_file', { path: 'drive/hr/manual.md' })).toMatchObject({
      content: MANUAL,
      total_lines: 4,
      lines: 4,
      next_line: 0,
      now: '08:02',
    });
    expect(await use('read_file', { path: 'workspace/notes.txt' })).toMatchObject({ content: 'mine', now: '08:03' });
    expect(noted('file-read')).toEqual([
      { day: 0, path: 'drive/hr/manual.md', at: 482 },
      { day: 0, path: 'workspace/notes.txt', at: 483 },
    ]);
  });
  it('pages long files so that the pages are the file', async () => {
    const { use, refused } = desk();
    const path = 'drive/hr/data/march.csv';
    let [content, from] = ['', 1];
    const sizes: unknown[] = [];
    while (from > 0) {
      const page = await use('read_file', { path, from_line: from });
      content += page.content;
      from = Number(page.next_line);
      sizes.push(page.lines);
    }
    expect(sizes).toEqual([400, 400, 101]);
    expect(content).toBe(files[2]?.content);
    expect(await refused('read_file', { path, from_line: 902 })).toMatch(/901 lines/);
  });
  it('counts a copy that is read as the original', async () => {
    const { use, noted } = desk();
    await use('copy_file', { from: 'drive/hr/manual.md', to: 'workspace/in/' });
    expect(noted('file-read')).toEqual([]);
    await use('read_file', { path: 'workspace/in/manual.md' });
    expect(noted('file-read').map(({ path }) => path)).toEqual(['workspace/in/manual.md', 'drive/hr/manual.md']);
  });
  it('says what is not there, or no file', async () => {
    const { refused } = desk();
    expect(await refused('read_file', { path: 'drive/gone.md' })).toBe('not_found: there is no file drive/gone.md');
    expect(await refused('read_file', { path: 'drive/hr' })).toMatch(/^invalid: .*folder/);
    expect(await refused('read_file')).toMatch(/^invalid/);
  });
});

describe('writing', () => {
  it('writes, appends, copies and deletes in the workspace', async () => {
    const { use, refused } = desk();
    expect(await use('write_file', { path: 'workspace//a/b.txt', content: 'one\n' })).toMatchObject({
      path: 'workspace/a/b.txt',
      characters: 4,
      lines: 1,
    });
    await use('append_file', { path: 'workspace/a/b.txt', content: 'two\n' });
    await use('append_file', { path: 'workspace/new.txt', content: '' });
    expect(await use('read_file', { path: 'workspace/a/b.txt' })).toMatchObject({ content: 'one\ntwo\n', lines: 2 });
    expect(await use('read_file', { path: 'workspace/new.txt' })).toMatchObject({ content: '', total_lines: 0 });
    await use('copy_file', { from: 'workspace/a/b.txt', to: 'workspace/c.txt' });
    expect(await use('delete_file', { path: 'workspace/a/b.txt' })).toMatchObject({ deleted: 'workspace/a/b.txt' });
    expect(await use('list_files', { path: 'workspace' })).toMatchObject({
      entries: ['c.txt', 'new.txt', 'notes.txt'],
    });
    expect(await refused('delete_file', { path: 'workspace/a/b.txt' })).toMatch(/^not_found/);
  });
  it('never writes on the drive', async () => {
    const { use, refused } = desk();
    const path = 'drive/handbook.md';
    for (const tool of ['write_file', 'append_file'])
      expect(await refused(tool, { path, content: 'x' })).toMatch(/^forbidden: the shared drive is read only/);
    expect(await refused('delete_file', { path })).toMatch(/^forbidden/);
    expect(await refused('copy_file', { from: path, to: 'drive/x.md' })).toMatch(/^forbidden/);
    expect(await use('read_file', { path })).toMatchObject({ content: 'Ask HR.\n' });
  });
  it('keeps bounds, and files apart from folders', async () => {
    const { use, refused } = desk();
    const path = 'workspace/big.txt';
    expect(await refused('write_file', { path, content: 'x'.repeat(200_001) })).toMatch(/at most 200000/);
    expect(await refused('write_file', { path, content: 'half \ud800' })).toMatch(/well-formed/);
    await use('write_file', { path: 'workspace/a/b', content: '' });
    expect(await refused('write_file', { path: 'workspace/a', content: '' })).toMatch(/^conflict: .*folder/);
    expect(await refused('write_file', { path: 'workspace/a/b/c', content: '' })).toMatch(/^conflict: .*a file/);
    for (let i = 0; i < 9; i++) await use('write_file', { path: `workspace/${i}.txt`, content: 'x'.repeat(200_000) });
    await use('write_file', { path: 'workspace/9.txt', content: 'x'.repeat(199_000) });
    expect(await refused('write_file', { path, content: 'x'.repeat(2000) })).toMatch(/^conflict: the workspace takes/);
  });
  it('takes no more than so many files', async () => {
    const many = Array.from({ length: 300 }, (_, i) => ({ path: `workspace/${i}.txt`, content: '' }));
    const { refused, use } = openDesk([app], { files: many });
    expect(await refused('write_file', { path: 'workspace/more.txt', content: '' })).toMatch(/300 files/);
    await use('write_file', { path: 'workspace/7.txt', content: 'again' });
  });
});

describe('search_files', () => {
  it('finds in names and lines, bounded, and is no reading', async () => {
    const { use, noted, refused } = desk();
    expect(await use('search_files', { text: 'GRACE' })).toMatchObject({
      hits: [{ path: 'drive/hr/manual.md', line: 3, excerpt: 'Grace is 5 minutes.' }],
      total: 1,
      matching: 1,
    });
    expect(await use('search_files', { text: 'e1,08', under: 'drive/hr' })).toMatchObject({ total: 40, matching: 900 });
    expect(await use('search_files', { text: 'grace', under: 'workspace' })).toMatchObject({ total: 0 });
    expect(noted('file-read')).toEqual([]);
    expect(await refused('search_files', { text: 'x' })).toMatch(/^invalid/);
    expect(await refused('search_files', { text: 'xx', under: '..' })).toMatch(/^invalid/);
  });
});
