/** The drive and the workspace of a day: looking, reading, writing within bounds. It knows no tools and charges no time. */
import { conflict, invalid, notFound } from '../../core/tool-error.ts';
import type { Post } from './app.ts';
import type { DayState } from './day-state.ts';
import { DRIVE, filePath, folderPath, WORKSPACE, workspacePath } from './file-path.ts';
import type { FileEntry, Minute } from './instance.ts';

/** Far more than a report; little enough that a day's record stays readable. */
const MOST_CHARACTERS = 200_000;
const MOST_FILES = 300;
const MOST_ALTOGETHER = 2_000_000;

/** What lies directly in a folder: names of files, and of folders with a slash. */
export function entriesIn(
  state: DayState,
  given: string,
): { readonly path: string; readonly names: readonly string[] } {
  const path = folderPath(given);
  if (path === '') return { path, names: [DRIVE, WORKSPACE] };
  const below = [...state.files.keys()].filter((file) => file.startsWith(path)).map((file) => file.slice(path.length));
  if (below.length === 0 && path !== DRIVE && path !== WORKSPACE) {
    if (state.files.has(path.slice(0, -1))) throw invalid(`${path.slice(0, -1)} is a file, not a folder`);
    throw notFound(`there is no folder ${path}`);
  }
  const names = below.map((name) => (name.includes('/') ? name.slice(0, name.indexOf('/') + 1) : name));
  return { path, names: [...new Set(names)].sort() };
}

export function fileAt(state: DayState, given: string): FileEntry {
  const path = filePath(given);
  const file = state.files.get(path);
  if (file !== undefined) return file;
  const isFolder = [...state.files.keys()].some((other) => other.startsWith(`${path}/`));
  throw isFolder ? invalid(`${path} is a folder, not a file`) : notFound(`there is no file ${path}`);
}

/** A file that was read, for the record. Who reads a copy has read the original. */
export function noteRead({ state, note }: Post, file: FileEntry): void {
  const originals = file.path.startsWith(DRIVE)
    ? []
    : [...state.files.values()].filter(({ path, content }) => path.startsWith(DRIVE) && content === file.content);
  for (const { path } of [file, ...originals]) note('file-read', { path, at: state.now });
}

/** Puts files in place, all or none, and gives them as they then stand. */
export function putFiles(state: DayState, files: readonly FileEntry[]): readonly FileEntry[] {
  const after = new Map(state.files);
  const placed = files.map((file): FileEntry => {
    const path = workspacePath(file.path);
    checkContent(file.content);
    checkPlace(after, path);
    const entry = { ...file, path };
    after.set(path, entry);
    return entry;
  });
  const kept = [...after.values()].filter(({ path }) => path.startsWith(WORKSPACE));
  if (kept.length > MOST_FILES) throw conflict(`the workspace takes ${MOST_FILES} files; delete some first`);
  if (kept.reduce((sum, { content }) => sum + content.length, 0) > MOST_ALTOGETHER)
    throw conflict(`the workspace takes ${MOST_ALTOGETHER} characters; delete something first`);
  for (const file of placed) state.files.set(file.path, file);
  return placed;
}

function checkContent(content: string): void {
  if (content.length > MOST_CHARACTERS) throw invalid(`a file has at most ${MOST_CHARACTERS} characters`);
  // Half a character cannot be kept: it would come back as another.
  if (!content.isWellFormed()) throw invalid('the content is not well-formed text');
}

/** A name is a file's or a folder's, not both. */
function checkPlace(files: ReadonlyMap<string, FileEntry>, path: string): void {
  for (const other of files.keys()) {
    if (other.startsWith(`${path}/`)) throw conflict(`${path} is a folder`);
    if (path.startsWith(`${other}/`)) throw conflict(`${other} is a file, not a folder`);
  }
}

export function removeFile(state: DayState, given: string): string {
  const { path } = fileAt(state, workspacePath(given));
  state.files.delete(path);
  return path;
}

/** What it takes to open files: those of the drive must be fetched. Paths that are none cost as little as anything. */
export function openingCost(paths: readonly string[]): Minute {
  return paths.reduce((sum, path) => sum + (path.startsWith(WORKSPACE) ? 1 : 2), 0);
}
