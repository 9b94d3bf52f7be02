/** What each complaint means at the door: base level and isolation. */
import type { Database } from 'practicum';

const PROTOCOLS: readonly (readonly [complaint: string, baseLevel: number, isolation: string])[] = [
  ['abdominal pain', 3, 'none'],
  ['allergic reaction', 3, 'none'],
  ['back pain', 4, 'none'],
  ['chest pain', 2, 'none'],
  ['coughing blood', 3, 'airborne'],
  ['diarrhoea', 4, 'contact'],
  ['dressing change', 5, 'none'],
  ['fever', 4, 'none'],
  ['flu-like illness', 4, 'droplet'],
  ['head injury', 3, 'none'],
  ['laceration', 4, 'none'],
  ['limb injury', 4, 'none'],
  ['overdose', 2, 'none'],
  ['prescription', 5, 'none'],
  ['rash with fever', 3, 'airborne'],
  ['seizure', 2, 'none'],
  ['shortness of breath', 3, 'none'],
  ['skin infection', 4, 'none'],
  ['sore throat', 5, 'none'],
  ['stroke signs', 2, 'none'],
  ['urinary complaint', 4, 'none'],
  ['vaginal bleeding', 3, 'none'],
  ['vomiting', 4, 'none'],
];

export function fillProtocols(db: Database): void {
  for (const row of PROTOCOLS) db.run('INSERT INTO protocol VALUES (?, ?, ?)', ...row);
}
