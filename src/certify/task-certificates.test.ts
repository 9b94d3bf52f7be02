import { describe, expect, it } from 'vitest';
import { cornerShop } from '../../test/corner-shop.ts';
import { shopRun } from '../../test/shop-run.ts';
import type { Task } from '../core/task.ts';
import { certify } from './certificate.ts';
import {
  formatTaskCertificates,
  keptCertificate,
  labelsIn,
  mergeTaskCertificates,
  parseTaskCertificates,
  taskCertificatesPath,
} from './task-certificates.ts';
import { taskHash } from './task-hash.ts';

const [task, other] = cornerShop.tasks as [Task, Task];
const terms = { seed: '0', practicum: 'test' };
const EMPTY = { suite: 'corner-shop', certificates: [] };
const certificate = await certify({ ...cornerShop, solution: () => null }, task);

describe('kept certificates', () => {
  it('come back as they were kept, in order of their tasks', () => {
    const kept = mergeTaskCertificates(EMPTY, [
      keptCertificate({ ...task, id: 'restock-10' }, certificate, terms),
      keptCertificate(task, certificate, terms),
    ]);
    expect(kept.certificates.map((one) => one.task)).toEqual(['restock-2', 'restock-10']);
    expect(kept.certificates[0]).toMatchObject({
      ...terms,
      label: 'env-bug',
      hash: taskHash(task),
      suite: 'corner-shop',
    });
    expect(parseTaskCertificates(formatTaskCertificates(kept), 'corner-shop')).toEqual(kept);
    expect(parseTaskCertificates(formatTaskCertificates(kept), 'another')).toBeNull();
    expect(parseTaskCertificates('{', 'corner-shop')).toBeNull();
  });

  it('hold for a task as it was, not for its name', () => {
    const labelOf = labelsIn(mergeTaskCertificates(EMPTY, [keptCertificate(task, certificate, terms)]));
    expect(labelOf(task)).toBe('env-bug');
    expect(labelOf(other)).toBeNull();
    expect(labelOf({ ...task, brief: 'Something else.' })).toBeNull();
    expect(labelOf({ ...task, suite: 'elsewhere' })).toBeNull();
  });

  it('give way to newer ones', () => {
    const first = mergeTaskCertificates(EMPTY, [keptCertificate(task, certificate, terms)]);
    const second = mergeTaskCertificates(first, [keptCertificate(task, { ...certificate, label: 'weak' }, terms)]);
    expect(second.certificates.map(({ label }) => label)).toEqual(['weak']);
  });

  it('name a task as plans do', async () => {
    const { plan } = await shopRun({ path: '/nowhere', agents: ['idle'] });
    expect(plan.tasks.map(({ hash }) => hash)).toEqual(cornerShop.tasks.map(taskHash));
  });

  it('stand in files that no name of a suite can lead astray', () => {
    expect(taskCertificatesPath('corner-shop')).toBe('certificates/corner-shop.json');
    expect(taskCertificatesPath('../../etc')).toMatch(/^certificates\/etc-[0-9a-f]{6}\.json$/);
  });
});
