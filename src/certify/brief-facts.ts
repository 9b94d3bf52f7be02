/** Holds a task's structured facts against its brief: a solution that knows more than the agent is told proves nothing. */
import type { Json } from '../core/json.ts';
import type { Task } from '../core/task.ts';
import { placesIn } from '../faults/json-path.ts';

/** A sentence for each fact that the brief does not say. Yes, no and nothing have no words of their own and are passed over. */
export function untoldFacts({ asked, brief }: Task): readonly string[] {
  return placesIn(asked).flatMap(({ path, value }) =>
    isTold(value, brief)
      ? []
      : [
          `asked.${path.join('.')} is ${JSON.stringify(value)}, which the brief does not say; an agent could not know it`,
        ],
  );
}

function isTold(value: Json, brief: string): boolean {
  if (typeof value === 'string') return brief.includes(value);
  return typeof value !== 'number' || numberPattern(value).test(brief);
}

/** The number by itself, not within another: plain, with thousands separators, or with zeros at the end as in prices. */
function numberPattern(value: number): RegExp {
  const [whole = '', fraction] = String(Math.abs(value)).split('.');
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, "[,' \u00a0\u202f]?");
  const decimals = fraction === undefined ? '(\\.0+)?' : `\\.${fraction}0*`;
  return new RegExp(`${value < 0 ? '[-\u2212]' : '(?<!\\d|\\d[.,])'}${grouped}${decimals}(?!\\d|[.,]\\d)`);
}
