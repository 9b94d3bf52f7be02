/** The sales handbook of a product line: how orders count. Which ones do differs from line to line, so it has to be read. */
import type { Random } from '../../../../core/random.ts';

/** By status: how often an order's amount is added. */
export type Weights = ReadonlyMap<string, -1 | 0 | 1>;

export function drawWeights(random: Random): Weights {
  return new Map([
    ['paid', 1],
    ['delivered', 1],
    ['open', random.pick([0, 1])],
    ['cancelled', 0],
    ['returned', random.pick([-1, 0])],
  ]);
}

/** What somebody counts who has not read the handbook. */
export const EVERY_ORDER: Weights = new Map(
  ['paid', 'delivered', 'open', 'cancelled', 'returned'].map((status) => [status, 1]),
);

const IN_WORDS: ReadonlyMap<number, string> = new Map([
  [1, 'added'],
  [0, 'ignored'],
  [-1, 'subtracted'],
]);

export function handbookText(line: string, weights: Weights): string {
  return `# Sales handbook: the ${line} line

## Where the orders are

One file for each sales department and quarter, \`sales_<department>_Q<quarter>_<year>.csv\`. Columns: date, order_id, employee_id, name, department, status, amount.

## How an order counts

| Status | The amount is |
| --- | --- |
${[...weights].map(([status, weight]) => `| ${status} | ${IN_WORDS.get(weight)} |`).join('\n')}

"Ignored" means that the order counts for nothing, as if it were not there.

## Words

- **Total sales** of a person or a department in a quarter: all its orders of that quarter, counted by the table. It is exact to the cent.
- **Employees** of a department in a quarter: those who have at least one order in that quarter's file that is not ignored. Whoever has none does not appear in any list, average or comparison of that quarter, not even with 0.
- **Average sales per person:** total sales of the department divided by its employees in that quarter.
- **Growth:** a person (or department) goes up when the total sales are higher than in the quarter before, down when they are lower. Only those count who have orders that are not ignored in both quarters.
- **Ties:** whoever has exactly the same total as the last one on a list is on it too.
- **Rounding:** amounts have 2 decimals; averages are rounded to 2 decimals at the very end.
`;
}

export function weightsIn(handbook: string): Weights {
  const byWord = new Map([...IN_WORDS].map(([weight, word]) => [word, weight]));
  const rows = handbook.split('\n').flatMap((line) => {
    const [, status = '', word = ''] = /^\| (\w+) \| (\w+) \|$/.exec(line) ?? [];
    const weight = byWord.get(word);
    return weight === 1 || weight === 0 || weight === -1 ? [[status, weight] as const] : [];
  });
  return new Map(rows);
}
