/** The linter of one environment: every oddity that it meets, as a finding. Joins between files are the importer's business. */
import type { JsonObject } from '../../core/json.ts';
import type { Finding } from './checks.ts';
import type { LanguageEnvironment } from './environment.ts';
import { lintPrompt } from './lint-prompt.ts';
import { lintDates, lintState } from './lint-state.ts';
import { type EnvironmentText, lintText } from './lint-text.ts';
import { lintTools } from './lint-tools.ts';

export interface Linted extends EnvironmentText {
  /** As it was parsed. */
  readonly config: JsonObject;
  /** As it is used. */
  readonly environment: LanguageEnvironment;
  readonly instruction: string;
}

export function lintEnvironment(linted: Linted): readonly Finding[] {
  const { name, config, environment, instruction } = linted;
  const notes = [
    ...lintText(linted, config),
    ...lintPrompt(environment, config),
    ...lintState(environment, config),
    ...lintDates(environment, instruction),
    ...lintTools(config),
  ];
  return notes.map(([check, detail]) => ({ environment: name, check, detail }));
}
