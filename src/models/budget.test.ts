import { describe, expect, it } from 'vitest';
import { UserError } from '../core/errors.ts';
import { type ModelRequest, NO_USAGE, type Usage } from '../core/model.ts';
import { budgeted, type Limits } from './budget.ts';
import { createLedger } from './ledger.ts';
import { manualClock } from './manual-clock.ts';
import { assertPriced, costOf, LISTED_PRICES, parsePrices, priceOf, withPrices } from './price.ts';
import { scripted } from './scripted.ts';

const ASK: ModelRequest = { system: '', messages: [], tools: [] };
const never = new AbortController().signal;
const USAGE: Usage = { input: 1000, cachedInput: 400, output: 100, reasoning: 50 };
const OWN = parsePrices({ asOf: '2026-01-01', models: { house: { input: 1, cachedInput: 0.5, output: 10 } } });

function spending(limits: Limits, { name = 'house', usage = USAGE }: { name?: string; usage?: Usage } = {}) {
  const clock = manualClock();
  const ledger = createLedger({ prices: OWN, clock });
  const model = budgeted(
    scripted(() => ({ text: 'said', usage }), { name }),
    { role: 'agent', ledger, limits },
  );
  return { clock, ledger, model, ask: () => model.generate(ASK, never) };
}

describe('prices', () => {
  it('are found by exact name, without prefix, and by the longest beginning', () => {
    const input = (model: string) => priceOf(LISTED_PRICES, model)?.input ?? null;
    expect(input('gpt-4o')).toBe(2.5);
    expect(input('gpt-4o-mini')).toBe(0.15);
    expect(input('openai/gpt-4o-mini-2024-07-18')).toBe(0.15);
    expect(input('openrouter/anthropic/Claude-Haiku-4-5-20251001')).toBe(1);
    expect(input('gpt-4otto')).toBeNull();
    expect(input('claude-sonnet-4-9')).toBeNull();
    expect(input('o4-pro')).toBeNull();
    expect(input('gpt-4.1-pro')).toBeNull();
    expect(input('never-heard-of')).toBeNull();
  });

  it('can be overridden, and say what is wrong with a file', () => {
    const mine = withPrices(
      LISTED_PRICES,
      parsePrices({ asOf: '2026-01-01', models: { 'gpt-4o': { input: 9, output: 9 } } }),
    );
    expect(priceOf(mine, 'gpt-4o')).toEqual({ input: 9, cachedInput: null, output: 9 });
    expect(priceOf(mine, 'gpt-4o-mini')?.input).toBe(0.15);
    const house = { asOf: OWN.asOf, models: new Map([['Org/House-7B', { input: 9, cachedInput: null, output: 9 }]]) };
    expect(priceOf(withPrices(LISTED_PRICES, house), 'Org/House-7B')?.input).toBe(9);
    expect(() => parsePrices({ asOf: '2026-01-01', models: { x: { input: 'cheap', output: 1 } } })).toThrow(UserError);
  });

  it('count cached tokens as such; what is unknown costs null, not 0', () => {
    const house = priceOf(OWN, 'house');
    expect(costOf(USAGE, house)).toBeCloseTo((600 * 1 + 400 * 0.5 + 100 * 10) / 1e6, 12);
    expect(costOf({ ...USAGE, cachedInput: null }, house)).toBeCloseTo((1000 + 1000) / 1e6, 12);
    expect(costOf(NO_USAGE, house)).toBeNull();
    expect(costOf(USAGE, null)).toBeNull();
  });

  it('a dollar budget without a price is refused up front, saying how to add one', () => {
    expect(() => assertPriced(OWN, ['house', 'org/cottage'])).toThrow(
      /price of org\/cottage is not known.*"org\/cottage":\{"input":1/,
    );
    expect(() => assertPriced(OWN, ['house'])).not.toThrow();
  });
});

describe('ledger', () => {
  it('counts by role and in all, and takes in what an earlier part of the run used', () => {
    const ledger = createLedger({ prices: OWN, clock: manualClock() });
    ledger.add('agent', 'house', USAGE);
    ledger.add('agent', 'house', USAGE);
    ledger.add('judge', 'house', USAGE);
    expect(ledger.account('agent')).toMatchObject({
      calls: 2,
      input: 2000,
      cachedInput: 800,
      output: 200,
      reasoning: 100,
      unmetered: 0,
    });
    expect(ledger.account('world').calls).toBe(0);
    expect(ledger.total().dollars).toBeCloseTo(3 * 0.0018, 12);
    ledger.add('world', 'cottage', USAGE);
    expect(ledger.total()).toMatchObject({ calls: 4, dollars: null });
    expect(ledger.account('agent').dollars).toBeCloseTo(2 * 0.0018, 12);
  });
});

describe('budgeted', () => {
  it.each<[Limits, RegExp]>([
    [{ tokens: 1500 }, /budget of 1500 tokens is spent \(2200 after 2 calls\); raise/],
    [{ dollars: 0.003 }, /budget of 0.00 dollars is spent/],
    [{ calls: 2 }, /budget of 2 calls is spent/],
  ])('returns the call that crosses the line and fails the next: %j', async (limits, message) => {
    const { ask, ledger } = spending(limits);
    await ask();
    await ask();
    await expect(ask()).rejects.toMatchObject({
      name: 'ModelError',
      fault: 'budget',
      message: expect.stringMatching(message),
    });
    expect(ledger.total().calls).toBe(2);
  });

  it('keeps to the time', async () => {
    const { ask, clock } = spending({ milliseconds: 60_000 });
    await ask();
    clock.advance(60_000);
    await expect(ask()).rejects.toMatchObject({ fault: 'budget', message: expect.stringContaining('60 s') });
  });

  it('keeps to the number of calls with many at once', async () => {
    const { ask, ledger } = spending({ calls: 5 });
    const all = await Promise.allSettled(Array.from({ length: 50 }, ask));
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    expect(ledger.total().calls).toBe(5);
    expect(ledger.underWay()).toBe(0);
  });

  it('does not spend on where it cannot count', async () => {
    const silent = spending({ tokens: 1_000_000 }, { usage: NO_USAGE });
    await silent.ask();
    await expect(silent.ask()).rejects.toMatchObject({
      fault: 'budget',
      message: expect.stringContaining('did not say'),
    });
    const unpriced = spending({ dollars: 5 }, { name: 'cottage' });
    await unpriced.ask();
    await expect(unpriced.ask()).rejects.toMatchObject({ fault: 'budget', message: expect.stringContaining('price') });
  });

  it('counts without limits, and does not count what failed', async () => {
    const free = spending({});
    for (let i = 0; i < 5; i++) await free.ask();
    expect(free.ledger.total().calls).toBe(5);
    const ledger = createLedger({ prices: OWN, clock: manualClock() });
    const failing = budgeted(scripted([new Error('no')]), { role: 'judge', ledger, limits: { calls: 1 } });
    await expect(failing.generate(ASK, never)).rejects.toThrow('no');
    expect(ledger.total().calls).toBe(0);
  });
});
