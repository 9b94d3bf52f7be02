/**
 * Paths as agents write them, made safe: `drive/…` or `workspace/…` and nothing else. One spelling for one file, and no way up or
 * out. It knows no files.
 */
import { forbidden, invalid } from '../../core/tool-error.ts';

export const DRIVE = 'drive/';
export const WORKSPACE = 'workspace/';

const LONGEST = 200;
const DEEPEST = 12;
/** Letters, digits and a few signs; no controls, no invisible or look-alike signs, no percent signs to decode. */
const SEGMENT = /^[\p{L}\p{N}\p{M}_.,()+&'@=#[\] -]+$/u;

/** The path of a file. */
export function filePath(given: string): string {
  const path = anyPath(given);
  if (path === '' || !path.includes('/')) throw invalid(`"${shown(given)}" is a folder, not a file`);
  if (given.endsWith('/')) throw invalid(`"${shown(given)}" is a folder, not a file`);
  return path;
}

/** The path of a file that may be written. */
export function workspacePath(given: string): string {
  const path = filePath(given);
  if (!path.startsWith(WORKSPACE)) throw forbidden('the shared drive is read only; write below workspace/');
  return path;
}

/** The path of a folder, with a slash at its end; empty for the place where both roots are. */
export function folderPath(given: string): string {
  const path = anyPath(given);
  return path === '' ? '' : `${path}/`;
}

function anyPath(given: string): string {
  if (given === '' || given === '.' || given === './') return '';
  if (given.length > LONGEST) throw invalid(`a path has at most ${LONGEST} characters`);
  const path = given.normalize('NFC');
  // Whatever would read as something else to another system is not a name.
  if (path.normalize('NFKC') !== path || path.startsWith('/')) throw outside(given);
  const segments = path.split('/').filter((segment) => segment !== '' && segment !== '.');
  if (segments.length > DEEPEST) throw invalid(`a path has at most ${DEEPEST} parts`);
  if (!segments.every(isName)) throw outside(given);
  const [root] = segments;
  if (root !== 'drive' && root !== 'workspace') throw outside(given);
  return segments.join('/');
}

function isName(segment: string): boolean {
  return SEGMENT.test(segment) && !/^\.+$/.test(segment) && segment.trim() === segment;
}

function outside(given: string): Error {
  return invalid(
    `"${shown(given)}" is no path here: paths begin with drive/ or workspace/, with plain names between slashes`,
  );
}

/** What an agent wrote, as it can be said back: short and without signs that disturb a terminal. */
function shown(given: string): string {
  const plain = given.replace(/[^\p{L}\p{N}\p{P}\p{S} ]/gu, '?');
  return plain.length > 60 ? `${plain.slice(0, 60)}…` : plain;
}
