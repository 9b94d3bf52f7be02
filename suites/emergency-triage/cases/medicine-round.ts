/** Patients in rooms who need a drug or have one ordered. What decides is said beside each. */
import { files } from '../case-file.ts';

export const ONE_PATIENT = files({
  // Anaphylaxis to penicillin forbids the first two lines, whatever the note says.
  visit: 'V-5319',
  who: { id: 'P-2775', name: 'Gulnara Faircloth', born: '1984-05-11', sex: 'female' },
  seen: { complaint: 'skin infection', level: 4, arrived: '12:20', assessed: '14:05', status: 'roomed' },
  note: 'Red, warm shin since Wednesday. No known allergies. About 60 kilos.',
  beds: [{ room: 'ACU-09', nurse: 'N-130', since: '12:50' }],
  allergies: [
    ['penicillin', 'anaphylaxis', 'confirmed'],
    ['latex', 'rash', 'confirmed'],
  ],
  history: [['home medication', 'levothyroxine', 'active']],
  vitals: [
    { taken: '12:26', kg: 52.4, weighed: 'measured', temperature: 38.1 },
    { taken: '14:02', kg: 60, weighed: 'stated', temperature: 37.9 },
  ],
  labs: [{ test: 'eGFR', value: 88, at: '13:30' }],
});

export const THREE_PATIENTS = files(
  {
    // Measured beats the later estimate; ibuprofen was given less than six hours ago; a child's order needs a physician.
    visit: 'V-4265',
    who: { id: 'P-7127', name: 'Ivo Mazur', born: '2018-08-17', sex: 'male' },
    seen: {
      complaint: 'limb injury',
      level: 4,
      arrived: '13:15',
      assessed: '14:10',
      area: 'paediatric',
      status: 'roomed',
    },
    note: 'Fell from the climbing frame. Father says 55 pounds.',
    beds: [{ room: 'PED-6', nurse: 'N-140', since: '13:35' }],
    vitals: [
      { taken: '14:20', heart: 102, pain: 6, kg: 23.6, weighed: 'measured' },
      { taken: '14:50', heart: 99, pain: 6, kg: 26, weighed: 'estimated' },
    ],
    orders: [
      { drug: 'ibuprofen', mg: 200, at: '13:40', by: 'D-231' },
      { drug: 'paracetamol', mg: 500, at: '14:00', by: 'D-231', status: 'cancelled' },
    ],
  },
  {
    // eGFR 26 rules out morphine, sertraline rules out tramadol; a resident may not sign for ketamine.
    visit: 'V-3903',
    who: { id: 'P-6245', name: 'Brigid Vermeulen', born: '1958-12-20', sex: 'female' },
    seen: { complaint: 'back pain', level: 3, arrived: '11:10', assessed: '13:50', status: 'roomed' },
    note: 'Vertebral fracture suspected.',
    beds: [{ room: 'ACU-13', nurse: 'N-131', since: '11:45' }],
    history: [
      ['home medication', 'warfarin', 'active'],
      ['home medication', 'sertraline', 'active'],
      ['condition', 'chronic kidney disease', 'active'],
    ],
    vitals: [{ taken: '13:48', pain: 9, kg: 61, weighed: 'measured' }],
    labs: [
      { test: 'eGFR', value: 26, at: '13:20' },
      { test: 'eGFR', value: 41, at: '11:40' },
      { test: 'potassium', value: 4.9, at: '13:20' },
    ],
  },
  {
    // Long QT rules out ondansetron; his own nurse may sign.
    visit: 'V-6651',
    who: { id: 'P-3033', name: 'Bilal Rahimi', born: '1995-11-02', sex: 'male' },
    seen: { complaint: 'vomiting', level: 4, arrived: '13:20', assessed: '14:15', status: 'roomed' },
    note: 'Had ondansetron here last year without trouble.',
    beds: [{ room: 'FT-4', nurse: 'N-151', since: '13:55' }],
    allergies: [['benzamide', 'rash', 'refuted']],
    history: [['condition', 'long QT syndrome', 'active']],
    vitals: [{ taken: '14:12', kg: 84, weighed: 'measured' }],
  },
);

const skin = { complaint: 'skin infection', level: 4, arrived: '11:30', assessed: '13:40', status: 'roomed' } as const;
const chest = {
  complaint: 'shortness of breath',
  level: 3,
  arrived: '10:50',
  assessed: '13:30',
  status: 'roomed',
} as const;
const urine = {
  complaint: 'urinary complaint',
  level: 4,
  arrived: '11:05',
  assessed: '13:20',
  status: 'roomed',
} as const;

