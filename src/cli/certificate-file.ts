/** Certificates of tasks under a simulator, kept in the home folder. */
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { SimulatorCertificate } from '../certify/simulator.ts';
import {
  type CertificateFile,
  certificatePath,
  formatCertificates,
  mergeCertificates,
  parseCertificates,
} from '../certify/simulator-certificates.ts';
import { writeWhole } from '../run/directory.ts';

export interface CertificatePlace {
  readonly home: string;
  readonly suite: string;
  readonly simulator: string;
}

/** What is certified so far for this suite and this simulator. */
export function readCertificates(home: string, suite: string, simulator: string): CertificateFile {
  const path = join(home, certificatePath(suite, simulator));
  const known = existsSync(path) ? parseCertificates(readFileSync(path, 'utf8'), { suite, simulator }) : null;
  return known ?? { suite, simulator, certificates: [] };
}

/** Adds new ones, and says where they are. */
export function keepCertificates(
  { home, suite, simulator }: CertificatePlace,
  fresh: readonly SimulatorCertificate[],
): string {
  const path = join(home, certificatePath(suite, simulator));
  mkdirSync(dirname(path), { recursive: true });
  writeWhole(path, formatCertificates(mergeCertificates(readCertificates(home, suite, simulator), fresh)));
  return path;
}
