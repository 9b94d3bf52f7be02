/** A pocket calculator. */
import { z } from 'zod';
import { type App, appTool } from '../app.ts';
import { calculated } from '../calculation.ts';

const calculate = appTool({
  name: 'calculate',
  description:
    'Works out an expression: + - * / % (remainder) ^ (power), parentheses, decimals, and sum(…), avg(…), min(…), max(…), abs(x), sqrt(x), round(x, digits). Numbers are written plainly: 1234.5.',
  effect: 'read',
  input: z.object({ expression: z.string().min(1) }),
  output: z.object({ expression: z.string(), result: z.string() }),
  cost: 1,
  run: ({ expression }) => ({ expression, result: calculated(expression) }),
});

export const app: App = { name: 'calculator', tools: [calculate] };
