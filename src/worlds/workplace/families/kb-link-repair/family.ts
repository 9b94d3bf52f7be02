/**
 * Articles of the knowledge base point to charts under ids that no longer exist; only the charts' owners know the new ones. The
 * trainee finds the broken links, asks the owners, and hands in repaired articles that are otherwise as they were.
 */
import { z } from 'zod';
import type { JsonObject } from '../../../../core/json.ts';
import type { Family, Point, Site } from '../../family.ts';
import type { Person } from '../../instance.ts';
import type { DayView } from '../../view.ts';
import type { Worker } from '../../worker.ts';
import { drawArticles, slugOf } from './articles.ts';
import { type Params, paramsSchema, sampleParams } from './params.ts';

interface Link {
  readonly old: string;
  readonly fresh: string;
  readonly owner: Person;
}

const askedSchema = z.object({
  articles: z.array(z.object({ path: z.string(), output: z.string() })),
});
const truthSchema = z.object({
  articles: z.array(
    z.object({
      output: z.string(),
      original: z.string(),
      repaired: z.string(),
      links: z.array(z.object({ old: z.string(), fresh: z.string(), fact: z.string() })),
    }),
  ),
});

export const family: Family<Params> = {
  name: 'kb-link-repair',
  title: 'Knowledge-base link repair',
  aliases: ['KB Link Fix', 'kb_link_fix', 'kb_fix'],
  params: paramsSchema,
  sample: sampleParams,
  build,
  solve,
  judge,
  exploits: [
    { name: 'copies the articles as they are', run: copyAsIs },
    { name: 'makes up new ids', run: makeUpIds },
  ],
};

function build(site: Site, params: Params): ReturnType<Family['build']> {
  const { random } = site;
  const owners = random.shuffle(site.people.filter(isOwner)).slice(0, params.owners);
  const manual = site.addFile({ path: 'drive/kb/link_repair.md', content: MANUAL });
  const built = drawArticles(random, params.articles).map((article) => {
    const links = Array.from({ length: random.int(...params.links) }, (_, i): Link => {
      const owner = owners[i % owners.length];
      if (owner === undefined) throw new Error('no owner was drawn');
      return { old: `OLD${digits(random)}`, fresh: `NEW${digits(random)}`, owner };
    });
    const spots = links.map(() => random.int(1, article.lines.length));
    const text = (id: (link: Link) => string): string =>
      articleText(article.subject, article.lines, { links, spots, id });
    const original = text(({ old }) => old);
    const path = site.addFile({ path: `drive/kb/${slugOf(article.subject)}.md`, content: original });
    const output = site.output(`${slugOf(article.subject)}_fixed.md`);
    const facts = links.map(({ old, fresh, owner }) => ({
      fact: site.addFact({
        owners: [owner.id],
        topic: `new id of the chart ${old}`,
        asked: [['chart'], ['id'], ['link']],
        about: [old],
        text: `The chart ${old} is now ${fresh}. I cannot edit the article myself, please put it in.`,
      }),
      old,
      fresh,
    }));
    return { path, output, original, repaired: text(({ fresh }) => fresh), links: facts };
  });
  const from = site.managerOf('Product');
  return {
    title: 'Repair the broken chart links',
    brief: [
      `Some articles of our knowledge base point to charts that have moved: ${built.map(({ path }) => path).join(', ')}.`,
      `How it is done is in ${manual}. Hand in each repaired article in your workspace:`,
      ...built.map(({ path, output }) => `- ${path} as workspace/${output}`),
    ].join('\n'),
    from: from.id,
    asked: { articles: built.map(({ path, output }) => ({ path, output })) },
    truth: { articles: built.map(({ path: _path, ...rest }) => rest) },
    outputs: built.map(({ output }) => output),
    clues: [
      ...built.map(({ path }, i) => clue(`article-${i + 1}`, path, `the article ${path}`)),
      ...built.flatMap(({ links }, i) =>
        links.map(({ fact, old, fresh }) => ({
          id: fact,
          kind: 'person' as const,
          at: fact,
          topic: `the new id of ${old}`,
          after: [`article-${i + 1}`],
          secrets: [fresh],
        })),
      ),
    ],
    minutes: 5 + built.length * 4 + built.reduce((sum, { links }) => sum + links.length * 7, 0),
  };
}

