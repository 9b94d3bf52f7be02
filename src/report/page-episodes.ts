/** The page's list of episodes. Each that did not pass can be opened: why, which checkpoints, which faults it met. */
import type { PlannedEpisode } from '../core/plan.ts';
import { count, ratio } from './figures.ts';
import { type Fact, type Ledger, MOST_DETAILS } from './ledger.ts';
import { html, type Markup } from './markup.ts';
import type { Story } from './story.ts';
import type { Told } from './telling.ts';

export function story(told: Story | null): Markup | null {
  if (told === null) return null;
  const clean = told.passedClean === true ? ' It had passed the same task clean.' : '';
  const oracle = told.oraclePassed === true ? ' The oracle passed it under the same faults.' : '';
  return html`<section class="story" aria-labelledby="story"><h2 id="story">A failure worth reading</h2><p class="lead"><b>${told.agent}</b> in ${told.mode}, <b>${told.title}</b> <a href="#${told.episode}"><code>${told.task}</code></a>.${clean}${oracle}</p>${threeLines(told)}</section>`;
}

function threeLines(told: Pick<Told, 'hidden' | 'did' | 'shouldHaveSeen'>): Markup {
  const lines = [told.hidden, told.did, told.shouldHaveSeen].map((line) => {
    const end = line.indexOf(':');
    return html`<dt>${line.slice(0, end)}</dt><dd>${line.slice(end + 1).trim()}</dd>`;
  });
  return html`<dl class="told">${lines}</dl>`;
}

export function episodes(ledger: Ledger): Markup {
  const played = ledger.episodes.flatMap((planned) => {
    const fact = ledger.fact(planned.id);
    return fact === undefined ? [] : [{ planned, fact }];
  });
  const shown = mostWorthListing(played);
  const { agents, modes } = ledger.plan;
  const cut =
    shown.length < played.length
      ? ` The first ${count(shown.length)} of ${count(played.length)} are listed here, those that did not pass before those that did; the log holds them all.`
      : '';
  return html`<section aria-labelledby="episodes"><h2 id="episodes">Episodes</h2>
<p class="lead">Open one that did not pass to see why.${cut}</p>
<form id="filters" hidden>${select(
    'agent',
    agents.map(({ name }) => name),
  )}${select('mode', modes)}${select('outcome', ['passed', 'failed', 'void'])}<label>Words <input type="search" name="words" autocomplete="off"></label><output id="shown"></output></form>
<div class="episodes"><div class="episode-head" aria-hidden="true"><span>Outcome</span><span>Agent</span><span>Task</span><span>Mode</span><span class="number">Trial</span><span class="number">Score</span><span class="number">Calls</span><span class="number">Noticed</span></div>
${shown.map(({ planned, fact }) => episode(planned, fact, ledger))}</div></section>`;
}

interface Played {
  readonly planned: PlannedEpisode;
  readonly fact: Fact;
}

/** All, or as many as one can hold in a page: failures and voids before passes, in the order of the plan. */
function mostWorthListing(played: readonly Played[]): readonly Played[] {
  if (played.length <= MOST_DETAILS) return played;
  const [passed, others] = [played.filter(isPassed), played.filter((one) => !isPassed(one))];
  return [...others, ...passed].slice(0, MOST_DETAILS);
}

function isPassed({ fact }: Played): boolean {
  return fact.outcome === 'passed';
}

function select(name: string, values: readonly string[]): Markup {
  return html`<label>${name[0]?.toUpperCase() ?? ''}${name.slice(1)} <select name="${name}"><option value="">all</option>${values.map((value) => html`<option>${value}</option>`)}</select></label>`;
}

function episode({ id, task, agent, mode, trial }: PlannedEpisode, fact: Fact, ledger: Ledger): Markup {
  const { outcome, landed } = fact;
  const noticed = landed.filter(({ notice }) => notice !== 'unnoticed').length;
  const none = ledger.plan.styles.faults === 'prompted' ? 'unknown' : 'none';
  const faults = mode === 'E0' ? '' : landed.length === 0 ? none : `${noticed} of ${landed.length}`;
  const line = html`<span class="outcome ${outcome}">${outcome}</span><span>${agent.name}</span><span class="task">${task.title} <code class="quiet">${task.id}</code></span><span>${mode}</span><span class="number">${trial + 1}</span><span class="number">${outcome === 'void' ? '–' : ratio(fact.score)}</span><span class="number">${fact.steps}</span><span class="number">${faults}</span>`;
  const attributes = html`id="${id}" class="episode" data-agent="${agent.name}" data-mode="${mode}" data-outcome="${outcome}"`;
  if (outcome === 'passed') return html`<div ${attributes}><div class="line">${line}</div></div>`;
  return html`<details ${attributes}><summary class="line">${line}</summary><div class="opened">${opened(id, fact, ledger)}</div></details>`;
}

function opened(id: string, fact: Fact, ledger: Ledger): Markup {
  const detail = ledger.detail(id);
  const reason =
    fact.outcome === 'void'
      ? `Void, blamed on the ${fact.blame ?? 'host'}: ${fact.reason}. ${detail?.message ?? ''}`
      : fact.reason;
  const checkpoints = (detail?.checkpoints ?? []).map(
    ({ name, passed, detail: words }) =>
      html`<li class="${passed ? 'passed' : 'failed'}"><b>${passed ? 'met' : 'not met'}</b> ${name}${words === '' ? null : html` <span class="quiet">${words}</span>`}</li>`,
  );
  const faults = fact.landed.map(
    ({ kind, tool, call, notice }) => html`<li>call ${call}, <code>${tool}</code>: ${kind}, <b>${notice}</b></li>`,
  );
  return html`<p>${reason}</p>${detail?.story ? threeLines(detail.story) : null}${checkpoints.length === 0 ? null : html`<h3>Checkpoints</h3><ul class="checkpoints">${checkpoints}</ul>`}${faults.length === 0 ? null : html`<h3>Faults that landed</h3><ul>${faults}</ul>`}<p class="quiet">Episode <code>${id}</code>, attempt ${fact.attempt}</p>`;
}
