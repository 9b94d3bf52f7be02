import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const source = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  resolve: {
    alias: [
      { find: /^practicum$/, replacement: source('./src/index.ts') },
      { find: /^practicum\/testing$/, replacement: source('./src/testing.ts') },
    ],
  },
  test: {
    include: ['src/**/*.test.ts', 'suites/**/*.test.ts', 'test/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    pool: 'forks',
    // One worker for each of two cores: by default there is one less than cores.
    maxWorkers: 2,
    reporters: ['default'],
  },
});
