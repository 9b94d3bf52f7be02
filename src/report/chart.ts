/** Completion rates with their intervals as one small drawing: a row per agent and mode on a shared scale from 0 to 100 %. */
import { MODE_NAMES, percent, percentInterval } from './figures.ts';
import { html, type Markup } from './markup.ts';
import { shortened } from './shorten.ts';
import type { AgentSummary } from './summary.ts';

const WIDTH = 760;
const LEFT = 236;
const RIGHT = 708;
const ROW = 22;
const GROUP_GAP = 16;
const TOP = 26;

export function chart(agents: readonly AgentSummary[]): Markup {
  const heights = agents.map(({ modes }) => modes.length * ROW + GROUP_GAP);
  const tops = heights.map((_, i) => TOP + heights.slice(0, i).reduce((sum, height) => sum + height, 0));
  const bottom = TOP + heights.reduce((sum, height) => sum + height, 0) - GROUP_GAP / 2;
  return html`<svg class="chart" viewBox="0 0 ${WIDTH} ${bottom + 4}" role="img" aria-labelledby="chart-title">
<title id="chart-title">Completion rate by agent and mode, with 95 % intervals. The same numbers stand in the table above.</title>
${[0, 25, 50, 75, 100].map((tick) => gridline(tick, bottom))}
${agents.map((agent, i) => group(agent, tops[i] ?? TOP))}
</svg>`;
}

function x(share: number): string {
  return (LEFT + share * (RIGHT - LEFT)).toFixed(1);
}

function gridline(tick: number, bottom: number): Markup {
  const at = x(tick / 100);
  return html`<line class="grid" x1="${at}" x2="${at}" y1="${TOP - 8}" y2="${bottom}"/><text class="tick" x="${at}" y="${TOP - 14}">${tick}${tick === 100 ? ' %' : ''}</text>`;
}

function group({ name, modes }: AgentSummary, top: number): Markup {
  const clean = modes.find(({ mode }) => mode === 'E0')?.cell.rate.value ?? null;
  const height = modes.length * ROW;
  const reference =
    clean === null || modes.length < 2
      ? null
      : html`<line class="reference" x1="${x(clean)}" x2="${x(clean)}" y1="${top + ROW / 2}" y2="${top + height - ROW / 4}"/>`;
  return html`<g><text class="name" x="0" y="${top + ROW / 2 + 4}">${shortened(name, 20)}</text>${reference}${modes.map(
    (one, i) => row(one, top + i * ROW + ROW / 2),
  )}</g>`;
}

function row({ mode, cell }: AgentSummary['modes'][number], y: number): Markup {
  const { value, low, high } = cell.rate;
  const label = html`<text class="mode" x="${LEFT - 16}" y="${y + 4}">${mode} ${MODE_NAMES[mode]}</text>`;
  if (value === null || low === null || high === null) {
    return html`${label}<text class="none" x="${LEFT + 6}" y="${y + 4}">nothing scored</text>`;
  }
  const sort = mode === 'E0' ? 'clean' : 'faulty';
  return html`${label}<g class="${sort}"><title>${mode}: ${percent(value)} ${percentInterval(cell.rate)}</title><line class="whisker" x1="${x(low)}" x2="${x(high)}" y1="${y}" y2="${y}"/><circle cx="${x(value)}" cy="${y}" r="4.5"/></g>`;
}
