/** A department without a free monitored room, and those who need one. What decides is said beside each. */
import { files } from '../case-file.ts';

const inRoom = { status: 'roomed', arrived: '08:40', assessed: '13:55' } as const;

export const ONE_COMES = files(
  {
    visit: 'V-5503',
    who: { id: 'P-4127', name: 'Nadia Wachira', born: '1964-07-29', sex: 'female' },
    seen: { complaint: 'chest pain', level: 2, arrived: '14:42', assessed: '15:03' },
    vitals: [{ taken: '15:02', heart: 104, systolic: 148, pain: 6 }],
  },
  {
    // Could be displaced, but has not been there as long.
    visit: 'V-3459',
    who: { id: 'P-6613', name: 'Piotr Ndiaye', born: '1981-10-23', sex: 'male' },
    seen: { ...inRoom, complaint: 'abdominal pain', level: 3 },
    beds: [{ room: 'ACU-01', nurse: 'N-122', since: '12:40' }],
  },
  {
    // Less urgent, but a sign hangs at the door.
    visit: 'V-6115',
    who: { id: 'P-2843', name: 'Imelda Tamboura', born: '1955-01-06', sex: 'female' },
    seen: { ...inRoom, complaint: 'diarrhoea', level: 4 },
    beds: [{ room: 'ACU-02', nurse: 'N-122', since: '09:10', sign: 'contact' }],
  },
  {
    // The one to move.
    visit: 'V-2587',
    who: { id: 'P-5279', name: 'Chiara Hosokawa', born: '1975-05-15', sex: 'female' },
    seen: { ...inRoom, complaint: 'head injury', level: 3 },
    beds: [{ room: 'ACU-05', nurse: 'N-121', since: '11:20' }],
    vitals: [{ taken: '13:50', kg: 64, weighed: 'measured' }],
  },
  {
    // Longest there, but held by a physician.
    visit: 'V-7199',
    who: { id: 'P-3931', name: 'Vikram Eriksson', born: '1968-11-30', sex: 'male' },
    seen: { ...inRoom, complaint: 'shortness of breath', level: 3 },
    outlook: { hold: true },
    beds: [{ room: 'ACU-06', nurse: 'N-122', since: '10:05' }],
  },
);

export const ONE_COMES_ONE_LEAVES = files(
  {
    visit: 'V-4097',
    who: { id: 'P-7571', name: 'Davit Sandoval', born: '1955-09-18', sex: 'male' },
    seen: { complaint: 'shortness of breath', level: 2, arrived: '14:58', assessed: '15:05', area: 'ambulance' },
    vitals: [{ taken: '15:04', oxygen: 90, breaths: 26 }],
  },
  {
    // Signed off, but a critical potassium came back that nobody has looked at.
    visit: 'V-5867',
    who: { id: 'P-2395', name: 'Tuuli Kolarova', born: '1950-04-12', sex: 'female' },
    seen: { ...inRoom, complaint: 'vomiting', level: 3 },
    outlook: { disposition: 'discharge', signed: 'D-211' },
    beds: [{ room: 'ACU-01', nurse: 'N-120', since: '09:30' }],
    labs: [
      { test: 'potassium', value: 4.4, at: '10:15' },
      { test: 'potassium', value: 6.4, at: '14:40', critical: true, reviewed: false },
    ],
  },
  {
    // A nurse's signature does not send anybody home.
    visit: 'V-3621',
    who: { id: 'P-6189', name: 'Florin Zubiri', born: '1993-02-26', sex: 'male' },
    seen: { ...inRoom, complaint: 'allergic reaction', level: 3 },
    outlook: { disposition: 'discharge', signed: 'N-121' },
    beds: [{ room: 'ACU-02', nurse: 'N-121', since: '09:50' }],
  },
  {
    // The least urgent, whom one would displace if nobody could go home.
    visit: 'V-2969',
    who: { id: 'P-4921', name: 'Yetunde Crabtree', born: '1987-12-05', sex: 'female' },
    seen: { ...inRoom, complaint: 'back pain', level: 4 },
    beds: [{ room: 'ACU-05', nurse: 'N-122', since: '10:20' }],
  },
  {
    // Goes home: signed by a physician, the critical result reviewed, nothing open.
    visit: 'V-6827',
    who: { id: 'P-5445', name: 'Osman Pillai', born: '1971-08-09', sex: 'male' },
    seen: { ...inRoom, complaint: 'abdominal pain', level: 3 },
    outlook: { disposition: 'discharge', signed: 'D-212' },
    beds: [{ room: 'ACU-06', nurse: 'N-122', since: '11:40' }],
    labs: [{ test: 'lactate', value: 4.2, at: '12:20', critical: true }],
    orders: [{ drug: 'ondansetron', mg: 8, at: '12:05' }],
  },
  {
    visit: 'V-3137',
    who: { id: 'P-7853', name: 'Abla Fonoti', born: '2014-03-03', sex: 'female' },
    seen: { ...inRoom, complaint: 'seizure', level: 2, area: 'paediatric' },
    beds: [{ room: 'PED-2', nurse: 'N-140', since: '13:05' }],
  },
  {
    // The eighth to wait at level 3.
    visit: 'V-4381',
    who: { id: 'P-2617', name: 'Saoirse Mazur', born: '2013-06-17', sex: 'female' },
    seen: { complaint: 'head injury', level: 3, arrived: '14:39', assessed: '14:49', area: 'paediatric' },
    vitals: [{ taken: '14:48', pain: 4 }],
  },
);

