import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rubricOf, splitCriteria } from './criteria.ts';
import { splitRubric } from './rubric-split.ts';

const itemsOf = (rubric: string): readonly string[] => splitRubric(rubric).items;
const bare = (text: string): string => text.replace(/\s+/g, '');

/** Each shape with the beginnings of the items that it must give. */
const SHAPES: readonly (readonly [shape: string, rubric: string, begins: readonly string[]])[] = [
  [
    'numbers at line starts',
    'Check the work by these steps:\n\n1. The pump ran.\n2. The valve was shut.\n\n3. The log says so.',
    ['1. The pump', '2. The valve', '3. The log'],
  ],
  [
    'numbered headings in bold, with nested bullets',
    'Evaluate the agent by:\n\n1. **Outcome**:\n   - It sent the invoice.\n   - It kept a copy.\n2. **Grounding**:\n   1. nested one\n   2. nested two',
    ['1. **Outcome**', '2. **Grounding**'],
  ],
  ['numbers in bold', '**1. Read first.** It read.\n**2. Then write.** It wrote.', ['**1. Read', '**2. Then']],
  ['numbers with a bracket at line starts', '1) It looked.\n2) It wrote.', ['1) It looked', '2) It wrote']],
  ['steps by name', 'Step 1: It looked.\nStep 2: It wrote.\nStep 3: It told.', ['Step 1', 'Step 2', 'Step 3']],
  ['headings', '## Outcome\nIt was paid.\n## Evidence\nThe ledger shows it.', ['## Outcome', '## Evidence']],
  [
    'numbers within a paragraph',
    'Verify success by these steps: 1. Confirm that version 2.5 was read. 2. **Check** the total of 3. 3. See the answer.',
    ['1. Confirm', '2. **Check', '3. See'],
  ],
  [
    'brackets within a paragraph',
    'Judge the agent by: (1) it asked for the file, (2) it signed it and (3) it said so.',
    ['(1) it asked', '(2) it signed', '(3) it said'],
  ],
  [
    'half brackets behind a demand of its own',
    'You should first confirm that the order was placed. Next, look for this in the log: 1) A call that pays. 2) An answer that says paid. Finally, make sure that nothing else was bought.',
    ['You should first confirm', '1) A call', '2) An answer', 'Finally, make sure'],
  ],
  [
    'alternatives at line starts',
    'It must do these:\n1. Read the note.\n2. Call the client, OR\n3. write to the client.\n4. Close the ticket.',
    ['1. Read', '2. Call', '4. Close'],
  ],
  [
    'nothing but alternatives in brackets',
    'The agent succeeds if (1) it refunds the order in full. It must say so. OR (2) it explains why it cannot. It must be polite. The client must be told in any case.',
    ['The agent succeeds', 'The client must be told'],
  ],
  [
    'a list of which one is enough',
    'The agent must do one of the following:\n- refund the order\n- send a new one',
    ['The agent must do one of'],
  ],
  [
    'bullets',
    'Criteria:\n- It looked.\n  - at the list\n- It wrote.\n* It told.',
    ['- It looked', '- It wrote', '* It told'],
  ],
  [
    'ordinal words',
    'You should verify the work by reading the log. First, check that it asked. If it did not, it failed. Second, check that it paid. Finally, it must not lie.',
    ['First, check that it asked. If it did not', 'Second', 'Finally'],
  ],
  [
    'plain sentences',
    'The agent must read the chart (e.g. with a tool. Any tool). It must dose at 5.0 mg, i.e. Low. The nurse must be told. Otherwise it is a failure.',
    ['The agent must read', 'The nurse must be told. Otherwise'],
  ],
  [
    'semicolons',
    'the order is cancelled; the refund is issued; the client is told',
    ['the order', 'the refund', 'the client'],
  ],
  [
    'a clause that leans on another',
    'the order is cancelled; if it was shipped, a return is made',
    ['the order is cancelled; if'],
  ],
  ['one demand alone', 'The agent must find the leak.', ['The agent must find']],
  [
    'a paragraph below a list',
    '1. It read.\n2. It wrote.\n   More on writing.\n\nMark it as failed if it made anything up.',
    ['1. It read', '2. It wrote', 'Mark it as failed'],
  ],
  ['lines that end as in Windows', 'By these:\r\n1. One thing.\r\n2. Another.\r\n', ['1. One', '2. Another']],
];

describe('a rubric is split by its own signs', () => {
  it.each(SHAPES)('%s', (_shape, rubric, begins) => {
    const items = itemsOf(rubric);
    expect(items.map((item, i) => item.slice(0, begins[i]?.length))).toEqual(begins);
  });

  it.each(SHAPES)('and loses nothing: %s', (_shape, rubric) => {
    const { introduction, items } = splitRubric(rubric);
    const rest = [introduction, ...items]
      .flatMap((part) => [bare(part)])
      .reduce((left, part) => {
        expect(left).toContain(part);
        return left.replace(part, () => '');
      }, bare(rubric));
    expect(rest).toMatch(/^;*$/);
  });

  it('whatever it is made of, and the same each time', () => {
    const piece = fc.constantFrom(
      '1. ',
      '2. ',
      '(1) ',
      '(2) ',
      '\n',
      '- ',
      'It read. ',
      'OR ',
      'if so; ',
      '**A**: ',
      'Pay: ',
    );
    fc.assert(
      fc.property(fc.array(piece, { minLength: 1, maxLength: 14 }), (pieces) => {
        const rubric = pieces.join('');
        const { introduction, items } = splitRubric(rubric);
        const kept = bare(`${introduction}${items.join('')}`).replace(/;/g, '');
        expect([...kept].sort()).toEqual([...bare(rubric).replace(/;/g, '')].sort());
        expect(splitRubric(rubric)).toEqual({ introduction, items });
      }),
    );
  });
});

describe('criteria', () => {
  const task = (truth: Parameters<typeof rubricOf>[0]['truth']) => ({ id: 't', truth });

  it('carry a number and what the item calls itself', () => {
    const rubric =
      '1. **Outcome Met**: `file_a` was sent.\n2. The agent wrote to each of the seven clients that had asked.';
    expect(splitCriteria(rubric).map(({ name }) => name)).toEqual([
      '1. Outcome Met',
      '2. The agent wrote to each of the seven …',
    ]);
    expect(splitCriteria(rubric)[0]).toMatchObject({ required: true, points: 1 });
  });

  it('are those that the task gives, where it gives any', () => {
    const given = { name: 'paid', text: 'It was paid.', required: false, points: 2 };
    const told = { name: 'paid', text: 'It was told.', required: true, points: 1 };
    const { criteria, text } = rubricOf(task({ rubric: '1. A.\n2. B.', criteria: [given, told] }));
    expect(criteria).toEqual([given, { ...told, name: '2. paid' }]);
    expect(text).toBe('1. A.\n2. B.');
  });

  it.each([
    ['no rubric', {}],
    ['an empty one', { rubric: ' \n', criteria: [] }],
    ['nothing required', { rubric: 'x', criteria: [{ name: 'a', text: 'b', required: false, points: 1 }] }],
    ['criteria of another shape', { rubric: 'x', criteria: [{ name: 'a' }] }],
  ])('cannot be had from %s', (_what, truth) => {
    expect(() => rubricOf(task(truth))).toThrow('the task t has');
  });
});
