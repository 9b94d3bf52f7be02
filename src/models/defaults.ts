/**
 * What every request to a model asks for unless it says otherwise: an alias's temperature, its effort. Goes outside `record`, so
 * that what is recorded, cached and replayed is the whole request.
 */
import type { Model, ModelRequest } from '../core/model.ts';

export type Defaults = Pick<ModelRequest, 'reasoningEffort' | 'temperature' | 'maxOutputTokens'>;

export function withDefaults(model: Model, defaults: Defaults): Model {
  return { name: model.name, generate: (request, signal) => model.generate({ ...defaults, ...request }, signal) };
}
