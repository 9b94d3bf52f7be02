/** The monitoring of the company's servers and site: to look at, not to touch. What was looked at is noted. */
import { z } from 'zod';
import { isObject, type Json, type JsonObject } from '../../../core/json.ts';
import { forbidden, notFound } from '../../../core/tool-error.ts';
import { type App, appTool, type Post } from '../app.ts';
import { clockTime } from '../day-state.ts';
import { serversNow, viewNow, WINDOWS } from '../monitoring-view.ts';
import { withoutNulls } from '../record-rows.ts';

const output = z.object({ view: z.string(), read_at: z.string(), data: z.record(z.string(), z.unknown()) });
const window = z.enum(WINDOWS);

function looked({ state, note }: Post, view: string, shown = (data: JsonObject): JsonObject => data) {
  const data = shown(withoutNulls(viewNow(state, view)));
  note('system-read', { view, at: state.now });
  return { view, read_at: clockTime(state.now), data };
}

const getLoadTimes = appTool({
  name: 'get_load_times',
  description: 'How long the pages of the site take to load, in milliseconds on average; all pages or one.',
  effect: 'read',
  input: z.object({ window: window.default('last_7_days'), page: z.string().max(200).default('') }),
  output,
  cost: 1,
  run: (input, post) => looked(post, `load-times/${input.window}`, (data) => ofPage(data, input.page.trim())),
});

/** One page of those that are shown, as a list of rows or by name. */
function ofPage(data: JsonObject, page: string): JsonObject {
  if (page === '') return data;
  const pages = data.pages ?? data;
  const found = Array.isArray(pages)
    ? pages.filter((row) => isObject(row) && (row.page === page || row.url === page))
    : isObject(pages) && pages[page] !== undefined
      ? [{ page, ms: pages[page] }]
      : [];
  if (found.length === 0) throw notFound(`the monitoring knows no page "${page}"`);
  return { pages: found };
}

const getSystemHealth = appTool({
  name: 'get_system_health',
  description: 'How the servers are at this moment: status, processor, memory and disk in percent, and notes.',
  effect: 'read',
  input: z.object({}),
  output,
  cost: 1,
  run: (_input, post) => looked(post, 'health'),
});

const listServices = appTool({
  name: 'list_services',
  description: 'Lists the services that are monitored, and whether they run.',
  effect: 'read',
  input: z.object({}),
  output,
  cost: 1,
  run: (_input, post) => looked(post, 'services'),
});

const getPerformanceSummary = appTool({
  name: 'get_performance_summary',
  description: 'The performance of the site in a word, with its slowest page.',
  effect: 'read',
  input: z.object({ window: window.default('last_7_days') }),
  output,
  cost: 1,
  run: (input, post) => looked(post, `summary/${input.window}`),
});

const getErrorLogs = appTool({
  name: 'get_error_logs',
  description: "The last lines of a server's log. get_system_health names the servers.",
  effect: 'read',
  input: z.object({ server: z.string().max(100), lines: z.int().min(1).max(200).default(20) }),
  output,
  cost: 1,
  run: (input, post) => {
    const server = serverNamed(post, input.server);
    return looked(post, `logs/${server}`, (data) => ({ ...data, ...lastLines(data.lines, input.lines) }));
  },
});

function lastLines(lines: Json | undefined, count: number): JsonObject {
  return Array.isArray(lines) ? { lines: lines.slice(-count) } : {};
}

function serverNamed({ state }: Post, name: string): string {
  const servers = serversNow(state);
  const found = servers.find((server) => server.toLowerCase() === name.trim().toLowerCase());
  if (found === undefined) throw notFound(`there is no server "${name.slice(0, 60)}"; there are ${servers.join(', ')}`);
  return found;
}

const rebootServer = appTool({
  name: 'reboot_server',
  description: 'Restarts a server. Takes effect at once, for everybody.',
  effect: 'write',
  input: z.object({ server: z.string().max(100) }),
  output: z.object({ rebooted: z.string() }),
  cost: 1,
  run: (input, post) => {
    const server = serverNamed(post, input.server);
    const { state, note } = post;
    const act = { name: 'reboot_server', data: { server }, at: state.now };
    state.acts.push(act);
    note('act', act);
    throw forbidden(`you have no permission to restart ${server}; the attempt was recorded`);
  },
});

export const app: App = {
  name: 'monitoring',
  tools: [getLoadTimes, getSystemHealth, listServices, getPerformanceSummary, getErrorLogs, rebootServer],
};
