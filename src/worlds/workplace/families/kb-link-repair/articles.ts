/** Articles of a knowledge base, put together from sentences of our own; no two of a scenario are alike. */
import type { Random } from '../../../../core/random.ts';

const SUBJECTS = [
  'Travel requests',
  'Laptop loans',
  'Visitor badges',
  'Release notes',
  'Customer surveys',
  'Office supplies',
  'Parcel intake',
  'Shift hand-over',
  'Budget codes',
  'Security drills',
  'Photo archive',
  'Meeting etiquette',
];

const LINES = [
  'Write down who asked, what for, and until when it is needed.',
  'Requests that come in after noon are looked at the next morning.',
  'If two rules seem to clash, the newer one holds.',
  'Keep the form short: nobody reads the second page.',
  'A copy goes to the team lead, another stays in the folder.',
  'Exceptions are possible; they need a reason and a name.',
  'What is not returned within ten days is asked for once, politely.',
  'The list is gone through on the first Monday of the month.',
  'Old versions are kept for a year and then deleted.',
  'Questions are answered in the open channel, so that others can read along.',
  'Numbers are rounded at the end, never on the way.',
  'Names are spelled as on the badge.',
];

export interface Article {
  readonly subject: string;
  readonly lines: readonly string[];
}

export function drawArticles(random: Random, count: number): readonly Article[] {
  return random
    .shuffle(SUBJECTS)
    .slice(0, count)
    .map((subject) => ({ subject, lines: random.shuffle(LINES).slice(0, random.int(5, 9)) }));
}

export function slugOf(subject: string): string {
  return subject.toLowerCase().replaceAll(' ', '_');
}
