/**
 * Answers as a person reads them: names with their values, tables for lists, text as text. Control characters of a world never reach
 * the terminal. It knows no session.
 */
import pc from 'picocolors';
import { isObject, type Json, type JsonObject } from '../core/json.ts';
import type { Tool } from '../core/tool.ts';
import type { Notice } from '../core/world.ts';
import { columns } from './columns.ts';

/** Wider tables are shown row by row. */
const WIDTH = 110;

/** Only what can be shown: a world may send whatever it likes. */
export function clean(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(/[^\P{Cc}\n\t]/gu, '');
}

export function page(value: Json): string {
  return linesOf(value).join('\n');
}

function linesOf(value: Json): readonly string[] {
  if (Array.isArray(value)) return listLines(value);
  if (isObject(value)) return objectLines(value);
  return scalar(value).split('\n');
}

function scalar(value: Json): string {
  return typeof value === 'string' ? clean(value).replace(/\n$/, '') : value === null ? '-' : String(value);
}

function objectLines(value: JsonObject): readonly string[] {
  const entries = Object.entries(value);
  if (entries.length === 0) return ['(empty)'];
  const short = entries.flatMap(([key, part]) => (isShort(part) ? [[pc.dim(clean(key)), scalar(part)]] : []));
  const long = entries.flatMap(([key, part]) =>
    isShort(part) ? [] : [`${pc.dim(clean(key))}`, ...indented(linesOf(part))],
  );
  return [...(short.length > 0 ? columns(short).split('\n') : []), ...long];
}

function isShort(value: Json): boolean {
  return typeof value !== 'object' ? !scalar(value).includes('\n') : value === null;
}

function indented(lines: readonly string[]): readonly string[] {
  return lines.map((line) => `  ${line}`);
}

function listLines(list: readonly Json[]): readonly string[] {
  if (list.length === 0) return ['(none)'];
  if (list.every(isShort)) {
    const line = list.map(scalar).join(', ');
    return line.length <= WIDTH ? [line] : list.map((item) => `- ${scalar(item)}`);
  }
  const rows = list.filter(isObject);
  return rows.length === list.length
    ? (tableLines(rows) ?? recordLines(rows))
    : list.flatMap((item) => marked(linesOf(item)));
}

/** Null where it would be too wide, or a cell holds more than a line. */
function tableLines(rows: readonly JsonObject[]): readonly string[] | null {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const cells = rows.map((row) => names.map((name) => cellOf(row[name])));
  if (cells.some((row) => row.includes(null))) return null;
  const whole = cells.map((row) => row.map((cell) => cell ?? ''));
  const width = names.reduce(
    (sum, name, i) => sum + 2 + Math.max(name.length, ...whole.map((row) => row[i]?.length ?? 0)),
    0,
  );
  if (width > WIDTH) return null;
  return columns([names.map((name) => pc.dim(clean(name))), ...whole]).split('\n');
}

function cellOf(value: Json | undefined): string | null {
  if (value === undefined) return '';
  if (Array.isArray(value)) return value.every(isShort) ? value.map(scalar).join(', ') : null;
  return isShort(value) ? scalar(value) : null;
}

function recordLines(rows: readonly JsonObject[]): readonly string[] {
  return rows.flatMap((row) => marked(objectLines(row)));
}

function marked(lines: readonly string[]): readonly string[] {
  return lines.map((line, i) => (i === 0 ? `- ${line}` : `  ${line}`));
}

/** What happened meanwhile stands out. */
export function noticePage({ at, from, text }: Notice): string {
  const time = /T(\d\d:\d\d)/.exec(at)?.[1] ?? at;
  const [first = '', ...rest] = clean(text).split('\n');
  return pc.yellow([`! ${time} ${clean(from)}: ${first}`, ...rest.map((line) => `  ${line}`)].join('\n'));
}

export function toolList(tools: readonly Tool[]): string {
  return columns(tools.map(({ name, description }) => [pc.bold(clean(name)), firstSentence(description)]));
}

function firstSentence(text: string): string {
  return clean(/^[\s\S]*?[.;:](?=\s|$)/.exec(text)?.[0] ?? text)
    .replace(/\s+/g, ' ')
    .replace(/[;:]$/, '.');
}

export function toolPage({ name, description, input, effect }: Tool): string {
  const properties = isObject(input.properties) ? Object.entries(input.properties) : [];
  const required: readonly Json[] = Array.isArray(input.required) ? input.required : [];
  const rows = properties.map(([key, part]) => {
    const schema = isObject(part) ? part : {};
    return [
      `  ${clean(key)}`,
      typeOf(schema),
      required.includes(key) ? 'required' : defaultOf(schema),
      aboutOf(schema),
    ];
  });
  return [
    `${pc.bold(clean(name))}${effect === 'read' ? ' (only looks)' : ''}`,
    clean(description),
    rows.length === 0 ? 'It takes no arguments.' : columns(rows),
  ].join('\n');
}

function typeOf(schema: JsonObject): string {
  if (Array.isArray(schema.enum)) return schema.enum.map(scalar).join(' | ');
  const type = Array.isArray(schema.type) ? schema.type.map(scalar).join(' | ') : scalar(schema.type ?? 'anything');
  return type === 'array' ? `list of ${typeOf(isObject(schema.items) ? schema.items : {})}` : type;
}

function defaultOf({ default: standard }: JsonObject): string {
  return standard === undefined || standard === '' ? 'optional' : `else ${JSON.stringify(standard)}`;
}

function aboutOf({ description }: JsonObject): string {
  return typeof description === 'string' ? clean(description) : '';
}
