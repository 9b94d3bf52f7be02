/**
 * A week's roster of a desk from written rules, with leave that only the people themselves know of; while the work is going on,
 * somebody falls ill, and the roster has to fit that too. Judged by what it must keep to. Every roster that does is right.
 */

import { clockTime } from '../../day-state.ts';
import type { Clue, Draft, Family, Site } from '../../family.ts';
import type { Minute } from '../../instance.ts';
import { dateAfter, deskOf } from './desk.ts';
import { deskFiles, requirementIn } from './desk-files.ts';
import { drawWeek, type Week } from './draft-week.ts';
import { judge } from './marks.ts';
import { type Params, paramsSchema, sampleParams } from './params.ts';
import { inWords, revised } from './revision.ts';
import type { Member } from './roster.ts';
import { exploits, solve } from './solution.ts';

export const family: Family<Params> = {
  name: 'shift-roster',
  title: 'Shift roster',
  aliases: ['Shift Roster', 'shift_roster', 'roster', 'duty roster'],
  params: paramsSchema,
  sample: sampleParams,
  build,
  solve,
  judge,
  exploits,
};

/** What the reading, asking and writing takes: files 2 each, 7 for a question, 4 for two versions. */
function workFor({ team, hasSunday }: Params): Minute {
  return (hasSunday ? 8 : 6) + team * 7 + 4;
}

function build(site: Site, params: Params): Draft {
  const { random } = site;
  const { desk, monday } = deskOf(site);
  const dates = Array.from({ length: params.days }, (_, i) => dateAfter(monday, i));
  const arrives = site.opens + 15 * random.int(0, 6);
  const work = workFor(params);
  // In the middle of the work, and after it.
  const times = [arrives + random.int(20, 40), arrives + work + random.int(5, 15)];
  const last = params.hasSurge ? (times[1] ?? 0) : (times[0] ?? 0);
  const openUntil = Math.ceil((Math.max(last, arrives + work) + 10) / 15) * 15;
  const people = site.people.filter(({ role, department }) => role !== 'Trainee' && department !== 'Executive');
  const week = drawWeek({ random, people, dates, times, params });
  const paths = placed(site, week, desk);
  const from = site.managerOf('Human Resources').id;
  for (const revision of week.revisions) {
    const text = inWords(revision, week.requirement, desk);
    site.addHappening({
      at: revision.at,
      isUrgent: true,
      kind: 'requirement-changes',
      assignment: site.id,
      from,
      text,
    });
  }
  const leave = Object.fromEntries(week.requirement.team.map((one) => [one.id, addLeave(site, one, { desk, monday })]));
  const output = site.output(`roster_${desk.toLowerCase()}_desk.json`);
  const written = Object.keys(paths).filter((name) => paths[name as keyof Paths] !== '');
  return {
    title: `Roster of the ${desk} desk for the week of ${monday}`,
    brief: briefOf({ desk, dates, paths, output, openUntil }),
    from,
    arrives,
    asked: { desk, monday, ...paths, output, openUntil },
    truth: { output, leave, written, requirement: finalOf(week, desk) },
    outputs: [output],
    clues: cluesOf({ week, paths, leave, written }),
    // Whoever is done before waits for what may still come.
    minutes: Math.max(work, openUntil - arrives) + 5,
  };
}

/** What holds at the end, from what is published: the files, what people say, and what the board said. */
function finalOf({ requirement, revisions }: Week, desk: string): Week['requirement'] {
  const written = requirementIn(deskFiles(requirement, desk));
  const leave = new Map(requirement.team.map(({ id, off }) => [id, off]));
  const team = written.team.map((member) => ({ ...member, off: leave.get(member.id) ?? [] }));
  return revised({ ...written, team }, revisions);
}

type Paths = { readonly [K in 'rules' | 'team' | 'needs' | 'sunday']: string };

function placed(site: Site, { requirement }: Week, desk: string): Paths {
  const { rules, team, needs, sunday } = deskFiles(requirement, desk);
  const folder = `drive/rosters/${desk.toLowerCase()}_desk`;
  const put = (name: string, content: string): string => site.addFile({ path: `${folder}/${name}`, content });
  return {
    rules: put('roster_rules.md', rules),
    team: put('team.csv', team),
    needs: put('needs.csv', needs),
    sunday: sunday === '' ? '' : put('sunday_before.csv', sunday),
  };
}

function addLeave(
  site: Site,
  { id, off }: Member,
  { desk, monday }: { readonly desk: string; readonly monday: string },
): string {
  const days = off.length === 0 ? 'I have no leave.' : `I am on leave on ${off.join(' and ')}.`;
  return site.addFact({
    owners: [id],
    audience: [],
    topic: `leave in the week of ${monday} for the ${desk} desk roster`,
    asked: [
      ['leave'],
      ['days', 'off'],
      ['day', 'off'],
      ['holiday'],
      ['absent'],
      ['available'],
      ['away'],
      ['cannot', 'work'],
      ['can', 'work'],
    ],
    about: [desk, 'roster', monday],
    text: `In the week of ${monday}, for the ${desk} desk roster: ${days}`,
  });
}

interface BriefParts {
  readonly desk: string;
  readonly dates: readonly string[];
  readonly paths: Paths;
  readonly output: string;
  readonly openUntil: Minute;
}

function briefOf({ desk, dates, paths, output, openUntil }: BriefParts): string {
  const sunday = paths.sunday === '' ? '' : `, who worked on the Sunday before in ${paths.sunday}`;
  return [
    `Please make the roster of the ${desk} desk from ${dates[0]} to ${dates.at(-1)}, every date in between included.`,
    `The rules are in ${paths.rules}, the team in ${paths.team}, how many people each shift needs in ${paths.needs}${sunday}.`,
    'Who is on leave on which date is written down nowhere: ask everybody on the team. Any roster that keeps to all the rules is right.',
    `Until ${clockTime(openUntil)} the board may still announce changes to this task; the roster must fit what holds by then.`,
    `Hand in workspace/${output}, as JSON: for every date and every shift the list of person ids. Its shape, with made-up values:`,
    '{"2031-05-05": {"early": ["P-901"], "late": ["P-902", "P-903"]}, "2031-05-06": {"early": ["P-902"], "late": ["P-901"]}}',
  ].join('\n');
}

interface ClueParts {
  readonly week: Week;
  readonly paths: Paths;
  readonly leave: Readonly<Record<string, string>>;
  readonly written: readonly string[];
}

function cluesOf({ week, paths, leave, written }: ClueParts): readonly Clue[] {
  const topics = { rules: 'the roster rules', team: 'the team', needs: 'the needs', sunday: 'the Sunday before' };
  return [
    ...written.map((name): Clue => {
      const key = name as keyof Paths;
      return { id: name, kind: 'file', at: paths[key], topic: topics[key], after: [], secrets: [] };
    }),
    ...week.requirement.team.map(({ id, name }): Clue => {
      const fact = leave[id] ?? '';
      return { id: fact, kind: 'person', at: fact, topic: `the leave of ${name}`, after: ['team'], secrets: [] };
    }),
  ];
}
