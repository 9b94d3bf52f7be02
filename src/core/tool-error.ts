/** What a tool throws when the agent asked for something that the world does not grant. It rolls the call back and is told to the agent. */
export type ToolErrorCode = 'not_found' | 'conflict' | 'invalid' | 'forbidden';

export class ToolError extends Error {
  override readonly name = 'ToolError';
  readonly code: ToolErrorCode;
  constructor(code: ToolErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

export const notFound = (message: string): ToolError => new ToolError('not_found', message);
export const conflict = (message: string): ToolError => new ToolError('conflict', message);
export const invalid = (message: string): ToolError => new ToolError('invalid', message);
export const forbidden = (message: string): ToolError => new ToolError('forbidden', message);
