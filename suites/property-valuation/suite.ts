/** The valuation and loan-review desk of an income-property lender. */
import { defineSuite } from 'practicum';
import { comparableValuation } from './families/comparable-valuation.ts';
import { covenantReview } from './families/covenant-review.ts';
import { releaseRequest } from './families/release-request.ts';
import { rentRollAudit } from './families/rent-roll-audit.ts';
import { world } from './world.ts';

export default defineSuite({
  name: 'property-valuation',
  title: 'Commercial property valuation',
  description:
    'Covenant reviews, valuations by comparable sales, rent-roll audits and release requests at the valuation and loan-review desk of an income-property lender.',
  category: 'Business & Enterprise',
  domain: 'Real Estate',
  scenario: 'Commercial Property Valuation',
  world,
  families: [covenantReview, comparableValuation, rentRollAudit, releaseRequest],
});
