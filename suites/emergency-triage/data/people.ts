/** Invented people with even-numbered ids, each as an adult and as a child, so that the place they get decides which. */
import type { Random } from 'practicum';
import type { CaseDraft } from '../case-file.ts';

const GIVEN_FEMALE = [
  ...['Abla', 'Brigid', 'Chiara', 'Dagny', 'Esperanza', 'Farida', 'Gulnara', 'Hanneke', 'Imelda', 'Jadwiga', 'Kerstin'],
  ...['Lwazi', 'Meera', 'Nadia', 'Orsolya', 'Perpetua', 'Ruta', 'Shirin', 'Tuuli', 'Ximena', 'Yetunde', 'Zaynab'],
];
const GIVEN_MALE = [
  ...['Arvid', 'Bilal', 'Casimir', 'Davit', 'Eoin', 'Florin', 'Goran', 'Hamza', 'Ivo', 'Jarek', 'Kofi', 'Laszlo'],
  ...['Mateus', 'Nestor', 'Osman', 'Piotr', 'Rafiq', 'Stellan', 'Tariq', 'Urban', 'Vikram', 'Wendell'],
];
const FAMILY = [
  ...[
    'Abara',
    'Bjerke',
    'Castellanos',
    'Dlamini',
    'Eriksdotter',
    'Fonoti',
    'Gallacher',
    'Hosokawa',
    'Ibekwe',
    'Jansma',
  ],
  ...['Kolarov', 'Lindqvist', 'Mazur', 'Ndiaye', 'Olivares', 'Pillai', 'Quispe', 'Rahimi', 'Sandoval', 'Tamboura'],
  ...[
    'Ustinova',
    'Vermeulen',
    'Wachira',
    'Yilmaz',
    'Zubiri',
    'Ashworth',
    'Bellweather',
    'Crabtree',
    'Dunmore',
    'Faircloth',
  ],
];

type Person = Pick<CaseDraft, 'visit' | 'who' | 'history' | 'allergies'>;

export interface Given {
  readonly asAdult: Person;
  readonly asChild: Person;
}

export function people(random: Random, count: number): readonly Given[] {
  const numbers = random.shuffle(Array.from({ length: 2000 }, (_, i) => 2000 + 2 * i));
  const names = random.shuffle(FAMILY.flatMap((family) => [0, 1, 2, 3].map((turn) => ({ family, turn }))));
  return names.slice(0, count).map(({ family, turn }, i) => {
    const isFemale = turn % 2 === 0;
    const visit = `V-${numbers[2 * i]}`;
    const who = {
      id: `P-${numbers[2 * i + 1]}`,
      name: `${random.pick(isFemale ? GIVEN_FEMALE : GIVEN_MALE)} ${family}`,
      sex: isFemale ? ('female' as const) : ('male' as const),
    };
    const asAdult = { visit, who: { ...who, born: day(random.int(1944, 2006), random) }, ...background(random) };
    return { asAdult, asChild: { visit, who: { ...who, born: day(random.int(2013, 2020), random) } } };
  });
}

function day(year: number, random: Random): string {
  const two = (n: number): string => String(n).padStart(2, '0');
  return `${year}-${two(random.int(1, 12))}-${two(random.int(1, 28))}`;
}

const CONDITIONS = ['hypertension', 'type 2 diabetes', 'migraine', 'asthma', 'osteoarthritis', 'reflux'];
const MEDICATIONS = ['amlodipine', 'metformin', 'omeprazole', 'salbutamol', 'ramipril', 'levothyroxine'];
const ALLERGENS = ['latex', 'nsaid', 'penicillin', 'antifolate', 'phenanthrene'];

function background(random: Random): Pick<CaseDraft, 'history' | 'allergies'> {
  return {
    history: [
      ['condition', random.pick(CONDITIONS), 'active'],
      ['home medication', random.pick(MEDICATIONS), random.chance(0.8) ? 'active' : 'ended'],
    ],
    allergies: random.chance(0.3) ? [[random.pick(ALLERGENS), random.pick(['rash', 'intolerance']), 'confirmed']] : [],
  };
}
