/** What SQL may do in a sandbox: a list of what is allowed; whatever SQLite learns to do later is refused. */
import { constants } from 'node:sqlite';

export interface SqlGuard {
  readonly check: (action: number, first: string | null, second: string | null) => number;
  /** Our own statements, between those of the guest. */
  lifted<T>(work: () => T): T;
  /** Whether anything since `forget` would write. */
  hasWritten(): boolean;
  forget(): void;
}

const READING: ReadonlySet<number> = new Set([
  constants.SQLITE_SELECT,
  constants.SQLITE_READ,
  constants.SQLITE_RECURSIVE,
]);
const WRITING: ReadonlySet<number> = new Set([
  constants.SQLITE_INSERT,
  constants.SQLITE_UPDATE,
  constants.SQLITE_DELETE,
]);
/** For scripts that make a database. */
const MAKING: ReadonlySet<number> = new Set([
  constants.SQLITE_CREATE_TABLE,
  constants.SQLITE_CREATE_INDEX,
  constants.SQLITE_CREATE_VIEW,
  constants.SQLITE_REINDEX,
]);

/** SQLite's own change tracking asks for these in the middle of a guest's statement; they tell only what a table looks like. */
const DESCRIBING: ReadonlySet<string> = new Set(['table_info', 'table_xinfo']);

/** Functions that reach outside, or would where an extension brings them. */
const OUTSIDE: ReadonlySet<string> = new Set([
  'load_extension',
  'readfile',
  'writefile',
  'edit',
  'fts3_tokenizer',
  'sqlite_log',
  'sqlite_compileoption_get',
  'sqlite_compileoption_used',
]);

export function authorizer(access: 'read' | 'write' | 'make'): SqlGuard {
  let isLifted = false;
  let hasWritten = false;
  const isAllowed = (action: number, first: string | null, second: string | null): boolean => {
    if (READING.has(action)) return true;
    if (action === constants.SQLITE_FUNCTION) return !OUTSIDE.has((second ?? '').toLowerCase());
    if (action === constants.SQLITE_PRAGMA) return DESCRIBING.has((first ?? '').toLowerCase());
    if (WRITING.has(action)) {
      hasWritten = true;
      return access === 'make' || (access === 'write' && !isInternal(first));
    }
    if (access !== 'make') return false;
    // A script may be wrapped in a transaction, as dumps are.
    return MAKING.has(action) || action === constants.SQLITE_TRANSACTION;
  };
  return {
    check: (action, first, second) =>
      isLifted || isAllowed(action, first, second) ? constants.SQLITE_OK : constants.SQLITE_DENY,
    lifted: (work) => {
      isLifted = true;
      try {
        return work();
      } finally {
        isLifted = false;
      }
    },
    hasWritten: () => hasWritten,
    forget: () => {
      hasWritten = false;
    },
  };
}

/** Tables in which SQLite keeps its own accounts. */
function isInternal(table: string | null): boolean {
  return table?.toLowerCase().startsWith('sqlite_') ?? false;
}
