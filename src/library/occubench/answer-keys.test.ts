import { describe, expect, it } from 'vitest';
import { answerKeys } from './answer-keys.ts';

describe('answer keys', () => {
  it.each([
    'hidden_root_cause',
    'hidden_ground_truth',
    'hidden_pathophysiology',
    'hiddenDiagnosis',
    '_hidden_state',
    'is_fraud_ground_truth',
    'ground_truth',
    'groundTruthLabel',
    'true_root_cause',
    'actual_root_cause',
    'actual_cause',
    'secret_answer',
    'correct_diagnosis',
    'answer_key',
    'reference_solution',
  ])('%s is one', (key) => {
    expect(answerKeys({ case: [{ [key]: 'x' }] })).toEqual([key]);
  });

  it.each([
    'is_hidden',
    'hidden',
    'hidden_layers',
    'hidden_size',
    'hidden_fees',
    'true_heading',
    'true_north_deg',
    'actual_cost',
    'actual_condition',
    'expected_outcome',
    'secret_name',
    'secret_key',
    'root_cause',
    'diagnosis',
    'internal_notes',
    'truth_table',
    'solution_ph',
  ])('%s is none', (key) => {
    expect(answerKeys({ case: { [key]: 'x' } })).toEqual([]);
  });

  it('that hold nothing give nothing away, and each is named once', () => {
    const empty = [null, '', [], {}].map((value) => ({ hidden_content: value }));
    expect(answerKeys({ cells: empty })).toEqual([]);
    expect(answerKeys({ cells: [...empty, { hidden_content: 'CS-1' }, { hidden_content: 'CS-2' }] })).toEqual([
      'hidden_content',
    ]);
    expect(answerKeys({ hidden_defect: false })).toEqual(['hidden_defect']);
  });
});
