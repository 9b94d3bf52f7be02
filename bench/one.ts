/** Runs a single benchmark in this process: one.ts NAME [--quick]. Start it with --cpu-prof to see where the time goes. */
import type { Benchmark } from './benchmark.ts';
import { paperOn } from './paper.ts';

const [name = '', ...flags] = process.argv.slice(2);
const { default: benchmark }: { default: Benchmark } = await import(`./benchmarks/${name}.ts`);
const quick = flags.includes('--quick');
const paper = paperOn((line) => console.log(line), { isSample: quick });
paper.heading(`${name}: ${benchmark.summary}${quick ? ' (quick sample)' : ''}`);
await benchmark.run({ quick, paper });
