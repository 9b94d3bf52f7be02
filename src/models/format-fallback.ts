/**
 * Asks without the wanted form where the server does not know how to promise one: many OpenAI-compatible servers answer a JSON
 * Schema with 400. What comes back is then read as best as one can, which every caller does anyway. Goes directly around the
 * provider; that a model has no such promise is remembered, so that it is asked in vain once only.
 */
import { ModelError } from '../core/errors.ts';
import type { Model, ModelRequest } from '../core/model.ts';

export function withFormatFallback(model: Model): Model {
  let isRefused = false;
  return {
    name: model.name,
    generate: async (request, signal) => {
      if (request.format === undefined || isRefused) return model.generate(withoutFormat(request), signal);
      try {
        return await model.generate(request, signal);
      } catch (error) {
        if (!(error instanceof ModelError) || error.fault !== 'bad-request') throw error;
        const reply = await model.generate(withoutFormat(request), signal);
        // Only now is it known that the form was the trouble, and not something else about the request.
        isRefused = true;
        return reply;
      }
    },
  };
}

function withoutFormat({ format: _format, ...request }: ModelRequest): ModelRequest {
  return request;
}
