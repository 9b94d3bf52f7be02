/** The page's further tables: profiles by category and the like, faults, voids, cost, provenance. */
import { sha256 } from '../wire/hash.ts';
import { noticedIn } from './faults-met.ts';
import { count, decimal, dollars, percent, percentInterval, plural, ratio, tokens } from './figures.ts';
import type { Group, Groups } from './groups.ts';
import { html, type Markup } from './markup.ts';
import { notesOf } from './notes.ts';
import type { Spend } from './spend.ts';
import type { Summary } from './summary.ts';
import { traineeSettings } from './trainee-settings.ts';

const PROFILES: readonly { readonly key: keyof Groups; readonly title: string }[] = [
  { key: 'category', title: 'Category' },
  { key: 'suite', title: 'Suite' },
  { key: 'family', title: 'Family' },
  { key: 'difficulty', title: 'Difficulty' },
];

export function profiles(summary: Summary): Markup | null {
  const agents = summary.agents.filter(({ name }) => name !== 'idle');
  const shown = PROFILES.filter(({ key }) => groupNames(key, agents).length > 1);
  const weights = weighted(summary);
  if (shown.length === 0 && weights === null) return null;
  return html`<section aria-labelledby="profile"><h2 id="profile">Profile</h2>
<p class="lead">Bar: completion rate in the clean world. Mark: in all modes together.</p>
${shown.map(({ key, title }, i) => html`<details ${i === 0 ? 'open' : ''}><summary>By ${title.toLowerCase()}</summary>${profile(key, title, agents)}</details>`)}
${weights}</section>`;
}

function groupNames(key: keyof Groups, agents: Summary['agents']): readonly string[] {
  return [...new Set(agents.flatMap(({ groups }) => groups[key].map(({ name }) => name)))];
}

function profile(key: keyof Groups, title: string, agents: Summary['agents']): Markup {
  const names = groupNames(key, agents);
  return html`<div class="scroll"><table class="profile"><thead><tr><th scope="col">${title}</th><th scope="col" class="number">Planned</th>${agents.map(
    ({ name }) => html`<th scope="col">${name}</th>`,
  )}</tr></thead><tbody>${names.map((name) => {
    const groups = agents.map(({ groups: own }) => own[key].find((group) => group.name === name));
    const first = groups.find((group) => group !== undefined);
    return html`<tr><th scope="row">${name}</th><td class="number quiet">${count((first?.clean ?? first?.all)?.planned ?? 0)}</td>${groups.map(bar)}</tr>`;
  })}</tbody></table></div>`;
}

/** The clean rate as a bar, and the rate over all modes as a mark on it. */
function bar(group: Group | undefined): Markup {
  const cell = group?.clean ?? group?.all;
  const value = cell?.rate.value ?? null;
  if (cell === undefined || value === null) return html`<td class="quiet">–</td>`;
  const all = group?.all.rate.value ?? value;
  return html`<td title="${percentInterval(cell.rate)} %; all modes ${percent(all)}"><span class="bar"><i style="width:${(value * 100).toFixed(1)}%"></i><u style="left:${(all * 100).toFixed(1)}%"></u></span><span class="beside">${percent(value)}</span></td>`;
}

function weighted({ agents }: Summary): Markup | null {
  const measured = agents.flatMap(({ name, weighted: own }) =>
    own === null || name === 'idle' ? [] : [{ name, ...own }],
  );
  const [first] = measured;
  if (first === undefined) return null;
  const columns = ['byTask', 'byScenario', 'byCategory'] as const;
  return html`<details><summary>Weighted means, ${first.mode}</summary><div class="scroll"><table><thead><tr><th scope="col">Agent</th><th scope="col" class="number">each task alike</th><th scope="col" class="number">each scenario alike</th><th scope="col" class="number">each category alike</th></tr></thead><tbody>${measured.map(
    (own) =>
      html`<tr><th scope="row">${own.name}</th>${columns.map((column) => html`<td class="number"><b>${percent(own[column].value)}</b><span class="under">${percentInterval(own[column]).slice(1, -1)}</span></td>`)}</tr>`,
  )}</tbody></table></div></details>`;
}

