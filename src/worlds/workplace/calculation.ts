/** Arithmetic as it is written, worked out by hand: no code is run. What cannot be worked out is said in a sentence. */
import { invalid } from '../../core/tool-error.ts';

const LONGEST = 1000;
const DEEPEST = 60;
const DIGITS = 15;

type Token =
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'name' | 'sign'; readonly text: string };

/** The result as text, with up to 15 significant digits and no noise behind them. */
export function calculated(expression: string): string {
  if (expression.length > LONGEST) throw invalid(`an expression has at most ${LONGEST} characters`);
  const reader = readerOf(tokensIn(expression));
  const value = sum(reader, 0);
  const rest = reader.peek();
  if (rest !== undefined) throw invalid(`"${wordOf(rest)}" is not expected there`);
  return printed(value);
}

function printed(value: number): string {
  if (!Number.isFinite(value)) throw invalid('the result is too large');
  const plain = Number(value.toPrecision(DIGITS));
  return String(plain === 0 ? 0 : plain);
}

function tokensIn(expression: string): readonly Token[] {
  const tokens: Token[] = [];
  const pattern = /\s+|(\d+(?:\.\d*)?(?:[eE][+-]?\d+)?|\.\d+)|([a-z]+)|(\*\*|[-+*/%^(),])|(.)/giuy;
  for (const [, number, name, sign, other] of expression.matchAll(pattern)) {
    if (number !== undefined) tokens.push({ kind: 'number', value: Number(number) });
    if (name !== undefined) tokens.push({ kind: 'name', text: name.toLowerCase() });
    if (sign !== undefined) tokens.push({ kind: 'sign', text: sign === '**' ? '^' : sign });
    if (other !== undefined) throw invalid(`"${other}" cannot stand in an expression`);
  }
  if (tokens.length === 0) throw invalid('the expression is empty');
  return tokens;
}

interface Reader {
  peek(): Token | undefined;
  next(): Token | undefined;
  /** Takes the sign where it comes next. */
  takes(...signs: readonly string[]): string | null;
}

function readerOf(tokens: readonly Token[]): Reader {
  let at = 0;
  return {
    peek: () => tokens[at],
    next: () => tokens[at++],
    takes: (...signs) => {
      const token = tokens[at];
      if (token?.kind !== 'sign' || !signs.includes(token.text)) return null;
      at++;
      return token.text;
    },
  };
}

function wordOf(token: Token): string {
  return token.kind === 'number' ? String(token.value) : token.text;
}

function sum(reader: Reader, depth: number): number {
  if (depth > DEEPEST) throw invalid('the expression is nested too deeply');
  let value = product(reader, depth);
  for (let sign = reader.takes('+', '-'); sign !== null; sign = reader.takes('+', '-')) {
    const other = product(reader, depth);
    value = sign === '+' ? value + other : value - other;
  }
  return value;
}

function product(reader: Reader, depth: number): number {
  let value = signed(reader, depth);
  for (let sign = reader.takes('*', '/', '%'); sign !== null; sign = reader.takes('*', '/', '%')) {
    const other = signed(reader, depth);
    if (sign !== '*' && other === 0) throw invalid('division by zero');
    value = sign === '*' ? value * other : sign === '/' ? value / other : value % other;
  }
  return value;
}

/** A sign before a power belongs to the whole of it: -2^2 is -4. */
function signed(reader: Reader, depth: number): number {
  if (depth > DEEPEST) throw invalid('the expression is nested too deeply');
  const sign = reader.takes('-', '+');
  if (sign !== null) return sign === '-' ? -signed(reader, depth + 1) : signed(reader, depth + 1);
  const base = atom(reader, depth);
  if (reader.takes('^') === null) return base;
  const result = base ** signed(reader, depth + 1);
  if (Number.isNaN(result)) throw invalid('a negative number has no such power');
  return result;
}

function atom(reader: Reader, depth: number): number {
  const token = reader.next();
  if (token === undefined) throw invalid('the expression ends too early');
  if (token.kind === 'number') return token.value;
  if (token.kind === 'name') return called(token.text, reader, depth);
  if (token.text !== '(') throw invalid(`"${token.text}" is not expected there`);
  const value = sum(reader, depth + 1);
  if (reader.takes(')') === null) throw invalid('a closing parenthesis is missing');
  return value;
}

const FUNCTIONS: ReadonlyMap<string, (values: readonly number[]) => number> = new Map([
  ['sum', (values) => values.reduce((total, value) => total + value, 0)],
  ['avg', (values) => values.reduce((total, value) => total + value, 0) / values.length],
  ['min', (values) => Math.min(...values)],
  ['max', (values) => Math.max(...values)],
  ['abs', ([value = 0, ...rest]) => single('abs', rest, Math.abs(value))],
  ['sqrt', ([value = 0, ...rest]) => single('sqrt', rest, rootOf(value))],
  ['round', ([value = 0, digits = 0, ...rest]) => single('round', rest, rounded(value, digits))],
]);

function called(name: string, reader: Reader, depth: number): number {
  const work = FUNCTIONS.get(name);
  if (work === undefined)
    throw invalid(`there is no function "${name}"; there are ${[...FUNCTIONS.keys()].join(', ')}`);
  if (reader.takes('(') === null) throw invalid(`${name} needs parentheses`);
  const values = [sum(reader, depth + 1)];
  while (reader.takes(',') !== null) values.push(sum(reader, depth + 1));
  if (reader.takes(')') === null) throw invalid('a closing parenthesis is missing');
  return work(values);
}

function single(name: string, rest: readonly number[], value: number): number {
  if (rest.length > 0) throw invalid(`${name} takes fewer values`);
  return value;
}

function rootOf(value: number): number {
  if (value < 0) throw invalid('a negative number has no root');
  return Math.sqrt(value);
}

/** Half away from zero, by the decimal digits that one sees: round(2.675, 2) is 2.68. */
function rounded(value: number, digits: number): number {
  if (!Number.isInteger(digits) || Math.abs(digits) > DIGITS) throw invalid('round takes whole digits from -15 to 15');
  const [mantissa = '0', exponent = '0'] = Math.abs(value)
    .toExponential(DIGITS - 1)
    .split('e');
  const scaled = Math.round(Number(`${mantissa}e${Number(exponent) + digits}`));
  // So large that it has no digits there to be rounded.
  if (!Number.isSafeInteger(scaled)) return value;
  return Math.sign(value) * Number(`${scaled}e${-digits}`);
}
