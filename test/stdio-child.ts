/** A server over standard input and output, for tests that start one: the shop's first task. Ends with its client. */

import { serveStdio } from '../src/serve/mcp-stdio.ts';
import { cornerShop } from './corner-shop.ts';
import { shopHost } from './face-shop.ts';

const host = await shopHost();
const [task] = cornerShop.tasks;
if (task === undefined) throw new Error('the shop has no task');
await serveStdio({ host, request: { environment: cornerShop.name, task }, version: '1.2.3' });
console.error(`stats ${JSON.stringify(host.stats())}`);
await host.end();
