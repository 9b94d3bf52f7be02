import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { redactor } from './redact.ts';
import { secretsOf } from './settings.ts';

const KEY = 'sk-Ab3/x+y="q"\\z';

describe('redactor', () => {
  it.each([
    ['bare', KEY],
    ['URL-encoded', encodeURIComponent(KEY)],
    ['URL-encoded in small letters', encodeURIComponent(KEY).toLowerCase().replace('sk-ab3', 'sk-Ab3')],
    ['JSON', JSON.stringify(KEY)],
    ['JSON in JSON', JSON.stringify(JSON.stringify(KEY))],
    ['base64', Buffer.from(KEY).toString('base64')],
    ['base64url', Buffer.from(KEY).toString('base64url')],
    ['a header', `Authorization: Bearer ${KEY}`],
  ])('takes out the secret: %s', (_name, text) => {
    const shown = redactor([KEY])(`before ${text} after`);
    expect(shown).toMatch(/^before .*\[redacted\].* after$/);
    expect(shown).not.toContain('Ab3');
  });

  it('takes out every secret, the longer first', () => {
    expect(redactor(['password', 'password-and-more'])('a password-and-more b password c password')).toBe(
      'a [redacted] b [redacted] c [redacted]',
    );
  });

  it('leaves a stand-in alone except where it is a credential', () => {
    const redact = redactor(['none', '']);
    expect(redact('none of them')).toBe('none of them');
    expect(redact('Bearer none, http://u:none@host')).toBe('[redacted], http://u[redacted]host');
  });

  it('leaves other text alone, and all text where there is no secret', () => {
    expect(redactor([KEY])('nothing here')).toBe('nothing here');
    expect(redactor([])('sk-whatever')).toBe('sk-whatever');
  });

  it('knows the secrets in the addresses of a model', () => {
    const secrets = secretsOf({
      provider: 'openai-compatible',
      model: 'm',
      apiKey: 'the-key-itself',
      baseUrl: 'https://h/v1?key=in-the-query',
      proxyUrl: 'http://ann:p%40ssword1@proxy:1',
      timeoutMs: 1,
    });
    const shown = redactor(secrets)(`the-key-itself in-the-query p@ssword1 p%40ssword1 ${btoa('ann:p@ssword1')} ann`);
    expect(shown).toBe('[redacted] [redacted] [redacted] [redacted] [redacted] ann');
  });

  it('never lets a secret through, in whatever text and form it stands', () => {
    const secret = fc
      .string({ minLength: 8, maxLength: 60, unit: 'grapheme-ascii' })
      .filter((text) => text === text.trim() && !/[[\]]/.test(text));
    const forms: ((text: string) => string)[] = [
      (text) => text,
      encodeURIComponent,
      (text) => JSON.stringify(text).slice(1, -1),
      (text) => Buffer.from(text).toString('base64'),
      (text) => Buffer.from(`user:${text}`).toString('base64'),
      (text) => Buffer.from(`u:${text}`).toString('base64'),
    ];
    fc.assert(
      fc.property(secret, fc.constantFrom(...forms), fc.string(), fc.string(), (key, form, before, after) => {
        const shown = redactor([key])(`${before}${form(key)}${after}`);
        expect(shown).toContain('[redacted]');
        expect(shown.replaceAll('[redacted]', '')).not.toContain(form(key));
        expect(shown).not.toContain(key);
      }),
      { numRuns: 500 },
    );
  });
});
