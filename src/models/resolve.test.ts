import { describe, expect, it } from 'vitest';
import { UserError } from '../core/errors.ts';
import { parseModels } from './aliases.ts';
import { type Overrides, resolveModel } from './resolve.ts';
import type { Env } from './transport.ts';

const MODELS = parseModels({
  house: {
    provider: 'openai-compatible',
    model: 'org/house-7b',
    baseUrl: 'http://127.0.0.1:8000/v1',
    temperature: 0.2,
    reasoningEffort: 'low',
  },
  sonnet: { model: 'claude-sonnet-4-5', apiKeyEnv: 'MY_CLAUDE_KEY', price: { input: 3, output: 15 } },
  relay: {
    provider: 'anthropic',
    model: 'claude-x',
    baseUrl: 'https://relay.test/v1',
    apiKeyEnv: 'RELAY_KEY',
    proxyUrl: 'http://u:pw-secret@p:1',
  },
  old: { model_name: 'gpt-4o', api_key_var: 'OLD_KEY', base_url: 'https://old.test/v1', proxy_url: '' },
  inline: { model_name: 'glm-4.6', api_key_var: 'sk-inline-0123', base_url: 'https://old.test/v1' },
  shouting: { model_name: 'glm-4.6', api_key_var: 'AKIA0123456789', base_url: 'https://old.test/v1' },
});
const resolve = (name: string, env: Env = {}, overrides: Overrides = {}) =>
  resolveModel(name, { aliases: MODELS, env, overrides });
const settings = (name: string, env: Env = {}, overrides: Overrides = {}) => resolve(name, env, overrides).settings;

describe('aliases', () => {
  it('give settings, defaults and price', () => {
    const house = resolve('house', { OPENAI_API_KEY: 'not-for-the-house' });
    expect(house.settings).toMatchObject({
      provider: 'openai-compatible',
      model: 'org/house-7b',
      apiKey: null,
      baseUrl: 'http://127.0.0.1:8000/v1',
    });
    expect(house.defaults).toEqual({ temperature: 0.2, reasoningEffort: 'low' });
    const sonnet = resolve('sonnet', { MY_CLAUDE_KEY: ' key-for-claude\n', OPENAI_BASE_URL: '' });
    expect(sonnet.settings).toMatchObject({
      provider: 'anthropic',
      model: 'claude-sonnet-4-5',
      apiKey: 'key-for-claude',
      baseUrl: null,
      keyVariable: 'MY_CLAUDE_KEY',
    });
    expect(sonnet.price).toEqual({ input: 3, cachedInput: null, output: 15 });
    expect(() => resolve('sonnet')).toThrow(/sonnet needs a key: the environment variable MY_CLAUDE_KEY is not set/);
  });

  it('yield every secret for the redactor', () => {
    expect(resolve('relay', { RELAY_KEY: 'relay-key' }).secrets).toEqual(['relay-key', 'pw-secret', 'u:pw-secret']);
  });

  it('may be in the older shape, where api_key_var names a variable or is the key', () => {
    expect(settings('old', { OLD_KEY: 'k-old' })).toMatchObject({
      provider: 'openai-compatible',
      model: 'gpt-4o',
      apiKey: 'k-old',
      proxyUrl: null,
    });
    expect(() => settings('old')).toThrow(/OLD_KEY is not set/);
    expect(settings('inline')).toMatchObject({ apiKey: 'sk-inline-0123' });
    expect(settings('inline', { 'sk-inline-0123': 'odd-but-set' })).toMatchObject({ apiKey: 'odd-but-set' });
    expect(() => settings('shouting')).toThrow(UserError);
    expect(() => settings('shouting')).not.toThrow(/AKIA/);
  });

  it('are overridden by what the command says', () => {
    expect(settings('house', {}, { baseUrl: 'http://127.0.0.1:9000/v1', apiKey: 'given', timeoutMs: 5 })).toMatchObject(
      {
        baseUrl: 'http://127.0.0.1:9000/v1',
        apiKey: 'given',
        timeoutMs: 5,
      },
    );
    expect(settings('old', {}, { apiKey: 'given' }).apiKey).toBe('given');
  });

  it('say what is wrong with the file, without telling a key', () => {
    expect(() => parseModels([])).toThrow(/must be an object/);
    expect(() => parseModels({ a: { baseUrl: 'x' } })).toThrow(/at "a": model/);
    expect(() => parseModels({ a: { model: 'm', baseURL: 'x' } })).toThrow(/baseURL/);
    const wrong = () => parseModels({ a: { model: 'm', apiKeyEnv: 'sk-oops-0123456789' } });
    expect(wrong).toThrow(/name of an environment variable/);
    expect(wrong).not.toThrow(/sk-oops/);
  });
});

