/** The world of the suite: the desk's database and the tools over it. */
import { readFileSync } from 'node:fs';
import { databaseWorld } from 'practicum';
import { fill } from './fill.ts';
import { handbook } from './handbook.ts';
import { covenantTools } from './tools/covenants.ts';
import { entryTools } from './tools/entries.ts';
import { operationsTools } from './tools/operations.ts';
import { portfolioTools } from './tools/portfolio.ts';
import { releaseTools } from './tools/releases.ts';
import { valueTools } from './tools/values.ts';

export const schema = readFileSync(new URL('./schema.sql', import.meta.url), 'utf8');

export const world = databaseWorld({
  name: 'property-valuation',
  title: 'Valuation and loan-review desk of an income-property lender',
  rules: handbook,
  schema,
  fill,
  tools: [...portfolioTools, ...operationsTools, ...covenantTools, ...releaseTools, ...valueTools, ...entryTools],
  volatile: {
    audit: '*',
    review: ['id', 'reviewed_at', 'note'],
    waiver: ['id'],
    valuation: ['id', 'posted_at'],
    flag: ['id'],
    escalation: ['id'],
  },
});
