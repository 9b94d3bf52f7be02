/** What a run gives its trainees besides the work, in words: memory, hints, colleagues who speak by a model. Nothing where it is as by default. */
import type { Styles } from '../core/means.ts';

export function traineeSettings({ memory, hints, colleagues }: Styles): readonly string[] {
  return [
    ...(memory === undefined ? [] : [`memory: ${memory}`]),
    ...(hints === undefined ? [] : [`hints: ${hints}`]),
    ...(colleagues === undefined ? [] : [`colleagues: ${colleagues}`]),
  ];
}
