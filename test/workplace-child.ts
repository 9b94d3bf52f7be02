/** Prints a hash of each generated scenario: workplace-child.ts SEEDS. Run in several time zones and languages, it prints the same. */
import { sha256 } from '../src/wire/hash.ts';
import { bytesOf, calmScenario, closePlace, FAMILIES, LEVELS, scenarioOf } from './workplace-place.ts';

for (let seed = 0; seed < Number(process.argv[2] ?? 1); seed++) {
  for (const family of FAMILIES)
    for (const level of LEVELS)
      console.log(`${family} ${level} ${seed} ${sha256(bytesOf(calmScenario(family, `bytes-${seed}`, level)))}`);
  const week = FAMILIES.slice(0, 6).map((family) => [{ family }, { family: FAMILIES.at(-1) ?? family }]);
  console.log(`week ${seed} ${sha256(bytesOf(scenarioOf(`bytes-${seed}`, ...week)))}`);
}
await closePlace();
