/** What a task is, in sixteen digits: a certificate holds for the content of a task, not for its name. */
import { canonical, type Json } from '../core/json.ts';
import type { Task } from '../core/task.ts';
import { sha256 } from '../wire/hash.ts';

/** Of the whole record, as plans have it. */
export function taskHash(task: Task): string {
  return sha256(canonical(task as unknown as Json)).slice(0, 16);
}
