/** Who works today, where, until when, and with which certifications. */
import type { Database } from 'practicum';
import { at } from './day.ts';

type Shift = 'day' | 'early' | 'late' | 'night';
type Entry = readonly [id: string, name: string, role: string, grade: string, pod: string, shift: Shift];

const STAFF: readonly Entry[] = [
  ['N-101', 'Ingeborg Achterberg', 'nurse', 'charge', 'front', 'day'],
  ['N-102', 'Dessalegn Worku', 'nurse', 'charge', 'front', 'night'],
  ['N-104', 'Marisol Quintanar', 'nurse', 'senior', 'front', 'day'],
  ['N-105', 'Pekka Lintula', 'nurse', 'junior', 'front', 'day'],
  ['N-110', 'Yusuf Karademir', 'nurse', 'senior', 'resus', 'day'],
  ['N-111', 'Catriona McQuade', 'nurse', 'senior', 'resus', 'day'],
  ['N-120', 'Lindiwe Khoza', 'nurse', 'senior', 'acute-a', 'day'],
  ['N-121', 'Bastien Courtemanche', 'nurse', 'junior', 'acute-a', 'day'],
  ['N-122', 'Hyun-woo Baek', 'nurse', 'senior', 'acute-a', 'late'],
  ['N-130', 'Oluchi Ezeani', 'nurse', 'junior', 'acute-b', 'day'],
  ['N-131', 'Gregor Stanić', 'nurse', 'senior', 'acute-b', 'day'],
  ['N-140', 'Fatou Diarra', 'nurse', 'senior', 'paediatric', 'day'],
  ['N-141', 'Rowan Tillotson', 'nurse', 'junior', 'paediatric', 'late'],
  ['N-150', 'Amrita Bhandari', 'nurse', 'junior', 'fast-track', 'day'],
  ['N-151', 'Silvio Marchegiani', 'nurse', 'junior', 'fast-track', 'day'],
  ['N-160', 'Wanjiru Mbugua', 'nurse', 'junior', 'hall', 'late'],
  ['N-170', 'Eirlys Pritchard', 'nurse', 'senior', 'float', 'day'],
  ['N-171', 'Nikau Parata', 'nurse', 'senior', 'float', 'late'],
  ['N-172', 'Zofia Grabarczyk', 'nurse', 'junior', 'float', 'early'],
  ['N-180', 'Thabiso Letsie', 'nurse', 'senior', 'resus', 'night'],
  ['N-181', 'Mairead Kinsella', 'nurse', 'senior', 'acute-a', 'night'],
  ['N-182', 'Duc Anh Trinh', 'nurse', 'senior', 'paediatric', 'night'],
  ['D-201', 'Rosalind Aguirre', 'physician', 'consultant', 'resus', 'day'],
  ['D-202', 'Kwabena Sarpong', 'physician', 'registrar', 'resus', 'late'],
  ['D-210', 'Henrike Vossberg', 'physician', 'consultant', 'acute-a', 'day'],
  ['D-211', 'Ravindra Gunaratne', 'physician', 'registrar', 'acute-a', 'day'],
  ['D-212', 'Soraya Benhaddou', 'physician', 'resident', 'acute-a', 'late'],
  ['D-219', 'Alasdair Munro-Hill', 'physician', 'consultant', 'acute-b', 'early'],
  ['D-220', 'Leilani Kahananui', 'physician', 'registrar', 'acute-b', 'day'],
  ['D-221', 'Emeka Nwachukwu', 'physician', 'resident', 'acute-b', 'day'],
  ['D-222', 'Violeta Dragomir', 'physician', 'resident', 'acute-b', 'late'],
  ['D-229', 'Anselm Reichardt', 'physician', 'consultant', 'paediatric', 'early'],
  ['D-230', 'Parvaneh Rostami', 'physician', 'consultant', 'paediatric', 'late'],
  ['D-231', 'Joaquim Falcão', 'physician', 'registrar', 'paediatric', 'day'],
  ['D-240', 'Tamsin Oduya', 'physician', 'registrar', 'fast-track', 'day'],
  ['D-250', 'Chidera Umeh', 'physician', 'consultant', 'front', 'day'],
  ['D-251', 'Marit Haugland', 'physician', 'registrar', 'front', 'day'],
  ['D-252', 'Iskander Yuldashev', 'physician', 'resident', 'front', 'late'],
  ['D-260', 'Noor Halabi', 'physician', 'consultant', 'front', 'night'],
  ['M-301', 'Benedikt Sorensen-Vale', 'administrator', 'administrator', 'office', 'night'],
  ['M-302', 'Xiomara Del Pino', 'administrator', 'administrator', 'office', 'day'],
  ['T-401', 'Jiho Seong', 'technician', 'technician', 'front', 'day'],
  ['T-402', 'Abena Frimpong', 'technician', 'technician', 'acute-a', 'day'],
  ['T-403', 'Luca Zangrilli', 'technician', 'technician', 'acute-b', 'late'],
];

const SHIFTS: Readonly<Record<Shift, readonly [string, string]>> = {
  day: [at('07:00'), at('19:30')],
  early: [at('06:00'), at('14:30')],
  late: [at('12:00'), at('23:59')],
  night: [at('19:00'), '2026-03-15T07:30:00Z'],
};

const CERTIFICATIONS: readonly (readonly [staff: string, code: string, validUntil: string])[] = [
  ['N-101', 'triage', '2027-05-31'],
  ['N-101', 'resuscitation', '2026-11-30'],
  ['N-104', 'triage', '2026-09-30'],
  ['N-110', 'resuscitation', '2026-08-31'],
  ['N-110', 'monitoring', '2027-01-31'],
  ['N-110', 'paediatric', '2026-02-28'],
  ['N-111', 'resuscitation', '2026-12-31'],
  ['N-111', 'paediatric', '2026-10-31'],
  ['N-111', 'monitoring', '2026-10-31'],
  ['N-120', 'monitoring', '2026-07-31'],
  ['N-121', 'monitoring', '2026-02-28'],
  ['N-121', 'triage', '2026-06-30'],
  ['N-122', 'monitoring', '2027-03-31'],
  ['N-122', 'paediatric', '2026-04-30'],
  ['N-130', 'triage', '2026-12-31'],
  ['N-131', 'monitoring', '2026-05-31'],
  ['N-140', 'paediatric', '2027-02-28'],
  ['N-140', 'monitoring', '2026-09-30'],
  ['N-141', 'paediatric', '2026-06-30'],
  ['N-150', 'triage', '2026-08-31'],
  ['N-170', 'monitoring', '2026-12-31'],
  ['N-170', 'paediatric', '2026-12-31'],
  ['N-171', 'resuscitation', '2026-04-30'],
  ['N-171', 'monitoring', '2026-04-30'],
  ['N-180', 'resuscitation', '2027-01-31'],
  ['N-181', 'monitoring', '2027-01-31'],
  ['N-182', 'paediatric', '2027-01-31'],
];

export function fillStaff(db: Database): void {
  for (const [id, name, role, grade, pod, shift] of STAFF) {
    const [start, end] = SHIFTS[shift];
    db.run(
      'INSERT INTO staff VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
      ...[id, name, role, grade, pod, start, end, 'available'],
    );
  }
  for (const row of CERTIFICATIONS) db.run('INSERT INTO certification VALUES (?, ?, ?)', ...row);
}