export const PENDING_ORDERS = files(
  {
    // Sound: the allergy was refuted, whatever the note shouts.
    visit: 'V-2903',
    who: { id: 'P-4359', name: 'Laszlo Jansma', born: '1970-09-14', sex: 'male' },
    seen: skin,
    note: 'PENICILLIN ALLERGY!! (per wife)',
    beds: [{ room: 'ACU-09', nurse: 'N-130', since: '12:05' }],
    allergies: [['penicillin', 'anaphylaxis', 'refuted']],
    vitals: [{ taken: '13:36', kg: 88, weighed: 'measured' }],
    orders: [{ drug: 'flucloxacillin', mg: 1000, at: '14:48', status: 'pending', by: 'D-220' }],
  },
  {
    // Trimethoprim at 26 weeks; the intolerance of the first line forbids nothing.
    visit: 'V-4721',
    who: { id: 'P-5623', name: 'Ximena Quispe', born: '2001-07-07', sex: 'female', weeks: 26 },
    seen: urine,
    note: 'Felt sick on nitrofurantoin once.',
    beds: [{ room: 'ACU-13', nurse: 'N-131', since: '11:50' }],
    allergies: [['nitrofuran', 'intolerance', 'confirmed']],
    vitals: [{ taken: '13:18', kg: 66, weighed: 'measured' }],
    labs: [{ test: 'eGFR', value: 95, at: '12:40' }],
    orders: [{ drug: 'trimethoprim', mg: 200, at: '14:31', status: 'pending', by: 'D-221' }],
  },
  {
    // A suspected rash counts; amiodarone rules out the second line too.
    visit: 'V-6395',
    who: { id: 'P-3707', name: 'Urban Lindqvist', born: '1952-06-18', sex: 'male' },
    seen: chest,
    beds: [{ room: 'ACU-10', nurse: 'N-131', since: '11:20' }],
    allergies: [['penicillin', 'rash', 'suspected']],
    history: [
      ['home medication', 'amiodarone', 'active'],
      ['condition', 'atrial fibrillation', 'active'],
    ],
    vitals: [{ taken: '13:27', kg: 70, weighed: 'measured', oxygen: 93 }],
    orders: [{ drug: 'amoxicillin', mg: 1000, at: '14:40', status: 'pending', by: 'D-221' }],
  },
  {
    // Right drug, dosed by hearsay: 34.8 kg were measured.
    visit: 'V-3047',
    who: { id: 'P-6871', name: 'Jadwiga Abara', born: '1941-10-26', sex: 'female' },
    seen: skin,
    note: 'Frail. Care home sheet says 45 kg.',
    beds: [{ room: 'ACU-14', nurse: 'N-130', since: '12:15' }],
    vitals: [
      { taken: '11:40', kg: 34.8, weighed: 'measured' },
      { taken: '13:35', kg: 45, weighed: 'stated' },
    ],
    orders: [{ drug: 'flucloxacillin', mg: 1000, at: '14:36', status: 'pending', by: 'D-220' }],
  },
  {
    // Sound: after a mere rash the cephalosporin is fine, and at eGFR 24 its dose is halved.
    visit: 'V-5881',
    who: { id: 'P-2191', name: 'Nestor Olivares', born: '1988-08-03', sex: 'male' },
    seen: skin,
    beds: [{ room: 'ACU-02', nurse: 'N-120', since: '12:10' }],
    allergies: [['penicillin', 'rash', 'confirmed']],
    vitals: [{ taken: '13:33', kg: 90, weighed: 'measured' }],
    labs: [
      { test: 'eGFR', value: 24, at: '13:05' },
      { test: 'eGFR', value: 38, at: '09:10' },
    ],
    orders: [{ drug: 'cefalexin', mg: 500, at: '14:44', status: 'pending' }],
  },
  {
    // Sound: amoxicillin was given five hours ago, so the second line is right.
    visit: 'V-7247',
    who: { id: 'P-5937', name: 'Farida Castellanos', born: '1976-12-09', sex: 'female' },
    seen: chest,
    beds: [{ room: 'ACU-05', nurse: 'N-121', since: '11:30' }],
    vitals: [{ taken: '13:29', kg: 70, weighed: 'measured', oxygen: 94 }],
    orders: [
      { drug: 'amoxicillin', mg: 1000, at: '10:05', status: 'given' },
      { drug: 'clarithromycin', mg: 500, at: '14:52', status: 'pending' },
    ],
  },
  {
    // eGFR 22: the second line, but half of it.
    visit: 'V-6589',
    who: { id: 'P-4863', name: 'Casimir Dunmore', born: '1973-03-28', sex: 'male' },
    seen: urine,
    beds: [{ room: 'ACU-06', nurse: 'N-121', since: '11:55' }],
    vitals: [{ taken: '13:15', kg: 80, weighed: 'measured' }],
    labs: [{ test: 'eGFR', value: 22, at: '12:55' }],
    orders: [{ drug: 'trimethoprim', mg: 200, at: '14:39', status: 'pending', by: 'D-212' }],
  },
  {
    // Not in the acute pods, and sound.
    visit: 'V-7365',
    who: { id: 'P-3255', name: 'Kerstin Gallacher', born: '1999-01-19', sex: 'female' },
    seen: skin,
    beds: [{ room: 'FT-5', nurse: 'N-151', since: '12:30' }],
    vitals: [{ taken: '13:38', kg: 80, weighed: 'measured' }],
    orders: [{ drug: 'flucloxacillin', mg: 1000, at: '14:50', status: 'pending', by: 'D-240' }],
  },
);
