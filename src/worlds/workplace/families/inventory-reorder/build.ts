/** Puts a store into a day: records, documents that disagree, a colleague who is out of date, planners who know, and the truth. */
import type { Clue, Draft, Site } from '../../family.ts';
import type { Person } from '../../instance.ts';
import { circularText, drawRules, inForce, type Rules } from './circulars.ts';
import { type Asked, briefOf, guidelineOf, manualOf, oldHandsWords } from './documents.ts';
import type { Params } from './params.ts';
import { CATEGORIES, type Category, centsOf, ordersOf, type Rule } from './stock.ts';
import { drawStore, type Store } from './store.ts';

const STORES = [
  'North Store',
  'Attic Store',
  'Garden Store',
  'Yard Store',
  'Corner Store',
  'Lower Store',
  'Tower Store',
];

export function buildStore(site: Site, params: Params): Draft {
  const { random, date: today } = site;
  const name = storeName(site);
  const slug = name.toLowerCase().replaceAll(' ', '_');
  const rules = drawRules(random, today, params.circulars);
  const ruleOf = (category: Category): Rule => inForce(rules.circulars, today, category) ?? rules.old;
  const [expert, ...others] = random.shuffle(site.people.filter(isStaff));
  const planners = others.slice(0, params.planned);
  const store = drawStore(random, {
    ...{ items: params.items, discontinued: params.discontinued, ruleOf },
    planners: planners.map((planner) => planner.name),
    prefix: slug
      .replace(/_store/, '')
      .replace('_', '')
      .toUpperCase(),
  });
  const paths = addSources(site, { name, slug, rules, store });
  const asked: Asked = {
    store: name,
    today,
    folder: paths.folder,
    guideline: paths.guideline,
    stock: `stock_${slug}`,
    suppliers: `suppliers_${slug}`,
    output: site.output(`reorder_${slug}.json`),
    colleague: expert?.name ?? 'Somebody',
  };
  addOldHand(site, expert, { name, words: oldHandsWords(name, rules.old), isPushed: params.isPushed });
  const needs = addPlanners(site, store, planners);
  const orders = ordersOf({ ...store, ruleOf, extraOf: (item) => store.extras.get(item) ?? 0 });
  const deciding = [...new Set(CATEGORIES.map((category) => inForce(rules.circulars, today, category)?.number ?? 0))];
  return {
    title: `Place today's orders for ${name}`,
    brief: briefOf(asked),
    from: site.managerOf('Finance').id,
    asked,
    truth: {
      output: asked.output,
      stock: store.stock.map(({ item, category }) => ({ item, category })),
      orders: orders.map((order) => ({ ...order })),
      rules: Object.fromEntries(CATEGORIES.map((category) => [category, plainRule(ruleOf(category))])),
      cents: centsOf(orders, store.stock),
      needs: Object.fromEntries(needs),
      circulars: deciding.map((number) => `circular-${number}`),
    },
    outputs: [asked.output],
    clues: cluesOf({ asked, paths, deciding, needs }),
    minutes: 12 + rules.circulars.length * 2 + needs.size * 7 + orders.length * 2,
  };
}

function isStaff({ role, department }: Person): boolean {
  return role !== 'Trainee' && department !== 'Executive';
}

/** Two assignments of a day never share a store: the second has its number in the name. */
function storeName({ id, random }: Site): string {
  const [, number] = /-(\d+)$/.exec(id) ?? [];
  const drawn = random.pick(STORES);
  return number === undefined ? drawn : `${drawn} ${number}`;
}

function plainRule({ safety_days, cover_days }: Rule): { readonly [key: string]: number } {
  return { safety_days, cover_days };
}

interface Sources {
  readonly name: string;
  readonly slug: string;
  readonly rules: Rules;
  readonly store: Store;
}

interface Paths {
  readonly folder: string;
  readonly guideline: string;
  /** By the number of the circular. */
  readonly circulars: ReadonlyMap<number, string>;
}

function addSources(site: Site, { name, slug, rules, store }: Sources): Paths {
  const folder = `drive/inventory/${slug}`;
  const tables = { stock: `stock_${slug}`, suppliers: `suppliers_${slug}` };
  site.addRecords({ system: 'inventory', name: tables.stock, rows: store.stock.map((row) => ({ ...row })) });
  site.addRecords({ system: 'inventory', name: tables.suppliers, rows: store.suppliers.map((row) => ({ ...row })) });
  const add = (file: string, content: string): string => site.addFile({ path: `${folder}/${file}`, content });
  add('ordering_manual.md', manualOf(name, rules.old, store.suppliers));
  return {
    folder,
    guideline: add('guideline.md', guidelineOf({ store: name, ...tables })),
    circulars: new Map(
      rules.circulars.map((one) => [one.number, add(`circular_${one.number}.md`, circularText(one, name))]),
    ),
  };
}

interface OldHand {
  readonly name: string;
  readonly words: string;
  readonly isPushed: boolean;
}

/** Confident, helpful and out of date; at the highest level also unasked. */
function addOldHand(site: Site, person: Person | undefined, { name, words, isPushed }: OldHand): void {
  if (person === undefined) return;
  const fact = site.addFact({
    owners: [person.id],
    topic: `safety days and cover days of ${name}`,
    asked: [['safety'], ['cover', 'days'], ['reorder'], ['order', 'rule'], [name]],
    text: words,
    isStale: true,
  });
  if (!isPushed) return;
  const text = `I hear you are doing the orders today. ${words}`;
  const at = site.opens + site.random.int(10, 60);
  site.addHappening({ at, isUrgent: false, kind: 'message', from: person.id, text, discloses: [fact] });
}

/** By item, the fact that tells its extra need. */
function addPlanners(site: Site, { stock, extras }: Store, planners: readonly Person[]): ReadonlyMap<string, string> {
  return new Map(
    stock.flatMap(({ item, planner }) => {
      const person = planners.find((one) => one.name === planner);
      if (person === undefined) return [];
      const fact = site.addFact({
        owners: [person.id],
        topic: `extra need of ${item}`,
        asked: [['extra'], ['need'], ['units'], ['how', 'many']],
        about: [item],
        text: `We need ${extras.get(item) ?? 0} units of ${item} on top of what is reserved.`,
      });
      return [[item, fact] as const];
    }),
  );
}

interface Known {
  readonly asked: Asked;
  readonly paths: Paths;
  readonly deciding: readonly number[];
  readonly needs: ReadonlyMap<string, string>;
}

function cluesOf({ asked, paths, deciding, needs }: Known): readonly Clue[] {
  const clue = (id: string, kind: Clue['kind'], place: Pick<Clue, 'at' | 'topic' | 'after'>): Clue => ({
    ...{ id, kind, secrets: [] },
    ...place,
  });
  const table = (id: string, name: string): Clue =>
    clue(id, 'system', { at: `inventory/${name}`, topic: `the table ${name}`, after: ['guideline'] });
  return [
    clue('guideline', 'file', { at: paths.guideline, topic: 'the rule, and which source counts', after: [] }),
    table('stock', asked.stock),
    table('suppliers', asked.suppliers),
    ...deciding.map((number) =>
      clue(`circular-${number}`, 'file', {
        ...{ at: paths.circulars.get(number) ?? '', topic: 'the circular in force', after: ['guideline'] },
      }),
    ),
    ...[...needs].map(([item, fact]) =>
      clue(fact, 'person', { at: fact, topic: `the extra need of ${item}`, after: ['stock'] }),
    ),
  ];
}
