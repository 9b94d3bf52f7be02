/** What an interpreter may use before it is ended. Times are of the wall, in milliseconds; sizes are in bytes. */
export interface PythonLimits {
  /** To execute a source and describe it. */
  readonly loadTime: number;
  readonly callTime: number;
  readonly verifyTime: number;
  /** Address space of a scenario's process and of each of its episodes. */
  readonly memory: number;
  readonly verifierMemory: number;
  /** What an answer or a verifier's value may measure. */
  readonly answer: number;
  /** What a database may grow to. */
  readonly file: number;
  /** Live episodes of one scenario, and whatever else its source starts while it is executed. */
  readonly processes: number;
}

const MEGABYTE = 1024 * 1024;

/** A source of a hundred kilobytes loads in half a second; the originals allow a call 10 to 30 seconds and a verifier 20. */
export const DEFAULT_LIMITS: PythonLimits = {
  loadTime: 60_000,
  callTime: 30_000,
  verifyTime: 20_000,
  memory: 1024 * MEGABYTE,
  verifierMemory: 512 * MEGABYTE,
  answer: 8 * MEGABYTE,
  file: 64 * MEGABYTE,
  processes: 1100,
};

/** Computing time of an episode, all calls together: beyond any honest one, and the end of whatever goes on in the background. */
const EPISODE_SECONDS = 600;

/** What the interpreter is told when it starts. */
export function settings(limits: PythonLimits, isContained: boolean, isProbe = false): string {
  return JSON.stringify({
    contained: isContained,
    probe: isProbe,
    scratch: '2g',
    limits: {
      frame: Math.max(limits.file, limits.answer) + 4 * MEGABYTE,
      memory: limits.memory,
      verifierMemory: limits.verifierMemory,
      answer: limits.answer,
      file: limits.file,
      processes: limits.processes,
      seconds: EPISODE_SECONDS,
      verifierSeconds: Math.ceil(limits.verifyTime / 1000),
    },
  });
}