const alsoWaiting = { complaint: 'abdominal pain', level: 3, arrived: '14:30', assessed: '14:53' } as const;

export const TWO_COME = files(
  {
    visit: 'V-6733',
    who: { id: 'P-3347', name: 'Stellan Quispe', born: '1971-12-19', sex: 'male' },
    seen: { complaint: 'overdose', level: 1, arrived: '15:05', assessed: '15:07', area: 'ambulance' },
    vitals: [{ taken: '15:06', coma: 7, oxygen: 84 }],
  },
  {
    // Came first, but level 1 goes first.
    visit: 'V-3295',
    who: { id: 'P-5809', name: 'Hanneke Abara', born: '1978-04-22', sex: 'female' },
    seen: { complaint: 'chest pain', level: 2, arrived: '14:50', assessed: '15:00' },
    vitals: [{ taken: '14:59', heart: 112, pain: 7 }],
  },
  {
    // Leaves resus for a monitored room, which must be made free in turn.
    visit: 'V-5651',
    who: { id: 'P-4573', name: 'Ivo Gallacher', born: '1962-06-02', sex: 'male' },
    seen: { ...inRoom, complaint: 'stroke signs', level: 2 },
    beds: [{ room: 'RES-1', nurse: 'N-110', since: '12:10' }],
  },
  {
    // Less urgent, but an infusion is running.
    visit: 'V-2753',
    who: { id: 'P-6467', name: 'Jarek Ustinov', born: '1985-09-11', sex: 'male' },
    seen: { ...inRoom, complaint: 'limb injury', level: 3 },
    beds: [{ room: 'RES-4', nurse: 'N-111', since: '11:30' }],
    orders: [{ drug: 'ketamine', mg: 24, at: '14:20', status: 'running', by: 'D-201' }],
  },
  {
    // Signed off, but an order is open; and at 15 nobody displaces her.
    visit: 'V-7037',
    who: { id: 'P-2081', name: 'Meera Bellweather', born: '2010-10-10', sex: 'female' },
    seen: { ...inRoom, complaint: 'allergic reaction', level: 4 },
    outlook: { disposition: 'discharge', signed: 'D-210' },
    beds: [{ room: 'ACU-01', nurse: 'N-120', since: '09:05' }],
    orders: [{ drug: 'paracetamol', mg: 750, at: '14:55', status: 'pending' }],
  },
  {
    // Signed off, but a sign hangs at the door: that room is no use this hour.
    visit: 'V-4213',
    who: { id: 'P-7315', name: 'Eoin Lindqvist', born: '1990-01-27', sex: 'male' },
    seen: { ...inRoom, complaint: 'diarrhoea', level: 4 },
    outlook: { disposition: 'discharge', signed: 'D-211' },
    beds: [{ room: 'ACU-02', nurse: 'N-122', since: '09:20', sign: 'contact' }],
  },
  {
    // Goes home.
    visit: 'V-6349',
    who: { id: 'P-3683', name: 'Perpetua Faircloth', born: '1983-03-14', sex: 'female' },
    seen: { ...inRoom, complaint: 'vaginal bleeding', level: 3 },
    outlook: { disposition: 'discharge', signed: 'D-211' },
    beds: [{ room: 'ACU-05', nurse: 'N-122', since: '12:45' }],
    labs: [{ test: 'haemoglobin', value: 12.9, at: '13:40' }],
  },
  {
    // Displaced to the hall: every room of the acute pods is taken or out of use.
    visit: 'V-2441',
    who: { id: 'P-5057', name: 'Wendell Dlamini', born: '1959-08-08', sex: 'male' },
    seen: { ...inRoom, complaint: 'shortness of breath', level: 3 },
    beds: [{ room: 'ACU-06', nurse: 'N-121', since: '09:50' }],
    vitals: [{ taken: '10:10', kg: 162, weighed: 'measured' }],
  },
  {
    visit: 'V-5189',
    who: { id: 'P-6745', name: 'Lwazi Vermeulen', born: '1994-11-21', sex: 'female' },
    seen: { ...inRoom, complaint: 'head injury', level: 3 },
    beds: [{ room: 'ACU-13', nurse: 'N-131', since: '13:15' }],
  },
  {
    visit: 'V-3863',
    who: { id: 'P-2229', name: 'Mateus Rahimi', born: '2017-02-02', sex: 'male' },
    seen: { ...inRoom, complaint: 'seizure', level: 2, area: 'paediatric' },
    beds: [{ room: 'PED-2', nurse: 'N-140', since: '12:55' }],
  },
  {
    visit: 'V-4807',
    who: { id: 'P-7491', name: 'Ruta Yilmaz', born: '1969-05-24', sex: 'female' },
    seen: alsoWaiting,
  },
  {
    visit: 'V-6271',
    who: { id: 'P-4035', name: 'Kofi Ashworth', born: '1988-10-31', sex: 'male' },
    seen: alsoWaiting,
  },
  {
    visit: 'V-2157',
    who: { id: 'P-5391', name: 'Dagny Castellanos', born: '1999-07-13', sex: 'female' },
    seen: alsoWaiting,
  },
);
