/**
 * A stack of resumes and what the position asks for: the trainee reads all of them by the written guideline and hands in the names of
 * those who fit in everything. There always are some who fit and some who nearly do.
 */
import { z } from 'zod';
import type { JsonObject } from '../../../../core/json.ts';
import type { Draft, Family, Point, Site } from '../../family.ts';
import type { DayView } from '../../view.ts';
import type { Worker } from '../../worker.ts';
import { type Criterion, drawApplicants, drawOpening, type Opening } from './applicants.ts';
import { GUIDELINE } from './guideline.ts';
import { DEGREES, type Params, paramsSchema, sampleParams } from './params.ts';
import { type Reading, readResume, resumeOf } from './resume.ts';

const openingSchema = z.object({
  position: z.string(),
  education: z.enum(DEGREES),
  majors: z.array(z.string()),
  years: z.number(),
  skills: z.array(z.string()),
});
const askedSchema = z.object({ folder: z.string(), guide: z.string(), output: z.string(), opening: openingSchema });
const criterion = z.enum(['position', 'education', 'major', 'years', 'skills']);
const truthSchema = z.object({
  output: z.string(),
  applicants: z.array(z.object({ name: z.string(), misses: z.array(criterion), clue: z.string() })),
});

export const family: Family<Params> = {
  name: 'resume-selection',
  title: 'Resume selection',
  aliases: ['Resume Select', 'resume_select', 'resume selection'],
  params: paramsSchema,
  sample: sampleParams,
  build,
  solve,
  judge,
  exploits: [
    { name: 'lists everybody', run: (asked, worker) => listThose(asked, worker, () => true) },
    {
      name: 'lists whoever applies for the position',
      run: (asked, worker) => listThose(asked, worker, ({ position }, opening) => position === opening.position),
    },
    { name: 'hands in nobody', run: (asked, worker) => listThose(asked, worker, () => false) },
  ],
};

function build(site: Site, params: Params): Draft {
  const { random } = site;
  const opening = drawOpening(random, params);
  const taken = new Set(site.people.map(({ name }) => name));
  const applicants = drawApplicants(random, opening, { count: params.count, taken });
  const guide = site.addFile({ path: 'drive/human_resources/selection_guideline.md', content: GUIDELINE });
  const folder = folderFor(site, opening);
  const resumes = applicants.map((applicant) => ({
    applicant,
    path: site.addFile({
      path: `${folder}/${applicant.name.replaceAll(' ', '_')}_resume.md`,
      content: resumeOf(applicant, { random, detail: params.detail }),
    }),
  }));
  const output = site.output('suitable_candidates.txt');
  return {
    title: `Select candidates for the position of ${opening.position}`,
    brief: briefOf(opening, { folder, guide, output, count: resumes.length }),
    from: site.managerOf('Human Resources').id,
    asked: { folder, guide, output, opening: { ...opening } },
    truth: {
      output,
      applicants: resumes.map(({ applicant: { name, misses } }, i) => ({
        name,
        misses: [...misses],
        clue: `resume-${i + 1}`,
      })),
    },
    outputs: [output],
    clues: [
      { id: 'guideline', kind: 'file', at: guide, topic: 'how resumes are read', after: [], secrets: [] },
      ...resumes.map(({ applicant, path }, i) => ({
        id: `resume-${i + 1}`,
        kind: 'file' as const,
        at: path,
        topic: `the resume of ${applicant.name}`,
        after: [],
        secrets: [],
      })),
    ],
    minutes: 4 + resumes.length * 2,
  };
}

/** Each assignment of a day has a folder of its own: what lies in it is what is to be read. */
function folderFor({ id }: Site, { position }: Opening): string {
  const turn = /-\d+$/.exec(id)?.[0].replace('-', '_') ?? '';
  return `drive/human_resources/resumes_${position.toLowerCase().replace(/[^a-z0-9]+/g, '_')}${turn}`;
}

interface BriefParts {
  readonly folder: string;
  readonly guide: string;
  readonly output: string;
  readonly count: number;
}

