/** What the linter looks for, each check with its meaning in words. A finding never stops an import. */
const CHECKS = {
  // The prompt
  'prompt-missing': 'the environment has no prompt',
  'trailer-missing': 'the prompt does not end with the state, its descriptions and the tools',
  'trailer-differs': 'what the end of the prompt says differs from the fields of the configuration; the fields hold',
  'placeholder-repeated': 'a placeholder stands in the body more than once',
  'placeholder-missing': 'a placeholder stands nowhere in the body',
  'placeholder-unknown': 'a placeholder that nothing defines',
  'example-call-unknown': 'the example call names a tool that the environment does not have',
  'calling-form-contradictory': 'the prompt asks for flat parameters and shows nested arguments',
  // The state
  'state-form': 'the state or its description is a text, a list or missing instead of an object',
  'state-key-undescribed': 'a key of the state has no description',
  'description-without-key': 'a description of a key that the state does not have',
  'state-braces': 'texts of the state hold braces, which the prompt doubles: taken from the field instead',
  'description-braces': 'a description holds two braces in a row, which must not be taken for an escape',
  'state-byte-order-mark': 'a byte order mark inside a text of the state; kept, since it may be part of the task',
  'state-answers': 'keys of the state hold answers; they are hidden from the agent',
  'example-contradicts-state': 'example outputs show values that the state does not have',
  // Dates
  'date-inferred': 'the state does not say what day it is; inferred',
  'date-missing': 'the state holds no date; the suite’s date is used',
  'date-elsewhere': 'dates in the instruction or the examples, and none in the state',
  'clock-tool': 'a tool tells the time; it must agree with the date of the episode',
  'time-tool': 'a tool lets time pass',
  // The tools
  'tools-missing': 'the environment has no tools',
  'tool-name-twice': 'two tools have one name; the first is kept',
  'tool-name-odd': 'model interfaces refuse the name of a tool',
  'tool-undescribed': 'a tool has no description',
  'example-missing': 'a tool has no example output',
  'example-misplaced': 'the example output stands inside the parameters; moved out of them',
  'example-null': 'the example output is null',
  'example-list': 'the example output is a list, though an object is demanded',
  // Their parameters
  'schema-invalid': 'the parameters are not a valid JSON Schema',
  'schema-not-object': 'the parameters are not an object with properties',
  'required-missing': 'the parameters do not say which are required',
  'required-unknown': 'a required parameter is not among the properties',
  'parameter-undescribed': 'a parameter has no description',
  'parameter-untyped': 'a parameter has no type',
  'parameter-free-form': 'an object parameter does not say what is in it; strict function calling refuses it',
  'parameter-items-missing': 'a list parameter does not say what is in it; strict function calling refuses it',
  'schema-keyword-unusual': 'a keyword that some model interfaces refuse',
  // The file
  'file-byte-order-mark': 'the file begins with a byte order mark; passed over',
  'file-not-utf8': 'the file is not UTF-8',
  'name-differs': 'the environment calls itself otherwise than its file; the file’s name holds',
  'field-unknown': 'a field that the format does not have',
  'number-form': 'whole numbers written as 100.0; the originals are kept as they are',
  'number-too-large': 'a whole number too large to be held exactly',
  'key-twice': 'a key stands twice in one object; the last holds',
  'key-order': 'keys that look like whole numbers come first when read',
  'key-unsafe': 'a key that means something else to JavaScript',
  // Tasks and scenarios
  'task-malformed': 'a line that is not a task; left out',
  'task-twice': 'two tasks have one id; the last is kept',
  'task-dangling': 'a task whose environment is not there; left out',
  'task-multi-line': 'an instruction of several paragraphs',
  'difficulty-odd': 'a difficulty that is not 1, 2 or 3; taken as unknown',
  'environment-shared': 'several tasks share an environment',
  'environment-unused': 'an environment without a task; left out',
  'environment-unreadable': 'an environment that cannot be read; left out with its tasks',
  'environment-twice': 'an environment stands there twice; the last is kept',
  'scenario-malformed': 'a line that is not a scenario; left out',
  'scenario-missing': 'a scenario that the table of scenarios does not have: "Unknown" in reports',
  'scenario-twice': 'a scenario stands in the table twice; the last is kept',
  'scenario-without-task': 'a scenario without a task',
} as const;
export type Check = keyof typeof CHECKS;

export interface Finding {
  /** Null where it is not about an environment. */
  readonly environment: string | null;
  readonly check: Check;
  readonly detail: string;
}

/** One line of the table: how often a check has found something, and where. */
export interface CheckSummary {
  readonly check: Check;
  readonly meaning: string;
  readonly findings: number;
  readonly environments: readonly string[];
  readonly example: string;
}

export function summarise(findings: readonly Finding[]): readonly CheckSummary[] {
  const byCheck = Map.groupBy(findings, ({ check }) => check);
  return Object.entries(CHECKS).flatMap(([name, meaning]) => {
    const check = name as Check;
    const found = byCheck.get(check);
    if (found === undefined) return [];
    const environments = [...new Set(found.flatMap(({ environment }) => environment ?? []))].sort();
    return [{ check, meaning, findings: found.length, environments, example: found[0]?.detail ?? '' }];
  });
}
