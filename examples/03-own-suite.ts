/** Certifies the suite beside this file: oracle passes, idle fails, and so does every mistake made from the oracle's path. */
import assert from 'node:assert/strict';
import { certifySuite } from 'practicum';
import suite from './03-own-suite/suite.ts';

const { certificates, isSound } = await certifySuite(suite, suite.tasks);
for (const { task, label, mutants } of certificates)
  console.log(`${task}: ${label}; ${mutants.killed} mutants fail, ${mutants.equivalent} make no difference`);
assert.ok(isSound);