export function faults({ faults: met, agents }: Summary): Markup | null {
  if (met === null) return null;
  const untouched = new Map(agents.map(({ name, all }) => [name, all.untouched]));
  return html`<section aria-labelledby="faults"><h2 id="faults">Faults</h2>
<p class="lead">A fault that never lands proves nothing, so each is followed from plan to effect. Noticing is read from what the agent did next: it tried again, read again, or said so.</p>
<div class="scroll"><table><thead><tr><th scope="col">Agent</th><th scope="col" class="number">Planned</th><th scope="col" class="number">Landed</th><th scope="col" class="number">Missed</th><th scope="col" class="number">Noticed</th><th scope="col" class="number">Episodes without any</th></tr></thead><tbody>${met.agents
    .filter(({ agent }) => agent !== 'idle')
    .map(
      (tally) =>
        html`<tr><th scope="row">${tally.agent}</th><td class="number">${count(tally.planned)}</td><td class="number">${count(tally.landed)}</td><td class="number">${count(tally.missed)}</td><td class="number"><b>${tally.landed === 0 ? '–' : percent(noticedIn(tally) / tally.landed)}</b></td><td class="number">${count(untouched.get(tally.agent) ?? 0)}</td></tr>`,
    )}</tbody></table></div>
<div class="scroll"><table><thead><tr><th scope="col">Kind</th><th scope="col">Manner</th><th scope="col" class="number">Drawn</th><th scope="col" class="number">Landed</th><th scope="col" class="number">Tried again</th><th scope="col" class="number">Read again</th><th scope="col" class="number">Reported</th><th scope="col" class="number">Unnoticed</th></tr></thead><tbody>${met.kinds.map(
    ({ kind, manner, planned, landed, noticed }) =>
      html`<tr><th scope="row">${kind}</th><td>${manner}</td><td class="number">${count(planned)}</td><td class="number">${count(landed)}</td><td class="number">${noticed.retried}</td><td class="number">${noticed['re-read']}</td><td class="number">${noticed.reported}</td><td class="number"><b>${noticed.unnoticed}</b></td></tr>`,
  )}</tbody></table></div>
<p class="note">Where the kind that was drawn does not fit an answer, another lands in its place. A fault in an answer for which the agent had no use stays unnoticed without harm.</p></section>`;
}

export function voids({ voids: lines, total }: Summary): Markup {
  const body =
    lines.length === 0
      ? html`<p class="lead">No episode is void.</p>`
      : html`<p class="lead">${plural(total.void, 'episode')} could not be scored, through no fault of the agent’s.</p><div class="scroll"><table><thead><tr><th scope="col">To blame</th><th scope="col">Reason</th><th scope="col">Agent</th><th scope="col" class="number">Episodes</th></tr></thead><tbody>${lines.map(
          ({ blame, reason, agent, count: number }) =>
            html`<tr><th scope="row">${blame}</th><td>${reason}</td><td>${agent}</td><td class="number">${count(number)}</td></tr>`,
        )}</tbody></table></div>`;
  return html`<section aria-labelledby="voids"><h2 id="voids">Void</h2>${body}</section>`;
}

export function cost({ spend }: Summary): Markup | null {
  if (spend === null) return null;
  return html`<section aria-labelledby="cost"><h2 id="cost">Cost</h2><p class="lead">${costWords(spend)}</p>
<div class="scroll"><table><thead><tr><th scope="col">Role</th><th scope="col">Model</th><th scope="col" class="number">Calls</th><th scope="col" class="number">Input</th><th scope="col" class="number">of it cached</th><th scope="col" class="number">Output</th><th scope="col" class="number">of it reasoning</th><th scope="col" class="number">Cost</th><th scope="col" class="number">Saved by caching</th></tr></thead><tbody>${spend.lines.map(
    (line) =>
      html`<tr><th scope="row">${line.role}</th><td>${line.model}</td><td class="number">${count(line.calls)}</td><td class="number">${tokens(line.input)}</td><td class="number">${tokens(line.cached)}</td><td class="number">${tokens(line.output)}</td><td class="number">${tokens(line.reasoning)}</td><td class="number"><b>${line.cost !== null && line.uncounted > 0 ? '≥ ' : ''}${dollars(line.cost)}</b></td><td class="number">${dollars(line.saved)}</td></tr>`,
  )}</tbody></table></div></section>`;
}

