/** People in the waiting areas whose assessment is overdue, or looks so. What decides is said beside each. */
import { files } from '../case-file.ts';

export const CHILDREN_WAITING = files(
  {
    // Overdue only because the interval is halved under 5; a heart rate of 142 is fine at 3 years.
    visit: 'V-4187',
    who: { id: 'P-7731', name: 'Noemi Castellanos', born: '2022-09-02', sex: 'female' },
    seen: { complaint: 'flu-like illness', level: 4, arrived: '13:41', assessed: '13:50', area: 'paediatric' },
    note: 'Coughing since Thursday, drinks well. Mother worried about the fast heartbeat.',
    vitals: [
      { taken: '13:49', heart: 138, breaths: 30, temperature: 37.9 },
      { taken: '14:45', heart: 142, breaths: 34, temperature: 38.2, kg: 14.2, weighed: 'measured' },
    ],
  },
  {
    // 70 days old: 38.1 decides, not the complaint.
    visit: 'V-5563',
    who: { id: 'P-2909', name: 'Ilse Vermeulen', born: '2026-01-03', sex: 'female' },
    seen: { complaint: 'vomiting', level: 3, arrived: '14:10', assessed: '14:20', area: 'paediatric' },
    note: 'Vomits after feeds, otherwise content.',
    vitals: [
      { taken: '14:18', heart: 148, breaths: 38, temperature: 37.4, kg: 5.1, weighed: 'measured' },
      { taken: '14:52', heart: 156, breaths: 42, temperature: 38.1 },
    ],
  },
  {
    // Six years: the full interval of 120 minutes, of which 115 have passed.
    visit: 'V-3351',
    who: { id: 'P-4477', name: 'Saoirse Gallacher', born: '2019-11-20', sex: 'female' },
    seen: { complaint: 'limb injury', level: 4, arrived: '12:51', assessed: '13:05', area: 'paediatric' },
    vitals: [{ taken: '14:48', heart: 118, pain: 8 }],
  },
  {
    // Four years: the halved interval ends exactly now, so due and not overdue.
    visit: 'V-2875',
    who: { id: 'P-6123', name: 'Temperance Dunmore', born: '2021-08-08', sex: 'female' },
    seen: { complaint: 'fever', level: 4, arrived: '13:52', assessed: '14:00', area: 'paediatric' },
    vitals: [{ taken: '14:55', heart: 153, temperature: 38.6 }],
  },
);

export const ADULTS_WAITING = files(
  {
    // 31 weeks: overdue by the halved interval; systolic 152 overrides.
    visit: 'V-4409',
    who: { id: 'P-3815', name: 'Aylin Yilmaz', born: '1994-02-17', sex: 'female', weeks: 31 },
    seen: { complaint: 'back pain', level: 4, arrived: '13:30', assessed: '13:45' },
    note: 'Low back pain, no bleeding. Headache since noon.',
    vitals: [
      { taken: '13:43', systolic: 138 },
      { taken: '14:50', systolic: 152, heart: 96, pain: 5 },
    ],
  },
  {
    // COPD: 89 is his usual; the 71 that was entered last is an artefact.
    visit: 'V-2731',
    who: { id: 'P-5049', name: 'Gwilym Faircloth', born: '1954-06-30', sex: 'male' },
    seen: { complaint: 'shortness of breath', level: 3, arrived: '13:22', assessed: '13:40' },
    history: [
      ['condition', 'COPD', 'active'],
      ['home medication', 'tiotropium', 'active'],
    ],
    vitals: [
      { taken: '13:38', oxygen: 90, breaths: 21 },
      { taken: '14:40', oxygen: 89, breaths: 22, heart: 98 },
      { taken: '14:51', oxygen: 71, breaths: 22, heart: 97, artefact: true },
    ],
  },
  {
    // The signs say 4, but a physician said 3.
    visit: 'V-6157',
    who: { id: 'P-2263', name: 'Casimir Mazur', born: '1980-10-05', sex: 'male' },
    seen: { complaint: 'limb injury', level: 3, by: 'D-251', arrived: '12:58', assessed: '13:30' },
    note: 'Crush injury of the forearm; Dr Haugland wants the pulses watched.',
    vitals: [
      { taken: '13:05', pain: 7 },
      { taken: '14:35', pain: 3 },
    ],
  },
  {
    // Nothing sound since the last assessment.
    visit: 'V-3997',
    who: { id: 'P-4631', name: 'Perpetua Ndiaye', born: '1997-12-01', sex: 'female' },
    seen: { complaint: 'sore throat', level: 5, arrived: '11:29', assessed: '11:40' },
    vitals: [{ taken: '11:35' }, { taken: '14:02', heart: 171, oxygen: 83, artefact: true }],
  },
  {
    // 115 minutes at level 4, not pregnant: not overdue.
    visit: 'V-5215',
    who: { id: 'P-7009', name: 'Ruta Kolarova', born: '1990-03-22', sex: 'female' },
    seen: { complaint: 'urinary complaint', level: 4, arrived: '12:55', assessed: '13:05' },
    vitals: [{ taken: '14:41', heart: 108, temperature: 38.6 }],
  },
  {
    // Long overdue on paper, but in imaging.
    visit: 'V-2519',
    who: { id: 'P-3377', name: 'Stellan Bjerke', born: '1971-01-29', sex: 'male' },
    seen: { complaint: 'head injury', level: 3, arrived: '12:02', assessed: '12:10', status: 'imaging' },
    vitals: [{ taken: '14:30', coma: 13 }],
  },
);

