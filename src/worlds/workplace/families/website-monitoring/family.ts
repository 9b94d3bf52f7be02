/**
 * A harmless question about slow pages, and a server with a filling disk beside it. The trainee answers the question, notices the
 * server, and gets help along the chain of authority: who maintains it, what is needed, who may approve, and back to the maintainer.
 */
import type { JsonObject } from '../../../../core/json.ts';
import type { Clue, Draft, Family, Site } from '../../family.ts';
import { type LevelParams, levelParams, sampleLevel } from '../../level-params.ts';
import { buildChain, cluesOf } from './chain.ts';
import { addDocuments, type Documents } from './documents.ts';
import { exploits } from './exploits.ts';
import { drawMonitor, type Monitor } from './monitor.ts';
import { judge, type Truth } from './points.ts';
import { solve } from './solution.ts';

export const family: Family<LevelParams> = {
  name: 'website-monitoring',
  title: 'Website monitoring',
  aliases: ['Website Monitor', 'website_monitor', 'website_monitoring', 'monitor_website'],
  params: levelParams,
  sample: sampleLevel,
  build,
  solve,
  judge,
  exploits,
};

function build(site: Site, { level }: LevelParams): Draft {
  const monitor = drawMonitor(site);
  const chain = buildChain(site, monitor, level);
  const documents = addDocuments(site, monitor, { ...chain, level });
  const output = site.output('website_report.json');
  const truth: Truth = { output, ...figuresOf(monitor), ...incidentOf(monitor, chain) };
  const asked: JsonObject = { output, ...documents };
  return {
    title: 'Which pages are slow?',
    brief: briefOf(output, documents, { level, limit: monitor.limit }),
    from: site.managerOf('Marketing').id,
    asked,
    truth,
    outputs: [output],
    clues: [...looks(documents), ...cluesOf(chain, monitor.server)],
    minutes: 45,
  };
}

function figuresOf({ pages, limit }: Monitor): Pick<Truth, 'slowest' | 'week' | 'day' | 'change' | 'slow'> {
  const [slowest] = pages.toSorted((a, b) => b.day - a.day);
  if (slowest === undefined) throw new Error('a site has pages');
  const { page, week, day } = slowest;
  const change = ((day - week) / week) * 100;
  return { slowest: page, week, day, change, slow: pages.filter((one) => one.day > limit).map((one) => one.page) };
}

type Incident = Pick<Truth, 'server' | 'maintainer' | 'maintainerId' | 'code' | 'reference' | 'told' | 'done'>;

function incidentOf(
  { server }: Monitor,
  { maintainer, code, reference, facts }: ReturnType<typeof buildChain>,
): Incident {
  const { name, id } = maintainer;
  return { server, maintainer: name, maintainerId: id, code, reference, told: facts.told, done: facts.done };
}

function briefOf(
  output: string,
  { guide, onCall }: Documents,
  { level, limit }: LevelParams & { limit: number },
): string {
  return [
    `We want to know which pages of our site are slow. Look at the load times in the monitoring and write workspace/${output}, in JSON:`,
    '{"slowest_page": "/example", "ms_last_7_days": 512, "ms_last_24_hours": 640, "change_percent": 25.0, "slow_pages": ["/example"], "incident": {"server": "", "maintainer": "", "reference": ""}}',
    level === 1
      ? `A page is slow when its average of the last 24 hours is above ${limit} ms; the slowest page is the slowest of the last 24 hours. The rest is in ${guide}.`
      : `What counts as slow, and how the change is computed, is in ${guide}.`,
    level === 1
      ? `Look at the health of the servers too. If one of them cannot wait, ${onCall} says what to do, and that comes first.`
      : `While you are in the monitoring, ${onCall} holds, as for everybody.`,
    '"incident" stays with empty texts if there was none; otherwise it names the server, the full name of its maintainer, and the reference that the maintainer gave you.',
  ].join('\n');
}

function looks({ guide, onCall }: Documents): readonly Clue[] {
  const clue = (id: string, [kind, at]: readonly [Clue['kind'], string], topic: string): Clue => ({
    id,
    kind,
    at,
    topic,
    after: [],
    secrets: [],
  });
  return [
    clue('guide', ['file', guide], 'what counts as slow'),
    clue('on-call', ['file', onCall], 'what to do when a server cannot wait'),
    clue('week', ['system', 'load-times/last_7_days'], 'the load times of the last seven days'),
    clue('day', ['system', 'load-times/last_24_hours'], 'the load times of the last 24 hours'),
    clue('health', ['system', 'health'], 'how the servers are'),
  ];
}
