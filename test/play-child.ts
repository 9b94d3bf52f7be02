/** The command `play` alone, as the command line adds it: play-child.ts FLAGS. */
import { Command } from 'commander';
import { addPlay } from '../src/cli/play-flags.ts';

const program = new Command();
addPlay(program);
await program.parseAsync(['play', ...process.argv.slice(2)], { from: 'user' });
