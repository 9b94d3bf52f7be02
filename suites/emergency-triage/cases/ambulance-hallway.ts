/** People in the ambulance hallway who need a room. What decides is said beside each. */
import { files } from '../case-file.ts';

export const TWO_ARRIVALS = files(
  {
    // Level 2: monitored, the plainest such room, and a nurse whose monitoring certificate has not run out.
    visit: 'V-5431',
    who: { id: 'P-4015', name: 'Orsolya Kovacs-Penn', born: '1967-08-21', sex: 'female' },
    seen: { complaint: 'chest pain', level: 2, arrived: '14:51', assessed: '14:55', area: 'ambulance' },
    note: 'Tight chest since noon, ECG handed over.',
    vitals: [{ taken: '14:54', systolic: 142, heart: 98, pain: 5, kg: 71, weighed: 'estimated' }],
  },
  {
    // Airborne by protocol; came earlier but comes second.
    visit: 'V-3177',
    who: { id: 'P-6521', name: 'Rafiq Sandoval', born: '1991-12-13', sex: 'male' },
    seen: { complaint: 'coughing blood', level: 3, arrived: '14:40', assessed: '14:47', area: 'ambulance' },
    note: 'Night sweats and weight loss, back from travelling. Mask on.',
    vitals: [{ taken: '14:46', temperature: 37.8, breaths: 20 }],
  },
);

export const FOUR_ARRIVALS = files(
  {
    // Airborne outranks the children's pod, whose only fitting room is closed.
    visit: 'V-6219',
    who: { id: 'P-2437', name: 'Mateus Ibekwe', born: '2016-05-19', sex: 'male' },
    seen: { complaint: 'rash with fever', level: 3, arrived: '14:38', assessed: '14:45', area: 'ambulance' },
    note: 'Unvaccinated, classmates ill.',
    vitals: [{ taken: '14:44', heart: 118, temperature: 38.9, kg: 29, weighed: 'measured' }],
  },
  {
    // 168 kg was measured; the smaller figures were guessed later.
    visit: 'V-4873',
    who: { id: 'P-7285', name: 'Wendell Crabtree', born: '1978-07-02', sex: 'male' },
    seen: { complaint: 'limb injury', level: 4, arrived: '14:30', assessed: '14:36', area: 'ambulance' },
    note: 'Twisted knee on the stairs. Says he weighs about 130 kilos.',
    vitals: [
      { taken: '14:33', kg: 168, weighed: 'measured', pain: 5 },
      { taken: '14:41', kg: 140, weighed: 'estimated', pain: 4 },
    ],
  },
  {
    // Immunosuppressed: a single room, but not beside somebody with a droplet sign.
    visit: 'V-2647',
    who: { id: 'P-5333', name: 'Shirin Ashworth', born: '1962-10-10', sex: 'female', immunosuppressed: true },
    seen: { complaint: 'abdominal pain', level: 3, arrived: '14:44', assessed: '14:50', area: 'ambulance' },
    note: 'Third cycle of chemotherapy last week.',
    vitals: [{ taken: '14:49', temperature: 37.3, pain: 6, kg: 58, weighed: 'stated' }],
  },
  {
    // Contact isolation: the one single room of the fast track.
    visit: 'V-3533',
    who: { id: 'P-6907', name: 'Lwazi Wachira', born: '1996-09-27', sex: 'female' },
    seen: { complaint: 'diarrhoea', level: 4, arrived: '14:25', assessed: '14:32', area: 'ambulance' },
    note: 'Since yesterday, keeps fluids down.',
    vitals: [{ taken: '14:31', heart: 92 }],
  },
);

export const EIGHT_ARRIVALS = files(
  {
    // First of the two at level 1; her nurse needs two certificates.
    visit: 'V-7021',
    who: { id: 'P-3569', name: 'Esperanza Fonoti', born: '2020-06-25', sex: 'female' },
    seen: { complaint: 'seizure', level: 1, arrived: '14:55', assessed: '14:57', area: 'ambulance' },
    note: 'Still seizing.',
    vitals: [{ taken: '14:56', heart: 165, oxygen: 88, coma: 6, kg: 19, weighed: 'estimated' }],
  },
  {
    visit: 'V-2365',
    who: { id: 'P-5711', name: 'Arvid Hosokawa', born: '1959-12-31', sex: 'male' },
    seen: { complaint: 'stroke signs', level: 1, arrived: '14:57', assessed: '14:59', area: 'ambulance' },
    note: 'Found down, snoring.',
    vitals: [{ taken: '14:58', coma: 7, systolic: 205 }],
  },
  {
    // Open tuberculosis is a flag, not her complaint: airborne and monitored.
    visit: 'V-5097',
    who: { id: 'P-4747', name: 'Zaynab Ustinova', born: '1987-04-04', sex: 'female' },
    seen: { complaint: 'shortness of breath', level: 2, arrived: '14:36', assessed: '14:43', area: 'ambulance' },
    history: [['carrier flag', 'open tuberculosis', 'active']],
    vitals: [{ taken: '14:42', oxygen: 90, breaths: 27 }],
  },
  {
    // The last room with negative pressure is gone by the time it is his turn.
    visit: 'V-6483',
    who: { id: 'P-2129', name: 'Hamza Zubiri', born: '1981-11-16', sex: 'male' },
    seen: { complaint: 'coughing blood', level: 3, arrived: '14:20', assessed: '14:29', area: 'ambulance' },
    vitals: [{ taken: '14:28', temperature: 37.6 }],
  },
  {
    // 15 years, no monitored children's room: an adult one, and a nurse with both certificates.
    visit: 'V-3811',
    who: { id: 'P-7643', name: 'Eoin Dlamini', born: '2010-08-30', sex: 'male' },
    seen: { complaint: 'overdose', level: 2, arrived: '14:49', assessed: '14:54', area: 'ambulance' },
    note: 'Looks older than he is.',
    vitals: [{ taken: '14:53', coma: 13, kg: 62, weighed: 'measured' }],
  },
  {
    // Droplet sign: keeps the immunosuppressed out of the pod that she joins.
    visit: 'V-4639',
    who: { id: 'P-6037', name: 'Dagny Bellweather', born: '1980-02-08', sex: 'female' },
    seen: { complaint: 'flu-like illness', level: 3, arrived: '14:41', assessed: '14:48', area: 'ambulance' },
    vitals: [{ taken: '14:47', temperature: 38.7, heart: 104 }],
  },
  {
    // Transplanted; the old MRSA flag has been lifted.
    visit: 'V-5945',
    who: { id: 'P-3421', name: 'Goran Kolarov', born: '1966-03-30', sex: 'male', immunosuppressed: true },
    seen: { complaint: 'abdominal pain', level: 3, arrived: '14:46', assessed: '14:52', area: 'ambulance' },
    history: [
      ['condition', 'kidney transplant', 'active'],
      ['carrier flag', 'mrsa', 'ended'],
    ],
    vitals: [{ taken: '14:51', temperature: 37.5, pain: 5 }],
  },
  {
    // 155 kg and level 2; by now every monitoring nurse of the pod is taken or not certified.
    visit: 'V-2811',
    who: { id: 'P-5165', name: 'Tariq Bjerke', born: '1973-09-05', sex: 'male' },
    seen: { complaint: 'chest pain', level: 2, arrived: '14:52', assessed: '14:56', area: 'ambulance' },
    vitals: [
      { taken: '14:55', kg: 155, weighed: 'measured', pain: 4 },
      { taken: '14:58', kg: 98, weighed: 'measured', artefact: true },
    ],
  },
);
