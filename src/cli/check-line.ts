/** The live line under a check, on a terminal only: how far it is and what was found. */
import type { Certificate } from '../certify/certificate.ts';
import type { ProgressLine } from './progress-line.ts';

export interface CheckLine extends Pick<ProgressLine, 'say' | 'end'> {
  show(certificate: Certificate): void;
}

export function checkLine(stream: NodeJS.WriteStream, planned: number): CheckLine {
  const counts = new Map<string, number>();
  let done = 0;
  const clear = (): void => {
    if (stream.isTTY) stream.write('\r\u001b[K');
  };
  return {
    show: ({ label, task }) => {
      done++;
      counts.set(label, (counts.get(label) ?? 0) + 1);
      if (!stream.isTTY) return;
      clear();
      const found = [...counts].map(([name, count]) => `${count} ${name}`).join(' · ');
      stream.write(`${done}/${planned} · ${found} · ${task}`.slice(0, (stream.columns ?? 80) - 1));
    },
    say: (sentence) => {
      clear();
      stream.write(`${sentence}\n`);
    },
    end: clear,
  };
}
