/**
 * Several programs that share one pair of hands. Each asks for one thing at a time and waits; when all wait, whoever is most pressing
 * is served. So programs of single assignments work side by side without knowing of each other.
 */
import type { Minute } from './instance.ts';

/** `due` is asked whenever somebody is chosen: deadlines move while one waits. */
export type Request =
  | { readonly kind: 'call'; due(): Minute; run(): Promise<void> }
  /** `isAppointed`: one has to be there at that very minute. */
  | {
      readonly kind: 'wait';
      readonly until: Minute;
      due(): Minute;
      readonly isAppointed: boolean;
      run(): Promise<void>;
    };

export interface Roster {
  /** Starts a program. What it throws is kept: the others go on. */
  start(id: string, program: () => Promise<void>): void;
  /** Stops serving a program; it never hears of it. */
  drop(id: string): void;
  /** A program asks, and goes on when it was served. */
  ask(id: string, request: Request): Promise<void>;
  /** Resolves when every program waits or is done. */
  settled(): Promise<void>;
  pending(): readonly { readonly id: string; readonly request: Request }[];
  serve(id: string): Promise<void>;
  failures(): readonly unknown[];
}

export function newRoster(): Roster {
  const waiting = new Map<string, { readonly request: Request; go(): void }>();
  const dropped = new Set<string>();
  const failures: unknown[] = [];
  let active = 0;
  let idle: (() => void) | null = null;

  const rest = (): void => {
    active--;
    if (active === 0) idle?.();
  };
  return {
    start: (id, program) => {
      active++;
      void program()
        .catch((error: unknown) => {
          if (!dropped.has(id)) failures.push(error);
        })
        .finally(rest);
    },
    drop: (id) => {
      dropped.add(id);
      waiting.delete(id);
    },
    ask: (id, request) =>
      new Promise((resolve) => {
        if (!dropped.has(id)) waiting.set(id, { request, go: resolve });
        rest();
      }),
    settled: async () => {
      if (active === 0) return;
      await new Promise<void>((resolve) => {
        idle = resolve;
      });
      idle = null;
    },
    pending: () => [...waiting].map(([id, { request }]) => ({ id, request })),
    serve: async (id) => {
      const found = waiting.get(id);
      if (found === undefined) return;
      waiting.delete(id);
      await found.request.run();
      active++;
      found.go();
    },
    failures: () => failures,
  };
}