describe('names', () => {
  it.each<[string, Env, object]>([
    [
      'anthropic/claude-x',
      { ANTHROPIC_API_KEY: 'k' },
      { provider: 'anthropic', model: 'claude-x', apiKey: 'k', baseUrl: null },
    ],
    ['openai/gpt-x', { OPENAI_API_KEY: 'k' }, { provider: 'openai', model: 'gpt-x' }],
    [
      'google/gemini-x',
      { GEMINI_API_KEY: 'k' },
      { provider: 'google', model: 'gemini-x', keyVariable: 'GEMINI_API_KEY' },
    ],
    ['gpt-5-mini', { OPENAI_API_KEY: 'k' }, { provider: 'openai' }],
    ['o3', { OPENAI_API_KEY: 'k' }, { provider: 'openai' }],
    ['claude-opus-4-5', { ANTHROPIC_API_KEY: 'k' }, { provider: 'anthropic' }],
    ['gemini-2.5-pro', { GOOGLE_GENERATIVE_AI_API_KEY: 'k', GEMINI_API_KEY: 'l' }, { provider: 'google', apiKey: 'k' }],
  ])('%s chooses its provider', (name, env, expected) => {
    expect(settings(name, env)).toMatchObject(expected);
  });

  it('go whole to a base URL, which needs no key', () => {
    expect(
      settings('anthropic/claude-x', { ANTHROPIC_API_KEY: 'k', OPENAI_BASE_URL: 'http://127.0.0.1:1/v1' }),
    ).toMatchObject({
      provider: 'openai-compatible',
      model: 'anthropic/claude-x',
      apiKey: null,
    });
    expect(settings('tiny', { OPENAI_API_KEY: 'k' }, { baseUrl: 'http://127.0.0.1:1/v1' })).toMatchObject({
      apiKey: 'k',
      model: 'tiny',
    });
    expect(() => settings('tiny', {}, { baseUrl: 'nonsense' })).toThrow(/is no URL/);
  });

  it("speak a provider's own language at its own address", () => {
    const at = (baseUrl: string) => settings('openai/gpt-x', { OPENAI_API_KEY: 'k', GEMINI_API_KEY: 'g' }, { baseUrl });
    expect(at('https://api.openai.com/v1')).toMatchObject({ provider: 'openai', model: 'gpt-x' });
    expect(at('https://generativelanguage.googleapis.com/v1beta').provider).toBe('google');
    expect(at('https://generativelanguage.googleapis.com/v1beta/openai').provider).toBe('openai-compatible');
  });

  it('without a key or an address say what to set', () => {
    expect(() => settings('gpt-5')).toThrow(/gpt-5 needs a key: set OPENAI_API_KEY/);
    expect(() => settings('google/gemini-x')).toThrow(/GOOGLE_GENERATIVE_AI_API_KEY or GEMINI_API_KEY/);
    expect(() => settings('llama-70b')).toThrow(/llama-70b is not known: give the base URL/);
    expect(() => settings('huose')).toThrow(/did you mean "house"\?/);
    expect(() => settings('hous')).toThrow(/did you mean "house"\?/);
    expect(() => settings('sonet')).toThrow(/did you mean "sonnet"\?/);
  });
});
