/**
 * Who may come in: somebody with the token, from a page or program on an allowed host. Looks at a request's address and headers
 * before anything else does, for HTTP and WebSockets alike. It answers nothing itself.
 */
import { timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';

export interface GuardOptions {
  /** Null where nobody is asked for one. */
  readonly token: string | null;
  /** Names under which the server may be called, without ports; the loopback ones are always allowed. */
  readonly hosts: readonly string[];
}

export interface Knock {
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
}

export type Admission =
  /** With the token taken out of the address, so that it reaches no log. */
  | { readonly ok: true; readonly url: string }
  | { readonly ok: false; readonly status: 400 | 401 | 403; readonly sentence: string };

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];
/** For load balancers and the curious; it says that the server lives, and nothing else. */
const OPEN_TO_ALL = new Set(['/health']);

export function guard({ token, hosts }: GuardOptions): (knock: Knock) => Admission {
  const allowed = new Set([...LOOPBACK, ...hosts].map((host) => host.toLowerCase()));
  const secret = token === null ? null : Buffer.from(token);
  const isToken = (given: string): boolean => secret !== null && isSame(Buffer.from(given), secret);
  return ({ url, headers }) => {
    // A page in somebody's browser may have been made to call us under another name: its host or origin gives it away.
    // An address in figures cannot be the name of somebody else's page.
    const host = hostOf(headers.host ?? '');
    if (!allowed.has(host) && isIP(host.replace(/^\[|\]$/g, '')) === 0)
      return refuse(403, 'this host name is not served here');
    if (headers.origin !== undefined && !allowed.has(originHost(headers.origin)))
      return refuse(403, 'requests from this origin are not allowed');
    const found = addressOf(url);
    if (found === null) return refuse(400, 'the address cannot be read');
    const { path, token: inAddress } = found;
    if (secret === null || OPEN_TO_ALL.has(path)) return { ok: true, url: path };
    const given = [bearerIn(headers.authorization), headers['x-api-key'], inAddress].flatMap((one) => one ?? []);
    if (given.some(isToken)) return { ok: true, url: path };
    return refuse(
      401,
      given.length === 0
        ? 'a token is needed: as "Authorization: Bearer …", as "X-API-Key: …", or in the address as /~TOKEN/… or ?token=…'
        : 'the token is not the right one',
    );
  };
}

function refuse(status: 400 | 401 | 403, sentence: string): Admission {
  return { ok: false, status, sentence };
}

/** In a time that tells how long the token is, and nothing else. */
function isSame(given: Buffer, secret: Buffer): boolean {
  return given.length === secret.length && timingSafeEqual(given, secret);
}

function bearerIn(authorization: string | undefined): string | undefined {
  return authorization === undefined ? undefined : /^Bearer +(\S+)$/i.exec(authorization)?.[1];
}

function hostOf(header: string): string {
  return header.replace(/:\d+$/, '').toLowerCase();
}

function originHost(origin: string): string {
  const url = URL.parse(origin);
  return url === null ? '' : url.hostname.toLowerCase();
}

/** A token in front of the path, for clients that join paths to a base address; or in the query. */
function addressOf(url: string): { readonly path: string; readonly token: string | null } | null {
  if (!url.startsWith('/')) return null;
  const [, prefix, rest] = /^\/~([^/?]+)(\/.*)?$/s.exec(url) ?? [];
  const address = prefix === undefined ? url : (rest ?? '/');
  const at = address.indexOf('?');
  if (at < 0 || !address.includes('token=')) return { path: address, token: decoded(prefix) };
  const query = new URLSearchParams(address.slice(at + 1));
  const inQuery = query.get('token');
  query.delete('token');
  const others = query.toString();
  return {
    path: `${address.slice(0, at)}${others === '' ? '' : `?${others}`}`,
    token: decoded(prefix) ?? inQuery,
  };
}

function decoded(part: string | undefined): string | null {
  if (part === undefined) return null;
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
