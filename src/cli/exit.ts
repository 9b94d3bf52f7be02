/** What the command's exit says. */
export const EXIT = { done: 0, error: 1, usage: 2, voids: 3, interrupted: 130 } as const;
