import { describe, expect, it } from 'vitest';
import { shopRun } from '../../test/shop-run.ts';
import type { Event } from '../core/event.ts';
import type { Attempt } from '../core/log.ts';
import type { Plan } from '../core/plan.ts';
import { episodesOf } from '../core/plan.ts';
import { sha256 } from '../wire/hash.ts';
import { ledgerOf } from './ledger.ts';
import { html, jsonScript } from './markup.ts';
import { renderPage } from './page.ts';
import { rehearse } from './rehearsal.ts';
import { summaryOf } from './summary.ts';
import { renderSummary } from './terminal.ts';

const { plan, taskOf, casting } = await shopRun({
  path: 'unused',
  agents: ['oracle', 'hasty', 'idle'],
  modes: ['E0', 'E2'],
  trials: 2,
});
const attempts = await rehearse(plan, (planned) => ({
  task: taskOf(planned),
  casting: ({ emit }) => casting(planned, { emit, replies: [] }),
}));
const pageOf = (of: Plan, played: Iterable<Attempt>): string => {
  const ledger = ledgerOf(of, played);
  return renderPage(summaryOf(ledger), ledger);
};
const page = pageOf(plan, attempts);

describe('renderPage', () => {
  it('stands alone: nothing is fetched, and the policy lets only our own script run', () => {
    expect(page).not.toMatch(/\b(src|href)="(?!#)|@import|url\(/);
    const script = /<script>([\s\S]*?)<\/script>/.exec(page)?.[1] ?? '';
    const hash = Buffer.from(sha256(script), 'hex').toString('base64');
    expect(page).toContain(`script-src &#39;sha256-${hash}&#39;`.replaceAll('&#39;', "'"));
    expect(page).toContain("default-src 'none'");
  });

  it('has the sections, with headers for every table and one entry per episode', () => {
    for (const id of [
      'results',
      'story',
      'robustness',
      'trials',
      'profile',
      'faults',
      'voids',
      'episodes',
      'provenance',
    ]) {
      expect(page).toContain(`<h2 id="${id}">`);
    }
    expect(page.match(/class="episode"/g)).toHaveLength(36);
    expect(page.match(/<table/g)?.length).toBe(page.match(/<thead>/g)?.length);
    expect(page).toContain('No episode is void.');
    expect(page).toContain('took it for all');
  });

  it('says what trainees were given, and only then', () => {
    const styles = { ...plan.styles, memory: 'notes', colleagues: 'speaker-1' } as const;
    const ledger = ledgerOf({ ...plan, styles }, []);
    const given = summaryOf(ledger);
    expect(renderPage(given, ledger)).toContain('<dt>Trainee</dt><dd>memory: notes, colleagues: speaker-1</dd>');
    expect(renderSummary(given)).toContain('2 trials · memory: notes · colleagues: speaker-1 · seed 0');
    expect(page).not.toContain('<dt>Trainee</dt>');
  });

  it('carries its numbers for machines', () => {
    const json = /<script type="application\/json" id="summary">(.*?)<\/script>/.exec(page)?.[1] ?? '';
    expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify(summaryOf(ledgerOf(plan, attempts)))));
  });

  it('shows hostile text as text, wherever it comes from', () => {
    const payload = `</script></style><script>alert(1)</script><img src=x onerror="alert('2')">`;
    const hostilePlan: Plan = {
      ...plan,
      run: payload,
      agents: plan.agents.map((agent) => ({ ...agent, name: agent.name + payload, settings: { note: payload } })),
      tasks: plan.tasks.map((task) => ({ ...task, title: payload, category: task.id + payload })),
      prompts: { [payload]: payload },
    };
    const ids = new Map(
      episodesOf(plan, sha256).map(({ id }, i) => [id, episodesOf(hostilePlan, sha256)[i]?.id ?? '']),
    );
    const hostile = attempts.map((attempt): Attempt => {
      const episode = ids.get(attempt.episode) ?? '';
      const result = attempt.result?.outcome === 'failed' ? { ...attempt.result, reason: payload } : attempt.result;
      return {
        ...attempt,
        episode,
        result,
        lines: attempt.lines.map((line) => ({ ...line, event: poisoned(line.event, payload) })),
      };
    });
    const spoilt = pageOf(hostilePlan, hostile);
    expect(spoilt.match(/<script/g)).toHaveLength(2);
    expect(spoilt.match(/<\/script/g)).toHaveLength(2);
    expect(spoilt.match(/<\/style/g)).toHaveLength(1);
    expect(spoilt).not.toContain('<img');
    expect(spoilt).toContain('&lt;img src=x onerror=&quot;');
  });

  it('says so when not all episodes are listed', () => {
    const many = { ...plan, trials: 300 };
    const [played] = attempts.filter(({ result }) => result?.outcome === 'passed');
    const all = episodesOf(many, sha256).map(
      ({ id }): Attempt => ({ episode: id, attempt: 1, lines: played?.lines ?? [], result: played?.result ?? null }),
    );
    const large = pageOf(many, all);
    expect(large.match(/class="episode"/g)).toHaveLength(3000);
    expect(large).toContain('The first 3,000 of 5,400 are listed here');
  });

  it('survives a run of which nothing has been played', () => {
    expect(pageOf(plan, [])).toContain('nothing scored');
  });
});

describe('html', () => {
  it('escapes what comes from outside and keeps what it made itself', () => {
    expect(html`<p title="${'"x"'}">${['<b>', html`<i>${'&'}</i>`, 3, null]}</p>`.markup).toBe(
      '<p title="&quot;x&quot;">&lt;b&gt;<i>&amp;</i>3</p>',
    );
    expect(jsonScript('x', { a: '</script>\u2028' }).markup).toBe(
      '<script type="application/json" id="x">{"a":"\\u003c/script\\u003e\\u2028"}</script>',
    );
  });
});

function poisoned(event: Event, payload: string): Event {
  switch (event.type) {
    case 'agent-spoke':
      return { ...event, text: payload };
    case 'fault-injected':
      return { ...event, tool: payload, kind: payload };
    case 'verdict-reached': {
      const checkpoints = event.verdict.checkpoints.map((one) => ({ ...one, name: payload, detail: payload }));
      return { ...event, verdict: { ...event.verdict, checkpoints } };
    }
    case 'episode-ended':
      return event.result.outcome === 'failed' ? { ...event, result: { ...event.result, reason: payload } } : event;
    default:
      return event;
  }
}
