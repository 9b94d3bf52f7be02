/** The live line under a run. On a terminal it is drawn over itself; elsewhere a line now and then says that it goes on. */
import type { Progress } from '../run/run.ts';

export interface ProgressLine {
  show(progress: Progress): void;
  /** A sentence that must not be overwritten. */
  say(sentence: string): void;
  end(): void;
}

const REDRAW_MS = 100;
const LINE_MS = 10_000;

export function progressLine(stream: NodeJS.WriteStream, now: () => number): ProgressLine {
  const began = now();
  let last = stream.isTTY ? 0 : began;
  let drawn = false;
  const clear = (): void => {
    if (drawn) stream.write('\r\u001b[K');
    drawn = false;
  };
  return {
    show: (progress) => {
      const time = now();
      if (time - last < (stream.isTTY ? REDRAW_MS : LINE_MS)) return;
      last = time;
      const words = inWords(progress, (time - began) / 1000);
      if (!stream.isTTY) return void stream.write(`${words}\n`);
      clear();
      stream.write(words.slice(0, (stream.columns ?? 80) - 1));
      drawn = true;
    },
    say: (sentence) => {
      clear();
      stream.write(`${sentence}\n`);
    },
    end: clear,
  };
}

function inWords(progress: Progress, seconds: number): string {
  const { planned, before, passed, failed, running } = progress;
  const played = passed + failed + progress.void;
  const done = before + passed + failed;
  const width = 20;
  const filled = Math.round((width * Math.min(planned, done + progress.void)) / Math.max(1, planned));
  const bar = '█'.repeat(filled) + '░'.repeat(width - filled);
  const speed = played / Math.max(0.001, seconds);
  const left = speed > 0 ? (planned - done - progress.void) / speed : 0;
  const eta = left >= 5 ? ` · ${duration(left)} left` : '';
  return `${bar} ${done}/${planned} · ${passed} passed · ${failed} failed · ${progress.void} void · ${running} running · ${rate(speed)}/s${eta}`;
}

function rate(speed: number): string {
  return speed >= 10 ? String(Math.round(speed)) : speed.toFixed(1);
}

function duration(seconds: number): string {
  if (seconds < 90) return `${Math.round(seconds)} s`;
  return seconds < 5400 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`;
}
