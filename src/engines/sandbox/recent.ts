/** A few things by their key: when there are too many, what was not asked for the longest is let go. */
export interface Recent<T> {
  get(key: string): T | undefined;
  set(key: string, value: T): void;
}

export function recent<T>(most: number): Recent<T> {
  const kept = new Map<string, T>();
  const set = (key: string, value: T): void => {
    kept.delete(key);
    kept.set(key, value);
    for (const oldest of kept.size > most ? kept.keys().take(1) : []) kept.delete(oldest);
  };
  return {
    get: (key) => {
      const value = kept.get(key);
      if (value !== undefined) set(key, value);
      return value;
    },
    set,
  };
}
