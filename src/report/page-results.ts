/** The page's figures: headline table, chart, robustness, trials. Tables are real ones, with headers that screen readers can use. */
import type { Cell, Rate } from './cell.ts';
import { chart } from './chart.ts';
import {
  count,
  decimal,
  MODE_NAMES,
  percent,
  percentInterval,
  plural,
  pValue,
  ratio,
  ratioInterval,
} from './figures.ts';
import { html, type Markup } from './markup.ts';
import { WORRYING_VOIDS } from './notes.ts';
import type { AgentSummary, Summary } from './summary.ts';

export function results({ agents, modes, total }: Summary): Markup {
  return html`<section aria-labelledby="results"><h2 id="results">Completion</h2>
<p class="lead">Share of scored episodes that passed, with its 95 % interval. Void episodes are nobody’s failure and count neither way; the last columns show how many there are.</p>
<div class="scroll"><table class="headline"><thead><tr><th scope="col">Agent</th>${modes.map(
    (mode) => html`<th scope="col" class="number">${mode} <span class="quiet">${MODE_NAMES[mode]}</span></th>`,
  )}<th scope="col" class="number">Robustness</th><th scope="col" class="number">Score</th><th scope="col" class="number">Calls</th><th scope="col" class="number">Void</th><th scope="col" class="number">Missing</th></tr></thead>
<tbody>${agents.map(headlineRow)}</tbody></table></div>
<p class="note">${count(total.passed)} passed of ${count(total.scored)} scored; ${count(total.planned)} planned. Over planned episodes, in which void and missing ones count as not passed: ${agents.map((agent, i) => html`${i === 0 ? '' : ', '}${agent.name} ${percent(agent.all.ratePlanned.value)}`)}. Score and calls are means per scored episode in all modes.</p>
<figure>${chart(agents)}<figcaption>Dot: completion rate. Line: 95 % interval. The dashed line carries the clean rate down, to be compared with.</figcaption></figure></section>`;
}

function headlineRow({ name, model, modes, robustness: measure, all, voidRate }: AgentSummary): Markup {
  const worry = voidRate !== null && voidRate > WORRYING_VOIDS ? 'void' : '';
  const shownModel = model === null || model === name ? null : html`<span class="under">${model}</span>`;
  return html`<tr><th scope="row">${name}${shownModel}</th>${modes.map(({ cell }) => rateCell(cell))}<td class="number">${figure(ratio(measure?.r.value ?? null), measure === null ? '' : ratioInterval(measure.r))}</td><td class="number">${ratio(all.meanScore)}</td><td class="number">${decimal(all.meanSteps)}</td><td class="number ${worry}">${percent(voidRate)}</td><td class="number">${count(all.missing)}</td></tr>`;
}

function rateCell({ rate, passed, scored }: Cell): Markup {
  return html`<td class="number" title="${passed} of ${scored} scored">${figure(percent(rate.value), percentInterval(rate))}</td>`;
}

function figure(value: string, interval: string): Markup {
  return html`<b>${value}</b>${interval === '' ? null : html`<span class="under">${interval.slice(1, -1)}</span>`}`;
}

export function robustness({ agents }: Summary): Markup | null {
  // Who passed nothing clean has nothing to lose.
  const measured = agents
    .flatMap(({ name, robustness: measure }) => (measure === null ? [] : [{ name, ...measure }]))
    .filter(({ modes }) => modes.some(({ passedClean }) => passedClean > 0));
  const [first] = measured;
  if (first === undefined) return null;
  return html`<section aria-labelledby="robustness"><h2 id="robustness">Robustness</h2>
<p class="lead">R is the lowest completion rate under faults divided by the clean one. It is one figure made of several noisy ones; so each mode stands beside it, with what became of exactly those episodes that the agent had passed clean.</p>
<div class="scroll"><table><thead><tr><th scope="col" rowspan="2">Agent</th><th scope="col" rowspan="2" class="number">R</th>${first.modes.map(
    ({ mode }) =>
      html`<th scope="colgroup" colspan="2" class="group">${mode} <span class="quiet">${MODE_NAMES[mode]}</span></th>`,
  )}</tr><tr>${first.modes.map(() => html`<th scope="col" class="number">of clean</th><th scope="col" class="number">lost</th>`)}</tr></thead>
<tbody>${measured.map(
    ({ name, r, modes }) =>
      html`<tr><th scope="row">${name}</th><td class="number">${figure(ratio(r.value), ratioInterval(r))}</td>${modes.map(
        (one) =>
          html`<td class="number">${figure(ratio(one.ratio.value), ratioInterval(one.ratio))}</td><td class="number" title="McNemar, two-sided">${lost(one.lost, one.passedClean, one.lossRate)}<span class="under">${one.passedClean === 0 ? '' : pValue(one.p)}</span></td>`,
      )}</tr>`,
  )}</tbody></table></div></section>`;
}

function lost(some: number, all: number, rate: Rate): Markup {
  return all === 0 ? html`<b>–</b>` : html`<b title="${percentInterval(rate)} %">${some} of ${all}</b>`;
}

export function trials({ agents, modes, trials: planned, total }: Summary): Markup | null {
  if (planned < 2) return null;
  const leftOut = agents.reduce(
    (sum, agent) => sum + agent.modes.reduce((most, one) => most + (one.passK.at(-1)?.leftOut ?? 0), 0),
    0,
  );
  const aside =
    leftOut === 0
      ? ''
      : ` Left out since fewer than ${planned} of their trials were scored: ${plural(leftOut, 'task')}, counted over agents and modes.`;
  return html`<section aria-labelledby="trials"><h2 id="trials">Reliability over ${planned} trials</h2>
<p class="lead">pass^k: all of k trials pass. pass@k: at least one does. Averaged over tasks, without bias; ${count(total.void)} void ${total.void === 1 ? 'trial is' : 'trials are'} not counted.${aside}</p>
<div class="scroll"><table><thead><tr><th scope="col">Agent</th><th scope="col" class="number">k</th>${modes.map(
    (mode) => html`<th scope="col" class="number">${mode} pass^k</th><th scope="col" class="number">pass@k</th>`,
  )}</tr></thead><tbody>${agents.filter(({ name }) => name !== 'idle').map((agent) => trialRows(agent, planned))}</tbody></table></div></section>`;
}

function trialRows({ name, modes }: AgentSummary, planned: number): readonly Markup[] {
  const shown = shownK(planned);
  return shown.map((k, i) => {
    const cells = modes.map(({ passK }) => {
      const one = passK[k - 1];
      return html`<td class="number">${percent(one?.all ?? null)}</td><td class="number">${percent(one?.any ?? null)}</td>`;
    });
    const head = i === 0 ? html`<th scope="rowgroup" rowspan="${shown.length}">${name}</th>` : null;
    return html`<tr>${head}<td class="number">${k}</td>${cells}</tr>`;
  });
}

/** Every k while they are few, then each twice the one before, and the last. */
function shownK(planned: number): readonly number[] {
  const all = Array.from({ length: planned }, (_, i) => i + 1);
  return planned <= 5 ? all : all.filter((k) => Number.isInteger(Math.log2(k)) || k === planned);
}
