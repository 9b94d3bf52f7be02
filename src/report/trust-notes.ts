/** The sentences about how far a run's numbers can be trusted: whose harness, how judges agreed, who judged, what is certified. */
import { count, percent, plural, ratio } from './figures.ts';
import type { Note } from './note.ts';
import type { Summary } from './summary.ts';

export function originalNotes({ original, total }: Summary): readonly Note[] {
  if (original === null) return [];
  const { suspects, warnings } = original;
  const told =
    "this run was made by the original OccuBench harness; its outcomes are taken as they stand, judge's errors included";
  return [
    { label: 'Original', text: [told, ...warnings].join('. ').replace(/\.?$/, '') },
    ...(suspects.length === 0 ? [] : [suspectNote(suspects, total)]),
  ];
}

function suspectNote(suspects: NonNullable<Summary['original']>['suspects'], total: Summary['total']): Note {
  const why = (one: (typeof suspects)[number]['why']): number =>
    suspects.filter((suspect) => suspect.why === one).length;
  const kinds = [
    [why('verification-error'), "the judge's call failed"],
    [why('empty-trajectory'), "the transcript is empty, as when the agent's first call fails"],
  ] as const;
  const causes = kinds.filter(([number]) => number > 0).map(([number, cause]) => `${count(number)}: ${cause}`);
  const rest = total.scored - suspects.length;
  const passed = total.passed - suspects.filter(({ isPassed }) => isPassed).length;
  const without = rest === 0 ? '' : `. Without them ${percent(passed / rest)} of ${count(rest)} passed`;
  return {
    label: 'Suspect',
    text: `${plural(suspects.length, 'result')} may be the harness's own breakage (${causes.join('; ')})${without}`,
    isBad: true,
  };
}

/** Votes that were spoiled or that often disagree deserve a look, not a warning: the outcome is still the majority's. */
export function voteNotes({ votes }: Summary): readonly Note[] {
  if (votes === null) return [];
  const { ballots, episodes, divided, compared, dividedShare, spoiled, kappa } = votes;
  const agreement =
    divided === null
      ? 'no two to compare'
      : `divided in ${count(divided)} of ${count(compared)} (${percent(dividedShare)})`;
  const beyond = kappa === null ? '' : ` · Fleiss' kappa ${ratio(kappa)}`;
  const lost = spoiled === 0 ? '' : ` · ${count(spoiled)} spoiled`;
  return [
    { label: 'Votes', text: `${count(ballots)} on ${plural(episodes, 'episode')} · ${agreement}${beyond}${lost}` },
  ];
}

export function doubtNotes({ doubts, provenance }: Summary): readonly Note[] {
  const { judgedByOwnModel, judgedByWorld, uncertified } = doubts;
  const judge = provenance.verifierModel ?? '';
  const notes: Note[] = [];
  if (judgedByOwnModel.length > 0)
    notes.push({
      label: 'Judge',
      text: `the judge is the agent's own model (${judgedByOwnModel.join(', ')}): models are kind to themselves; judge again with another`,
      isBad: true,
    });
  if (judgedByWorld)
    notes.push({ label: 'Judge', text: `${judge} both imagined the world and judged what happened in it` });
  if (uncertified !== null && uncertified.tasks > 0)
    notes.push({
      label: 'Tasks',
      text: `${count(uncertified.tasks)} of ${count(uncertified.of)} are not certified under the simulator ${provenance.worldModel ?? 'unknown'}: they may be unsolvable there`,
      isBad: true,
    });
  return notes;
}
