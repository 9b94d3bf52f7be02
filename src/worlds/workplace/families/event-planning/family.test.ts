import { describe, expect, it } from 'vitest';
import { DONE, testFamily, trialOf } from '../../../../../test/family-trial.ts';
import { stream } from '../../../../core/random.ts';
import { drawPicture } from '../../picture.ts';
import { family } from './family.ts';
import { LEVELS, paramsSchema } from './params.ts';
import { drawRegion, roadMap } from './region.ts';
import { tripsOf, tripWith } from './trip.ts';

const trial = trialOf(family);
const { composed, played } = trial;

describe(family.name, () => {
  testFamily(trial, {
    asked: LEVELS.map((level) => ({ level })),
    refused: [{ level: 'D9' }],
    malformed: ['{"common_dates":5,"plan":[]}', '{"plan":{"morning":1},"event_date":{}}'],
  });

  it('keeps two trips of one department in one day apart', async () => {
    const task = { arguments: { level: 'C4', department: 'Sales_2' }, difficulty: 3 as const };
    for (const seed of ['t0', 't1', 't2'])
      expect(await played(composed(seed, [task, task]), 'oracle')).toMatchObject(DONE);
  });

  it('figures of a trip, worked out by hand', () => {
    const guide = {
      locations: [
        { name: 'Mill', interest: 4.1, ticket: 20 },
        { name: 'Lake', interest: 3.3, ticket: { early: 8, mid: 10, late: 12 } },
      ],
      restaurants: [{ name: 'Barn', interest: 3.9, price: 60 }],
      roads: [
        { from: 'Company', to: 'Barn', distance_km: 2.1 },
        { from: 'Barn', to: 'Mill', distance_km: 3.3 },
        { from: 'Company', to: 'Lake', distance_km: 5.0 },
      ],
    };
    const trip = tripWith(tripsOf(guide, 'late'), { morning: 'Mill', lunch: 'Barn', afternoon: 'Lake' });
    // Legs of 5.4, 3.3, 7.1 and 5 km take 11, 7, 15 and 10 minutes.
    expect(trip).toMatchObject({ interest: 11.3, cost: 92, distance: 20.8, end: 9 * 60 + 330 + 43 });
    expect(trip?.overall).toBeCloseTo(0.4 * 0 + 0.4 * 1 + 0.2 * 1, 10);
  });

  it('the road map is a picture that can be drawn, with as many roads as join its places', () => {
    const region = drawRegion(stream('map', 'region'));
    const { picture, content } = roadMap(region, 'Roads');
    expect(drawPicture(picture).width).toBeGreaterThan(300);
    expect(region.guide.roads).toHaveLength(16);
    expect(content.match(/ km$/gm)).toHaveLength(16);
  });

  it('understands spellings of levels', () => {
    expect(paramsSchema.parse({ difficulty: { level: 'c4' }, department: 'sales_1' })).toMatchObject({ level: 'C4' });
    expect(paramsSchema.parse({ task_type_name: 'Level B2' })).toMatchObject({ level: 'B2' });
  });
});
