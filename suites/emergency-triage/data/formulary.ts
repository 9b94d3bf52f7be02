/** The drugs that may be ordered, by indication and line. Simplified for the simulation: no guide to real treatment. */
import type { Database } from 'practicum';

type Mark = 'no late pregnancy' | 'avoid kidneys' | 'half kidneys' | 'qt' | 'nurse' | 'controlled';
type Dosing = readonly [perKg: number, most: number, step: number, hours: number, fromAge: number];
type Drug = readonly [
  id: string,
  indication: string,
  line: number,
  kind: string,
  dosing: Dosing,
  marks: readonly Mark[],
];

const DRUGS: readonly Drug[] = [
  ['flucloxacillin', 'skin infection', 1, 'penicillin', [25, 1000, 125, 6, 0], []],
  ['cefalexin', 'skin infection', 2, 'cephalosporin', [25, 1000, 125, 8, 0], ['half kidneys']],
  ['clindamycin', 'skin infection', 3, 'lincosamide', [10, 600, 50, 6, 0], []],
  ['amoxicillin', 'chest infection', 1, 'penicillin', [30, 1000, 125, 8, 0], []],
  ['clarithromycin', 'chest infection', 2, 'macrolide', [7.5, 500, 50, 12, 0], ['qt']],
  ['doxycycline', 'chest infection', 3, 'tetracycline', [4, 200, 50, 12, 12], ['no late pregnancy']],
  ['nitrofurantoin', 'urinary infection', 1, 'nitrofuran', [1.5, 100, 25, 6, 0], ['avoid kidneys']],
  ['trimethoprim', 'urinary infection', 2, 'antifolate', [4, 200, 50, 12, 0], ['no late pregnancy', 'half kidneys']],
  ['cefuroxime', 'urinary infection', 3, 'cephalosporin', [10, 500, 125, 12, 0], ['half kidneys']],
  ['ibuprofen', 'moderate pain', 1, 'nsaid', [10, 400, 50, 6, 0], ['no late pregnancy', 'avoid kidneys', 'nurse']],
  ['paracetamol', 'moderate pain', 2, 'anilide', [15, 1000, 50, 4, 0], ['nurse']],
  [
    'codeine',
    'moderate pain',
    3,
    'phenanthrene',
    [0.5, 30, 5, 6, 12],
    ['no late pregnancy', 'avoid kidneys', 'controlled'],
  ],
  ['morphine', 'severe pain', 1, 'phenanthrene', [0.1, 10, 1, 4, 0], ['avoid kidneys', 'controlled']],
  [
    'tramadol',
    'severe pain',
    2,
    'cyclohexanol',
    [1, 100, 10, 6, 12],
    ['no late pregnancy', 'half kidneys', 'controlled'],
  ],
  ['ketamine', 'severe pain', 3, 'arylcyclohexylamine', [0.3, 30, 1, 1, 0], ['controlled']],
  ['ondansetron', 'vomiting', 1, 'setron', [0.1, 8, 1, 8, 0], ['qt', 'nurse']],
  ['metoclopramide', 'vomiting', 2, 'benzamide', [0.15, 10, 1, 8, 18], ['nurse']],
  ['cyclizine', 'vomiting', 3, 'piperazine', [1, 50, 5, 8, 0], ['no late pregnancy']],
];

export function fillFormulary(db: Database): void {
  for (const [id, indication, line, kind, [perKg, most, step, hours, fromAge], marks] of DRUGS) {
    const has = (mark: Mark): boolean => marks.includes(mark);
    const latePregnancy = has('no late pregnancy') ? 'avoid' : 'allowed';
    const poorKidneys = has('avoid kidneys') ? 'avoid' : has('half kidneys') ? 'half dose' : 'full dose';
    db.run(
      'INSERT INTO drug VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
      ...[id, indication, line, kind, perKg, most, step, fromAge, hours, latePregnancy, poorKidneys],
      ...[has('qt'), has('nurse'), has('controlled')],
    );
  }
}
