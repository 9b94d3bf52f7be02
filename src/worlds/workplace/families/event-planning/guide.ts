/** What is published about a trip: places with prices, restaurants, roads. One shape for whoever draws it, reads it and judges by it. */
import { z } from 'zod';

/** Prices may differ by the part of the month: days 1 to 10, 11 to 20, and from 21 on. */
export const THIRDS = ['early', 'mid', 'late'] as const;
export type Third = (typeof THIRDS)[number];

const ticketSchema = z.union([z.number(), z.object({ early: z.number(), mid: z.number(), late: z.number() })]);

export const locationsSchema = z.object({
  locations: z.array(z.object({ name: z.string(), interest: z.number(), ticket: ticketSchema })),
});
export const restaurantsSchema = z.object({
  restaurants: z.array(z.object({ name: z.string(), interest: z.number(), price: z.number() })),
});
export const roadsSchema = z.object({
  roads: z.array(z.object({ from: z.string(), to: z.string(), distance_km: z.number() })),
});
export const guideSchema = locationsSchema.extend(restaurantsSchema.shape).extend(roadsSchema.shape);
export type Guide = z.output<typeof guideSchema>;

/** Where every trip starts and ends, as the road map calls it. */
export const START = 'Company';

export function ticketOn(ticket: z.output<typeof ticketSchema>, third: Third): number {
  return typeof ticket === 'number' ? ticket : ticket[third];
}

export function thirdOf(dayOfMonth: number): Third {
  return dayOfMonth <= 10 ? 'early' : dayOfMonth <= 20 ? 'mid' : 'late';
}
