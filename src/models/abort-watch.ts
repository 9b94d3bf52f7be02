/**
 * One listener for each signal, however many wait under it: a signal looks through all its listeners whenever one is added or
 * removed, so that a listener for each of 100,000 who wait under a run's one signal took over a minute.
 */
export interface AbortWatch {
  /** The function given back must be called when the wait is over. */
  add(signal: AbortSignal, onAbort: () => void): () => void;
}

export function abortWatch(): AbortWatch {
  const watched = new Map<AbortSignal, { readonly all: Set<() => void>; readonly stop: () => void }>();
  const watch = (signal: AbortSignal) => {
    const all = new Set<() => void>();
    const onAbort = (): void => {
      watched.delete(signal);
      for (const each of all) each();
    };
    signal.addEventListener('abort', onAbort, { once: true });
    return { all, stop: () => signal.removeEventListener('abort', onAbort) };
  };
  return {
    add: (signal, onAbort) => {
      const { all, stop } = watched.get(signal) ?? watch(signal);
      watched.set(signal, { all, stop });
      all.add(onAbort);
      return () => {
        all.delete(onAbort);
        if (all.size > 0) return;
        stop();
        watched.delete(signal);
      };
    },
  };
}