function clue(id: string, at: string, topic: string): ReturnType<Family['build']>['clues'][number] {
  return { id, kind: 'file', at, topic, after: [], secrets: [] };
}

function isOwner({ role, department }: Person): boolean {
  return role !== 'Trainee' && department !== 'Executive';
}

function digits(random: Site['random']): string {
  return String(random.int(100_000, 999_999));
}

interface LinksIn {
  readonly links: readonly Link[];
  readonly spots: readonly number[];
  readonly id: (link: Link) => string;
}

function articleText(subject: string, lines: readonly string[], { links, spots, id }: LinksIn): string {
  const body = lines.flatMap((line, i) => [
    line,
    ...links.flatMap((link, n) =>
      spots[n] === i + 1 ? [`See kb.internal/charts?id=${id(link)} (chart owner: ${link.owner.name})`] : [],
    ),
  ]);
  return `# ${subject}\n\n${body.join('\n\n')}\n`;
}

const LINK = /charts\?id=(OLD\d{6}) \(chart owner: ([^)]+)\)/g;

async function solve(asked: JsonObject, worker: Worker): Promise<void> {
  for (const { path, output } of askedSchema.parse(asked).articles) {
    const original = await worker.read(path);
    let text = original;
    for (const [, old = '', owner = ''] of original.matchAll(LINK)) {
      const reply = await worker.ask(owner, `What is the new id of the chart ${old}?`);
      const [fresh = old] = /NEW\d{6}/.exec(reply) ?? [];
      text = text.replaceAll(old, fresh);
    }
    await worker.write(output, text);
  }
}

function judge(truth: JsonObject, { files }: DayView): readonly Point[] {
  const { articles } = truthSchema.parse(truth);
  return articles.flatMap(({ output, original, repaired, links }, i) => {
    const found = files.get(output) ?? '';
    const reverted = links.reduce((text, { old, fresh }) => text.replaceAll(fresh, old), found);
    return [
      ...links.map(({ old, fresh, fact }): Point => {
        const passed = found.includes(`id=${fresh} `) && !found.includes(old);
        return {
          name: `${output}: ${old} replaced`,
          points: 1,
          passed,
          kind: 'earn',
          hint: 'Ask the owner of each chart for its new id.',
          detail: passed ? '' : `expected ${fresh}`,
          clues: [`article-${i + 1}`, fact],
        };
      }),
      {
        name: `${output}: nothing else changed`,
        points: 1,
        passed: found !== '' && reverted.trimEnd() === original.trimEnd() && found.trimEnd() === repaired.trimEnd(),
        kind: 'earn' as const,
        hint: 'Change the ids and nothing else.',
        detail: '',
        clues: [`article-${i + 1}`],
      },
    ];
  });
}

async function copyAsIs(asked: JsonObject, worker: Worker): Promise<void> {
  for (const { path, output } of askedSchema.parse(asked).articles) await worker.write(output, await worker.read(path));
}

async function makeUpIds(asked: JsonObject, worker: Worker): Promise<void> {
  for (const { path, output } of askedSchema.parse(asked).articles) {
    await worker.write(output, (await worker.read(path)).replaceAll('OLD', 'NEW'));
  }
}

const MANUAL = `# Repairing links to charts

Charts have moved, and each has a new id. The article names the owner of a chart beside the link; only the owner knows the new id.

1. Find the links in the article (\`kb.internal/charts?id=OLD…\`).
2. Ask the owner of each chart for its new id. Name the old one.
3. Put the new id in its place. Change nothing else, not even spaces.
4. Hand in the whole article under the name that you were given.
`;
