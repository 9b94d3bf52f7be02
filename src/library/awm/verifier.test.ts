import { describe, expect, it } from 'vitest';
import { readRecord, type VerifierRecord } from './records.ts';
import { doubtsAbout, modeOf, timestampsIn, verifierOf } from './verifier.ts';

const rowOf = (code: string | null, raw: string | null = ''): VerifierRecord => {
  const read = readRecord(
    'verifier',
    JSON.stringify({ scenario: 's', task_idx: 0, task: 't', verification: { code, raw_response: raw } }),
  );
  if (!read.ok) throw new Error(read.problem);
  return read.record;
};
const SQL = 'def verify_task(initial_db_path: str, final_db_path: str) -> dict:\n    return {"result": [1, 2]}\n';
const CODE =
  'def verify_task_completion(\n    initial_db_path, final_db_path,\n    final_answer: str | None = None,\n):\n    return {"result": "complete"}\n';

describe('the mode', () => {
  it('is told by the signature, else by what is returned', () => {
    expect(modeOf(SQL)).toBe('sql');
    expect(modeOf(CODE)).toBe('code');
    expect(modeOf('def verify_part(db):\n    pass\ndef verify_it(a, b):\n    return {"result": "others"}')).toBe(
      'code',
    );
  });
});

describe('verifierOf', () => {
  it('is none where generation gave up', () => {
    expect(verifierOf(rowOf(null))).toBeNull();
    expect(verifierOf(rowOf('pass     \n'))).toBeNull();
  });

  it('has the criteria of the raw response, where it holds any', () => {
    const raw = JSON.stringify({ reasoning: 'why', success_criteria: ['a', 'b'], failure_criteria: 'no row' });
    expect(verifierOf(rowOf(SQL, raw))).toEqual({
      mode: 'sql',
      code: SQL,
      criteria: { reasoning: 'why', success: '["a","b"]', failure: 'no row' },
    });
    expect(verifierOf(rowOf(SQL, `\`\`\`json\n${raw}\n\`\`\``))?.criteria.reasoning).toBe('why');
    expect(verifierOf(rowOf(CODE, ''))?.criteria).toEqual({ reasoning: '', success: '', failure: '' });
    expect(verifierOf(rowOf(CODE, null))?.criteria.success).toBe('');
  });
});

describe('doubts', () => {
  it.each([
    [CODE, []],
    [SQL, []],
    ['x', ['verifier-empty']],
    ['print("hello world")', ['verifier-function-missing']],
    [CODE.replace('complete"', 'completed"').replace('{"result"', '{"result"'), ['verifier-never-complete']],
    [`${CODE}\ndef verify_more(x):\n    pass`, ['verifier-functions-several']],
    [CODE.replace('return', "when = '2026-02-18 07:18:36'\n    return"), ['verifier-timestamp-literal']],
    [
      CODE.replace('return', 'when = datetime.strptime(x, "%Y-%m-%d %H:%M:%S")\n    return'),
      ['verifier-strptime-whole-seconds'],
    ],
    [CODE.replace('return', 'when = datetime.strptime(x, "%Y-%m-%d %H:%M:%S.%f")\n    return'), []],
  ])('%s', (code, expected) => {
    expect(doubtsAbout(rowOf(code))).toEqual(expected);
  });

  it('names the times of a source', () => {
    expect(timestampsIn(`a == '2026-02-18T07:18:36' or b == "2026-02-19 00:00:00" or c == '2026-02-18'`)).toEqual([
      '2026-02-18 07:18:36',
      '2026-02-19 00:00:00',
    ]);
  });
});
