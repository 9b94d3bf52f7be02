import { describe, expect, it } from 'vitest';
import type { Json } from '../../core/json.ts';
import { leakFinder } from './leak.ts';
import { readSetup } from './setup.ts';

const setup = readSetup({
  environment: 'env_leak',
  prompt: '',
  tools: [
    { name: 'report_cause', parameters: { type: 'object', properties: { cause: { enum: ['software defect'] } } } },
    { name: 'audit', example_output: { audit_flag: true } },
  ],
  state: {
    machines: [
      { id: 'M-100', hidden_cause: 'Cracked Bearing', hidden_offset: 37.25 },
      { id: 'M-200', hidden_cause: 'M-100' },
    ],
    depot: { 'K-4711-X': { spare: 1234.5 } },
    truth: {
      primary: 'software defect',
      where: 'K-4711-X',
      serial: 1234.5,
      code: 12,
      word: 'red',
      details: ['late shift only'],
    },
    audit_flag: false,
  },
  hidden: ['hidden_cause', 'hidden_offset', 'truth', 'audit_flag'],
});
const find = leakFinder(setup, 'Somebody mentioned the late shift only once.');

describe('leaks', () => {
  it.each<[string, Json, RegExp]>([
    ['the name of a hidden key', { machines: [{ hidden_offset: null }] }, /hidden key "hidden_offset"/],
    ['its name in words', { message: 'cannot change HIDDEN_CAUSE' }, /"hidden_cause"/],
    ['a key that is an ordinary word', { truth: {} }, /"truth"/],
    ['its value, in any case and within words', ['It has a CRACKED bearing.'], /value/],
    ['its value as a key', { 'cracked bearing': 1 }, /value/],
    ['its number', { reading: [{ offset: 37.25 }] }, /number/],
  ])('are found: %s', (_what, observation, problem) => {
    expect(find(observation, [])).toMatch(problem);
  });

  it.each<[string, Json, Json[]]>([
    ['an ordinary word that is also the name of a key', { message: 'the truth is out there' }, []],
    ['a value that stands openly in the state', { id: 'M-100' }, []],
    ['a value that is an open key', { at: 'K-4711-X' }, []],
    ['a number that stands openly in the state', { spare: 1234.5 }, []],
    ['a value that a tool names', { cause: 'software defect' }, []],
    ['a key that a tool declares', { audit_flag: true }, []],
    ['a value that the brief tells', { remark: 'late shift only' }, []],
    ['what the agent wrote itself', { accepted: 'cracked bearing' }, [{ cause: 'A cracked bearing, I think' }]],
    ['a number that the agent wrote itself', { accepted: 37.25 }, [{ offset: 37.25 }]],
    ['a name that the agent asked for', { message: 'there is no field hidden_offset' }, [{ field: 'hidden_offset' }]],
    ['short values and round numbers', { code: 12, colour: 'red' }, []],
  ])('are not: %s', (_what, observation, heard) => {
    expect(find(observation, heard)).toBeNull();
  });

  it('are not looked for where nothing is hidden', () => {
    expect(leakFinder({ ...setup, hidden: [] }, '')({ hidden_cause: 'Cracked Bearing' }, [])).toBeNull();
  });
});
