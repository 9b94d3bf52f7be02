/** The shared drive, read only, and the trainee's own workspace. What was read is noted; finding a word is not reading. */
import { z } from 'zod';
import { type App, appTool } from '../app.ts';
import type { DayState } from '../day-state.ts';
import { linesOf, pageOf } from '../file-page.ts';
import { WORKSPACE, workspacePath } from '../file-path.ts';
import { filesHolding, MOST_HITS } from '../file-search.ts';
import { entriesIn, fileAt, noteRead, openingCost, putFiles, removeFile } from '../file-store.ts';
import type { FileEntry } from '../instance.ts';

const path = z.string().max(1000).describe('Such as drive/handbook.md or workspace/report.json.');
const written = z.object({ path: z.string(), characters: z.int(), lines: z.int() });
/** Puts one file in place. */
const put = (state: DayState, file: FileEntry): z.input<typeof written> => {
  const [placed = file] = putFiles(state, [file]);
  return { path: placed.path, characters: file.content.length, lines: linesOf(file.content).length };
};

const listFiles = appTool({
  name: 'list_files',
  description: 'Lists a folder of the shared drive (drive/) or of your workspace (workspace/). Folders end in a slash.',
  effect: 'read',
  input: z.object({ path: path.default('') }),
  output: z.object({ path: z.string(), entries: z.array(z.string()), total: z.int() }),
  cost: 1,
  run: (input, { state }) => {
    const { path: folder, names } = entriesIn(state, input.path);
    return { path: folder, entries: [...names], total: names.length };
  },
});

const readFile = appTool({
  name: 'read_file',
  description:
    'Reads a file, from a line on. Long files come in pages: next_line says where the next begins, 0 where nothing is left. A picture is read as its text alternative.',
  effect: 'read',
  input: z.object({ path, from_line: z.int().min(1).default(1), lines: z.int().min(1).max(5000).default(400) }),
  output: z.object({
    path: z.string(),
    content: z.string(),
    from_line: z.int(),
    lines: z.int(),
    total_lines: z.int(),
    next_line: z.int(),
  }),
  cost: (input) => openingCost([input.path]),
  run: (input, post) => {
    const file = fileAt(post.state, input.path);
    const page = pageOf(file.content, { from: input.from_line, most: input.lines });
    noteRead(post, file);
    return { path: file.path, ...page };
  },
});

const writeFile = appTool({
  name: 'write_file',
  description: 'Writes a file of your workspace, in place of what was there.',
  effect: 'write',
  input: z.object({ path, content: z.string() }),
  output: written,
  cost: 1,
  run: (input, { state }) => put(state, input),
});

const appendFile = appTool({
  name: 'append_file',
  description: 'Adds text at the end of a file of your workspace; makes the file where there is none.',
  effect: 'write',
  input: z.object({ path, content: z.string() }),
  output: written,
  cost: 1,
  run: (input, { state }) => {
    const before = state.files.get(workspacePath(input.path))?.content ?? '';
    return put(state, { path: input.path, content: before + input.content });
  },
});

const deleteFile = appTool({
  name: 'delete_file',
  description: 'Deletes a file of your workspace.',
  effect: 'write',
  input: z.object({ path }),
  output: z.object({ deleted: z.string() }),
  cost: 1,
  run: (input, { state }) => ({ deleted: removeFile(state, input.path) }),
});

const copyFile = appTool({
  name: 'copy_file',
  description: 'Copies a file of the drive or the workspace to a place in your workspace, without opening it.',
  effect: 'write',
  input: z.object({
    from: path,
    to: path.describe('A file below workspace/; a folder with its slash keeps the name.'),
  }),
  output: written,
  cost: (input) => (input.from.startsWith(WORKSPACE) ? 1 : 3),
  run: ({ from, to }, { state }) => {
    const file = fileAt(state, from);
    const target = to.endsWith('/') ? `${to}${file.path.slice(file.path.lastIndexOf('/') + 1)}` : to;
    return put(state, { ...file, path: target });
  },
});

const searchFiles = appTool({
  name: 'search_files',
  description: `Looks for a text in names and lines of files, in any case. Shows the first ${MOST_HITS} places (total counts those); matching counts all.`,
  effect: 'read',
  input: z.object({ text: z.string().trim().min(2).max(100), under: path.default('') }),
  output: z.object({
    hits: z.array(z.object({ path: z.string(), line: z.int(), excerpt: z.string() })),
    total: z.int(),
    matching: z.int(),
  }),
  cost: 2,
  run: ({ text, under }, { state }) => filesHolding(state, text, entriesIn(state, under).path),
});

export const app: App = {
  name: 'files',
  tools: [listFiles, readFile, writeFile, appendFile, deleteFile, copyFile, searchFiles],
};
