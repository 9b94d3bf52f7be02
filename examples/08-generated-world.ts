/**
 * A world that a model has written, in the folder beside this file: SQL, JavaScript and verifiers that nobody has to trust, since
 * all of it runs in a sandbox. Certified like any other suite; the same from the command line:
 *   ./practicum check examples/08-generated-world
 */
import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { certifySuite, openCatalog } from 'practicum';

const suite = await openCatalog(process.env).suite(fileURLToPath(new URL('08-generated-world', import.meta.url)));
const { certificates, isSound } = await certifySuite(suite, suite.tasks);
for (const { task, label, mutants } of certificates)
  console.log(`${task}: ${label}; ${mutants.killed} mutants fail, ${mutants.equivalent} make no difference`);
assert.ok(isSound);