function costWords({ cost: known, isComplete }: Spend): string {
  if (known === null)
    return 'What this run cost is not known: the models have no listed price, or did not count their tokens.';
  return isComplete
    ? `${dollars(known)} in all, by listed prices.`
    : `At least ${dollars(known)}: not every price or token count is known.`;
}

/** How the judges' votes fell. */
export function votes({ votes: cast }: Summary): Markup | null {
  if (cast === null) return null;
  const { episodes, ballots, perEpisode, spoiled, compared, divided, dividedShare, kappa } = cast;
  const entries: readonly (readonly [string, string])[] = [
    ['Episodes', count(episodes)],
    ['Ballots', `${count(ballots)}, ${decimal(perEpisode)} an episode`],
    ['Divided', divided === null ? '–' : `${count(divided)} of ${count(compared)} (${percent(dividedShare)})`],
    ['Fleiss’ kappa', ratio(kappa)],
    ['Spoiled', count(spoiled)],
  ];
  return html`<section aria-labelledby="votes"><h2 id="votes">Votes</h2>
<p class="lead">How often the judge’s votes on one episode disagreed. Kappa is 1 where they always agree and 0 where they agree as often as chance; agreement alone does not make them right.</p>
<div class="scroll"><table><thead><tr>${entries.map(([name]) => html`<th scope="col" class="number">${name}</th>`)}</tr></thead><tbody><tr>${entries.map(([, value]) => html`<td class="number">${value}</td>`)}</tr></tbody></table></div></section>`;
}

function styleWords({ prompts, state, faults: made, rubric, votes: number }: Summary['provenance']['styles']): string {
  return `${prompts} prompts, ${state} state, ${made} faults, ${rubric} rubric, ${plural(number, 'vote')}`;
}

export function provenance(summary: Summary): Markup {
  const {
    run,
    suite,
    seed,
    tasks,
    prompts,
    versions,
    worldModel,
    verifierModel,
    withPlan,
    faultCount,
    faultDuration,
    agents,
    styles,
  } = summary.provenance;
  const digest = sha256(JSON.stringify(tasks)).slice(0, 16);
  const trainee = traineeSettings(styles);
  const settings = agents.map(
    ({ name, settings: own }) =>
      html`<div><code>${name}</code> <code class="quiet">${JSON.stringify(own)}</code></div>`,
  );
  const hashes = Object.entries(prompts).map(
    ([file, hash]) => html`<div><code>${file}</code> <code class="quiet">${hash.slice(0, 16)}</code></div>`,
  );
  const entries: readonly (readonly [string, Markup | string])[] = [
    ['Run', run],
    ['Suite', suite],
    ['Tasks', html`${plural(tasks.length, 'task')}, digest <code>${digest}</code>`],
    ['Seed', html`<code>${seed}</code>`],
    ['Faults', `${plural(faultCount, 'spell')} of ${plural(faultDuration, 'call')} per faulty episode`],
    ['World', worldModel ?? 'executed by code'],
    ['Judge', verifierModel ?? (summary.original === null ? 'code' : 'not known')],
    ...(worldModel === null && verifierModel === null ? [] : [['Styles', styleWords(styles)] as const]),
    ...(trainee.length === 0 ? [] : [['Trainee', trainee.join(', ')] as const]),
    ['Plan in brief', withPlan ? 'yes' : 'no'],
    ['Agents', html`${settings}`],
    ['Prompts', hashes.length === 0 ? 'none' : html`${hashes}`],
    ['Versions', `practicum ${versions.practicum}, events ${versions.events}`],
    ...notesOf(summary)
      .filter(({ label }) => label === 'Pace')
      .map(({ label, text }) => [label, text] as const),
  ];
  return html`<section class="box" aria-labelledby="provenance"><h2 id="provenance">Where these numbers come from</h2><dl>${entries.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl></section>`;
}
