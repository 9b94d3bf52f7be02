/**
 * Keys of a state that by their names hold the answer to the task: what a simulator must know and an agent must never be told.
 * Knows names only; an environment may name further keys itself.
 */
import type { JsonObject } from '../../core/json.ts';
import { entriesOf, isEmpty, snakeCase } from './json-walk.ts';

/**
 * What a task may ask for. Narrow on purpose: an `actual_condition` is what an inspection finds out, a `true_heading` or a
 * `secret_name` a fact of the trade, and hiding either would make its task unsolvable.
 */
const ASKED_FOR = '(root_?)?cause|diagnosis|pathology|answer|solution|culprit|verdict|motive|truth';

/** Things that are called hidden and are no answers. */
const NO_ANSWER =
  'layer|size|dim|dimension|unit|file|folder|fee|cost|charge|column|row|field|sheet|channel|network|ssid|item';

const ANSWERS: readonly RegExp[] = [
  new RegExp(`^_*hidden_(?!(${NO_ANSWER})s?$)\\w+$`),
  /(^|_)ground_?truth(_|$)/,
  /(^|_)answer_?key(_|$)/,
  new RegExp(`^_*(true|actual|real|correct|secret|underlying|latent)_(\\w+_)?(${ASKED_FOR})s?$`),
  /^_*(golden|oracle|reference)_(answer|solution)s?$/,
];

/** In the order in which they are met, each once. A key that holds nothing anywhere gives nothing away. */
export function answerKeys(state: JsonObject): readonly string[] {
  const found = [...entriesOf(state)].filter(({ key, value }) => isAnswerKey(key) && !isEmpty(value));
  return [...new Set(found.map(({ key }) => key))];
}

function isAnswerKey(key: string): boolean {
  const name = snakeCase(key);
  return ANSWERS.some((pattern) => pattern.test(name));
}