function briefOf(opening: Opening, { folder, guide, output, count }: BriefParts): string {
  return [
    `We are looking for somebody as ${opening.position}. The ${count} resumes that came in lie in ${folder}/; how we read resumes is in ${guide}. Find all candidates who fit in everything:`,
    `- applying for: ${opening.position}`,
    `- highest degree: at least ${opening.education}`,
    `- major of the highest degree: ${opening.majors.length === 1 ? '' : 'one of '}${opening.majors.join(', ')}`,
    `- experience: at least ${opening.years} ${opening.years === 1 ? 'year' : 'years'}`,
    `- skills: ${opening.skills.length === 1 ? '' : 'all of '}${opening.skills.join(', ')}`,
    `Write their full names to workspace/${output}, one name per line in any order, and nothing else. If two people called Ann Example and Bo Sample fitted, the file would be:\nAnn Example\nBo Sample`,
  ].join('\n');
}

async function solve(asked: JsonObject, worker: Worker): Promise<void> {
  await worker.read(askedSchema.parse(asked).guide);
  await listThose(asked, worker, fits);
}

async function listThose(
  asked: JsonObject,
  worker: Worker,
  isWanted: (resume: Reading, opening: Opening) => boolean,
): Promise<void> {
  const { folder, output, opening } = askedSchema.parse(asked);
  const { entries } = await worker.look('list_files', { path: folder });
  const names: string[] = [];
  for (const entry of Array.isArray(entries) ? entries : []) {
    const resume = readResume(await worker.read(`${folder}/${String(entry)}`));
    if (isWanted(resume, opening)) names.push(resume.name);
  }
  await worker.write(output, names.map((name) => `${name}\n`).join(''));
}

function fits(resume: Reading, opening: Opening): boolean {
  return (
    same(resume.position, opening.position) &&
    DEGREES.indexOf(resume.education) >= DEGREES.indexOf(opening.education) &&
    opening.majors.some((major) => same(major, resume.major)) &&
    resume.years >= opening.years &&
    opening.skills.every((skill) => resume.skills.some((own) => same(own, skill)))
  );
}

function same(a: string, b: string): boolean {
  return a.trim().toLowerCase() === b.trim().toLowerCase();
}

const HINTS: Readonly<Record<Criterion, string>> = {
  position: 'Look at what each candidate applies for.',
  education: 'Compare the highest degree with the one that is asked for.',
  major: 'The major of the highest degree must be one of those named.',
  years: 'Add up the years of experience; internships do not count.',
  skills: 'All skills must stand in the list of skills itself.',
};

function judge(truth: JsonObject, { files }: DayView): readonly Point[] {
  const { output, applicants } = truthSchema.parse(truth);
  const listed = namesIn(files.get(output) ?? '');
  const known = applicants.filter(({ name }) => listed.has(name.toLowerCase()));
  const fitting = applicants.filter(({ misses }) => misses.length === 0);
  const found = known.filter(({ misses }) => misses.length === 0);
  const isSound = known.length === listed.size && found.length > 0 && found.length * 2 >= fitting.length;
  const criteria = criterion.options.filter((one) => applicants.some(({ misses }) => misses.includes(one)));
  const clues = ['guideline', ...applicants.map(({ clue }) => clue)];
  return [
    ...criteria.map((one): Point => {
      const wrong = known.filter(({ misses }) => misses.includes(one)).map(({ name }) => name);
      return {
        name: `nobody is listed who fails by ${one}`,
        points: 1,
        passed: isSound && wrong.length === 0,
        kind: 'earn',
        hint: HINTS[one],
        detail: wrong.length > 0 ? `listed: ${wrong.join(', ')}` : isSound ? '' : 'too few who fit, or names of nobody',
        clues,
      };
    }),
    {
      name: 'exactly those who fit are listed',
      points: criteria.length,
      passed: isSound && known.length === found.length && found.length === fitting.length,
      kind: 'earn',
      hint: 'List everybody who fits in everything, and nobody else.',
      detail: `expected ${fitting.map(({ name }) => name).join(', ')}; found ${[...listed].slice(0, 30).join(', ') || 'nobody'}`,
      clues,
    },
  ];
}

/** One name per line; bullets, numbers and commas are forgiven. */
function namesIn(text: string): ReadonlySet<string> {
  const names = text.split(/[\n\r,;]+/).map((line) =>
    line
      .replace(/^\s*(?:[-*•]|\d+[.)])\s*/, '')
      .trim()
      .replace(/\s+/g, ' '),
  );
  return new Set(names.filter((name) => name !== '').map((name) => name.toLowerCase()));
}
