import { describe, expect, it } from 'vitest';
import { type Admission, guard, type Knock } from './guard.ts';

const knock = (url: string, headers: Knock['headers'] = {}): Knock => ({
  url,
  headers: { host: 'localhost:8080', ...headers },
});
const admit = guard({ token: 'secret-token', hosts: ['box.example'] });
const status = (admission: Admission): number => (admission.ok ? 200 : admission.status);

describe('the guard', () => {
  it.each([
    ['a bearer token', knock('/mcp/x', { authorization: 'Bearer secret-token' }), '/mcp/x'],
    ['an API key', knock('/tools', { 'x-api-key': 'secret-token' }), '/tools'],
    ['a token in front of the path', knock('/~secret-token/mcp/x?tools=all'), '/mcp/x?tools=all'],
    ['a token in front of nothing', knock('/~secret-token'), '/'],
    ['a token in the query', knock('/mcp/x?tools=all&token=secret-token'), '/mcp/x?tools=all'],
    ['health, without one', knock('/health'), '/health'],
    ['another allowed host', knock('/health', { host: 'box.example' }), '/health'],
    ['an address in figures', knock('/health', { host: '192.0.2.7:8080' }), '/health'],
    ['a page on this machine', knock('/health', { origin: 'http://localhost:3000' }), '/health'],
  ])('lets in %s, and takes the token out of the address', (_name, asked, url) => {
    expect(admit(asked)).toEqual({ ok: true, url });
  });

  it.each([
    ['nobody', knock('/tools'), 401],
    ['a wrong token', knock('/tools', { authorization: 'Bearer secret-tokem' }), 401],
    ['a part of the token', knock('/~secret/tools'), 401],
    ['an empty token', knock('/tools?token='), 401],
    ['a token in another case', knock('/~SECRET-TOKEN/tools'), 401],
    ['another name of the host', knock('/health', { host: 'evil.example' }), 403],
    ['no name of the host', knock('/health', { host: '' }), 403],
    ['a page from elsewhere', knock('/health', { origin: 'https://evil.example' }), 403],
    ['a page from an address in figures', knock('/health', { origin: 'http://192.0.2.7' }), 403],
    ['a page without an origin that can be read', knock('/health', { origin: 'null' }), 403],
    ['an address that is none', knock('http://evil.example/health'), 400],
  ])('turns away %s', (_name, asked, expected) => {
    expect(status(admit(asked))).toBe(expected);
  });

  it('asks for no token where none is wanted', () => {
    expect(guard({ token: null, hosts: [] })(knock('/tools'))).toEqual({ ok: true, url: '/tools' });
  });
});
