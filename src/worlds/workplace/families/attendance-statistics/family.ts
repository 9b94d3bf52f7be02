/**
 * A month of badge records, judged by written working-time rules. The records say who came when; the manual says what that means,
 * department by department, and Human Resources know which manual holds. The trainee reports one thing about a department or all.
 */
import type { JsonObject } from '../../../../core/json.ts';
import type { Clue, Draft, Family, Site } from '../../family.ts';
import type { Minute, Person } from '../../instance.ts';
import { drawMonth } from './badge-data.ts';
import type { BadgeFiles } from './badge-files.ts';
import { branchOf } from './branch.ts';
import { judge } from './marks.ts';
import { monthBefore } from './month.ts';
import { type Params, paramsSchema, type Settled, sampleParams, settled } from './params.ts';
import { type Answer, answerOf, fileNameOf, isTelling, scopeOf, wishOf } from './report.ts';
import { formerRules, manualText, type Regime, regimeOf, rulesIn } from './rules.ts';
import { exploits, solve } from './solution.ts';
import { talliesOf } from './tally.ts';

export const family: Family<Params> = {
  name: 'attendance-statistics',
  title: 'Attendance statistics',
  aliases: ['Attendance Statistics', 'attendance_statistics', 'attendance', 'attendance_stats'],
  params: paramsSchema,
  sample: sampleParams,
  build,
  solve,
  judge,
  exploits,
};

function build(site: Site, open: Params): Draft {
  const params = settled(site.random, open, site.difficulty);
  const month = monthBefore(site.date);
  const branch = branchOf(site);
  const { regime, manual, files, answer } = drawTelling(site, params, { month, branch });
  const paths = placed(site, { branch, month, manual, files, regime });
  const fact = addPointer(site, branch, paths.manual);
  const output = site.output(fileNameOf(params));
  const { wish, shape } = wishOf(params);
  const hasApprovals = files.approvals !== '';
  const clues = cluesOf({ ...paths, fact, branch });
  const lines = [
    `${wish} It is about our ${branch} branch, ${month}, and the attendance rules of that branch; Human Resources can tell you where the rules that now hold are written.`,
    `The badge records are in ${paths.records}, the staff roster in ${paths.staff}${hasApprovals ? `, the approvals of forgotten punches in ${paths.approvals}` : ''}.`,
    `Hand in workspace/${output}, as JSON in exactly this shape (the values here are made up):`,
    shape,
  ];
  return {
    title: `Attendance of the ${branch} branch in ${month}`,
    brief: lines.join('\n'),
    from: site.managerOf('Human Resources').id,
    asked: { params, branch, month, ...fileArguments(paths), output },
    truth: { output, clues: clues.map(({ id }) => id), answer },
    outputs: [output],
    clues,
    // People 1, the question 7, four files of which the records come in one page, and the report.
    minutes: 20 + waitFor(site),
  };
}

interface Telling {
  readonly regime: Regime;
  readonly manual: string;
  readonly files: BadgeFiles;
  readonly answer: Answer;
}

const MOST_DRAWS = 100;

/** Months of which the answer would be nobody, everybody or nothing are drawn again. */
function drawTelling(
  { random }: Site,
  params: Settled,
  { month, branch }: { readonly month: string; readonly branch: string },
): Telling {
  for (let draws = 0; draws < MOST_DRAWS; draws++) {
    const regime = regimeOf(params.level, random);
    const manual = manualText({
      branch,
      ...regime,
      validity: `In force since ${month.slice(0, 4)}-01-01, until further notice.`,
    });
    const files = drawMonth(random, regime, month);
    // From what is published, as anybody would.
    const tallies = talliesOf(files, rulesIn(manual), month);
    const answer = answerOf(params, tallies);
    if (isTelling(answer, scopeOf(params, tallies).length)) return { regime, manual, files, answer };
  }
  throw new Error(`no month was telling for ${params.subject}`);
}

interface Placing {
  readonly branch: string;
  readonly month: string;
  readonly manual: string;
  readonly files: BadgeFiles;
  readonly regime: Regime;
}

type Paths = { readonly [K in 'manual' | 'staff' | 'records' | 'approvals']: string };

function placed(site: Site, { branch, month, manual, files, regime }: Placing): Paths {
  const folder = `drive/attendance/${branch.toLowerCase().replaceAll(' ', '_')}`;
  const put = (name: string, content: string): string => site.addFile({ path: `${folder}/${name}`, content });
  if (regime.hasMakeup) {
    const year = Number(month.slice(0, 4)) - 1;
    const validity = `Replaced: in force until ${year}-12-31. Kept for the archive.`;
    put(
      'attendance_rules_former.md',
      manualText({ branch, rules: formerRules(regime.rules), hasMakeup: false, validity }),
    );
  }
  return {
    manual: put('manuals_for_attendance_rules.md', manual),
    staff: put('staff_roster.json', files.staff),
    records: put(`attendance_${month}.csv`, files.records),
    approvals: files.approvals === '' ? '' : put('approvals.json', files.approvals),
  };
}

function fileArguments({ staff, records, approvals }: Paths): JsonObject {
  return { staff, records, approvals };
}

function addPointer(site: Site, branch: string, manual: string): string {
  const managers = site.people.filter(({ role }) => role.endsWith('Manager'));
  const owners = keepersIn(site).map(({ id }) => id);
  return site.addFact({
    owners,
    referrers: managers.map(({ id }) => id).filter((id) => !owners.includes(id)),
    topic: `attendance rules of the ${branch} branch`,
    asked: [
      ['attendance', 'rules'],
      ['attendance', 'manual'],
      ['working', 'time', 'rules'],
      ['rules', 'hours'],
    ],
    about: [branch],
    text: `The attendance rules of the ${branch} branch that now hold are in ${manual}. Anything else you may find on them is out of date.`,
  });
}

/** What the first to be asked takes; where all are slow, the composer adds it. */
function waitFor(site: Site): Minute {
  const delays = keepersIn(site).map(({ profile }) => profile.delay);
  return (delays[0] ?? 0) > 0 && delays.includes(0) ? 12 : 0;
}

/** Who knows which rules hold. */
function keepersIn(site: Site): readonly Person[] {
  const staff = site.staff({ department: 'Human Resources' }).filter(({ role }) => role !== 'Recruiter');
  return staff.length > 0 ? staff : [site.managerOf('Human Resources')];
}

function cluesOf({
  fact,
  branch,
  manual,
  ...data
}: Paths & { readonly fact: string; readonly branch: string }): readonly Clue[] {
  const rules = `the attendance rules of the ${branch} branch`;
  const file = (id: string, at: string, topic: string): Clue => ({
    id,
    kind: 'file',
    at,
    topic,
    after: [],
    secrets: [],
  });
  return [
    { id: 'pointer', kind: 'person', at: fact, topic: `where ${rules} are`, after: [], secrets: [] },
    { ...file('manual', manual, rules), after: ['pointer'] },
    file('staff', data.staff, 'the staff roster'),
    file('records', data.records, 'the badge records'),
    ...(data.approvals === '' ? [] : [file('approvals', data.approvals, 'the approvals of forgotten punches')]),
  ];
}
