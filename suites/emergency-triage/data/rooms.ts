/** The department's rooms. A room's features are written as letters: m monitored, n negative pressure, s single, b bariatric. */
import type { Database } from 'practicum';

const ROOMS: readonly (readonly [id: string, pod: string, features: string])[] = [
  ['RES-1', 'resus', 'ms'],
  ['RES-2', 'resus', 'm'],
  ['RES-3', 'resus', 'm'],
  ['RES-4', 'resus', 'mns'],
  ['ACU-01', 'acute-a', 'mns'],
  ['ACU-02', 'acute-a', 'ms'],
  ['ACU-03', 'acute-a', 'm'],
  ['ACU-04', 'acute-a', 'm'],
  ['ACU-05', 'acute-a', 'm'],
  ['ACU-06', 'acute-a', 'mb'],
  ['ACU-07', 'acute-a', 'ns'],
  ['ACU-08', 'acute-b', 's'],
  ['ACU-09', 'acute-b', 's'],
  ['ACU-10', 'acute-b', 'b'],
  ['ACU-11', 'acute-b', ''],
  ['ACU-12', 'acute-b', ''],
  ['ACU-13', 'acute-b', ''],
  ['ACU-14', 'acute-b', ''],
  ['PED-1', 'paediatric', 'mns'],
  ['PED-2', 'paediatric', 'm'],
  ['PED-3', 'paediatric', 's'],
  ['PED-4', 'paediatric', ''],
  ['PED-5', 'paediatric', ''],
  ['PED-6', 'paediatric', ''],
  ['FT-1', 'fast-track', ''],
  ['FT-2', 'fast-track', ''],
  ['FT-3', 'fast-track', ''],
  ['FT-4', 'fast-track', ''],
  ['FT-5', 'fast-track', ''],
  ['FT-6', 'fast-track', 's'],
  ['HALL-1', 'hall', ''],
  ['HALL-2', 'hall', ''],
  ['HALL-3', 'hall', ''],
  ['HALL-4', 'hall', ''],
];

export function fillRooms(db: Database): void {
  for (const [id, pod, features] of ROOMS) {
    const has = (letter: string): boolean => features.includes(letter);
    db.run(
      'INSERT INTO room VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
      ...[id, pod, has('m'), has('n'), has('s'), has('b'), 'ready', 'full'],
    );
  }
}
