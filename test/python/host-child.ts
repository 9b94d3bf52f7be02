/**
 * A program that opens an episode and leaves the engine as it is: `stay` keeps it alive, `leave` lets it end by itself. With `trust`
 * it goes on where nothing can be contained.
 */
import { deskSpec, get, testEngine } from './desk.ts';

const [how, trust] = process.argv.slice(2);
try {
  const engine = testEngine({ trust: trust === 'trust' });
  const episode = await (await engine.scenario(deskSpec('repaired'))).open();
  const { status } = await get(episode, '/books', 'list_books');
  console.log(`ready ${status}`);
} catch (error) {
  console.log(String(error));
}
if (how === 'stay') setInterval(() => {}, 1000);