export const ALL_WAITING = files(
  {
    // Chemotherapy: 38.3 at 14:30 is the latest sign, though 37.4 of 14:05 was entered after it.
    visit: 'V-4933',
    who: { id: 'P-2687', name: 'Imelda Olivares', born: '1973-07-14', sex: 'female', immunosuppressed: true },
    seen: { complaint: 'vomiting', level: 4, arrived: '12:37', assessed: '12:50' },
    vitals: [
      { taken: '12:48', temperature: 37.2 },
      { taken: '14:30', entered: '14:31', temperature: 38.3, heart: 98 },
      { taken: '14:05', entered: '14:55', temperature: 37.4, heart: 90 },
    ],
  },
  {
    // 68, head injury, apixaban: override with normal signs.
    visit: 'V-6871',
    who: { id: 'P-5501', name: 'Nestor Quispe', born: '1957-09-09', sex: 'male' },
    seen: { complaint: 'head injury', level: 3, arrived: '13:35', assessed: '13:50', area: 'ambulance' },
    history: [
      ['condition', 'atrial fibrillation', 'active'],
      ['home medication', 'apixaban', 'active'],
    ],
    vitals: [{ taken: '13:48' }, { taken: '14:44', heart: 76 }],
  },
  {
    // 81, head injury, but warfarin was stopped: stays at 3.
    visit: 'V-3689',
    who: { id: 'P-6345', name: 'Osman Rahimi', born: '1944-11-11', sex: 'male' },
    seen: { complaint: 'head injury', level: 3, arrived: '13:31', assessed: '13:52' },
    note: 'Fell off a kerb. Says he takes warfarin.',
    history: [
      ['home medication', 'warfarin', 'ended'],
      ['home medication', 'ramipril', 'active'],
    ],
    vitals: [{ taken: '13:50' }, { taken: '14:47', heart: 96 }],
  },
  {
    // Was at 2, is well: 5 by the rules, but one step down at most.
    visit: 'V-5777',
    who: { id: 'P-3143', name: 'Davit Abara', born: '2001-05-03', sex: 'male' },
    seen: { complaint: 'prescription', level: 2, arrived: '14:20', assessed: '14:42' },
    vitals: [
      { taken: '14:40', heart: 131 },
      { taken: '14:56', heart: 84 },
    ],
  },
  {
    // Eight years: 32 breaths are too many, 128 beats are not.
    visit: 'V-2993',
    who: { id: 'P-7459', name: 'Tuuli Lindqvist', born: '2017-10-27', sex: 'female' },
    seen: { complaint: 'shortness of breath', level: 3, arrived: '13:44', assessed: '13:55', area: 'paediatric' },
    vitals: [
      { taken: '13:53', breaths: 26, heart: 119 },
      { taken: '14:49', breaths: 32, heart: 128 },
    ],
  },
  {
    // Pain of 9 raises to 3 and no further: no page.
    visit: 'V-6035',
    who: { id: 'P-4201', name: 'Hanneke Jansma', born: '1948-04-18', sex: 'female' },
    seen: { complaint: 'back pain', level: 4, arrived: '12:33', assessed: '12:45', area: 'ambulance' },
    vitals: [
      { taken: '12:43', pain: 6 },
      { taken: '14:38', pain: 9, heart: 99 },
    ],
  },
  {
    // Only older signs: vitals are needed first.
    visit: 'V-4555',
    who: { id: 'P-2051', name: 'Kofi Tamboura', born: '1986-08-31', sex: 'male' },
    seen: { complaint: 'laceration', level: 4, arrived: '12:44', assessed: '12:58' },
    vitals: [{ taken: '12:41', entered: '14:20', heart: 118 }],
  },
  {
    // 24 weeks: 29 of 30 minutes have passed.
    visit: 'V-3245',
    who: { id: 'P-6769', name: 'Meera Pillai', born: '1992-06-06', sex: 'female', weeks: 24 },
    seen: { complaint: 'shortness of breath', level: 3, arrived: '14:19', assessed: '14:31' },
    vitals: [{ taken: '14:54', heart: 112 }],
  },
  {
    // Exactly 60 minutes at level 3.
    visit: 'V-7113',
    who: { id: 'P-5887', name: 'Florin Dragan', born: '1969-02-12', sex: 'male' },
    seen: { complaint: 'abdominal pain', level: 3, arrived: '13:48', assessed: '14:00' },
    vitals: [{ taken: '14:53', heart: 124 }],
  },
);
