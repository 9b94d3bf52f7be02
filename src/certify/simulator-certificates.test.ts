import { describe, expect, it } from 'vitest';
import type { SimulatorCertificate } from './simulator.ts';
import {
  type CertificateFile,
  certificatePath,
  certifiedIn,
  formatCertificates,
  mergeCertificates,
  parseCertificates,
} from './simulator-certificates.ts';

const where = { suite: 'occubench', simulator: 'gemini-3-flash' };
const EMPTY: CertificateFile = { ...where, certificates: [] };

function certificate(task: string, change: Partial<SimulatorCertificate> = {}): SimulatorCertificate {
  return {
    task,
    hash: 'h1',
    simulator: 'gemini-3-flash',
    agent: 'model',
    label: 'certified',
    withPlan: { passed: 2, scored: 3, void: 0 },
    unaided: { passed: 1, scored: 3, void: 0 },
    idle: 'failed',
    problems: [],
    ...change,
  };
}

describe('certificates', () => {
  it('come back as they were kept', () => {
    const file = mergeCertificates(EMPTY, [certificate('2'), certificate('10', { withPlan: null, label: 'no-plan' })]);
    expect(file.certificates.map(({ task }) => task)).toEqual(['2', '10']);
    expect(parseCertificates(formatCertificates(file), where)).toEqual(file);
  });

  it('hold for the content of a task, not for its name', () => {
    const certified = certifiedIn(
      mergeCertificates(EMPTY, [certificate('1'), certificate('2', { label: 'too-easy' })]),
    );
    expect(certified({ id: '1', hash: 'h1' })).toBe(true);
    expect(certified({ id: '1', hash: 'edited' })).toBe(false);
    expect(certified({ id: '2', hash: 'h1' })).toBe(false);
    expect(certified({ id: '3', hash: 'h1' })).toBe(false);
    expect(certifiedIn(null)({ id: '1', hash: 'h1' })).toBe(false);
  });

  it('hold under one simulator alone', () => {
    const text = formatCertificates(mergeCertificates(EMPTY, [certificate('1')]));
    expect(parseCertificates(text, { ...where, simulator: 'gpt-5.2' })).toBeNull();
    expect(parseCertificates(text, { ...where, suite: 'other' })).toBeNull();
    expect(mergeCertificates(EMPTY, [certificate('1', { simulator: 'gpt-5.2' })]).certificates).toEqual([]);
    expect(certificatePath('occubench', 'openai/gpt-5.2')).not.toBe(certificatePath('occubench', 'openai-gpt-5.2'));
    expect(certificatePath('occubench', 'gpt-5.2')).toBe('certificates/occubench/gpt-5.2.json');
    expect(certificatePath('../up', '..')).toMatch(/^certificates\/[^./][^/]*\/[^./][^/]*\.json$/);
  });

  it('are replaced by newer ones, but no void displaces a decision about the same content', () => {
    const file = mergeCertificates(EMPTY, [certificate('1')]);
    const labelAfter = (change: Partial<SimulatorCertificate>): string | undefined =>
      mergeCertificates(file, [certificate('1', change)]).certificates[0]?.label;
    expect(labelAfter({ label: 'unsolvable' })).toBe('unsolvable');
    expect(labelAfter({ label: 'void' })).toBe('certified');
    expect(labelAfter({ label: 'void', hash: 'edited' })).toBe('void');
  });

  it('are not read from what is no such file', () => {
    for (const text of ['', '{', '{}', JSON.stringify({ version: 2, ...where, certificates: [] })]) {
      expect(parseCertificates(text, where)).toBeNull();
    }
  });
});
