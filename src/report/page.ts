/**
 * A run's report as one HTML file that opens anywhere: no network, no fonts from elsewhere, light and dark, on paper too. Its
 * content policy forbids everything but our own script and style, should foreign text ever get past the escaping.
 */
import { readFileSync } from 'node:fs';
import { sha256 } from '../wire/hash.ts';
import { EPISODE_FILTER } from './episode-filter.ts';
import { plural } from './figures.ts';
import type { Ledger } from './ledger.ts';
import { html, jsonScript, type Markup, verbatim } from './markup.ts';
import { notesOf } from './notes.ts';
import { cost, faults, profiles, provenance, voids, votes } from './page-details.ts';
import { episodes, story } from './page-episodes.ts';
import { results, robustness, trials } from './page-results.ts';
import type { Summary } from './summary.ts';
import { traineeSettings } from './trainee-settings.ts';

export function renderPage(summary: Summary, ledger: Ledger): string {
  const style = readFileSync(new URL('./report.css', import.meta.url), 'utf8');
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src '${scriptHash()}'; base-uri 'none'; form-action 'none'">
<meta name="color-scheme" content="light dark">
<title>${summary.provenance.suite} · ${summary.provenance.run} · Practicum</title>
<style>${verbatim(style)}</style>
</head>
<body>
<main>
${header(summary)}
${results(summary)}
${story(summary.story)}
${robustness(summary)}
${trials(summary)}
${profiles(summary)}
${faults(summary)}
${voids(summary)}
${votes(summary)}
${cost(summary)}
${episodes(ledger)}
${provenance(summary)}
</main>
${jsonScript('summary', summary)}
<script>${verbatim(EPISODE_FILTER)}</script>
</body>
</html>
`.markup;
}

function header(summary: Summary): Markup {
  const { agents, tasks, modes, trials: planned, provenance: from } = summary;
  const sizes = [
    plural(agents.length, 'agent'),
    plural(tasks, 'task'),
    plural(modes.length, 'mode'),
    plural(planned, 'trial'),
  ];
  const warnings = notesOf(summary).filter(
    ({ label, isBad }) => isBad === true || label === 'Missing' || label === 'Original',
  );
  return html`<header><p class="eyebrow">Practicum report</p><h1>${from.suite}</h1><p class="sizes">${[sizes.join(' × '), ...traineeSettings(from.styles)].join(', ')}, seed ${from.seed}, run ${from.run}</p>${warnings.map(({ label, text }) => html`<p class="warning"><b>${label}</b> ${text}</p>`)}</header>`;
}

function scriptHash(): string {
  return `sha256-${Buffer.from(sha256(EPISODE_FILTER), 'hex').toString('base64')}`;
}
