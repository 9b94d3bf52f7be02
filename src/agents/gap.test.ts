import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { JsonObject } from '../core/json.ts';
import { withoutGaps } from './gap.ts';

const schema = z.toJSONSchema(
  z.object({
    total: z.int(),
    note: z.string().optional(),
    ended: z.string().nullable(),
    items: z.array(z.object({ id: z.string(), price: z.number(), isOpen: z.boolean(), kind: z.enum(['a', 'b']) })),
  }),
) as JsonObject;
const whole = { total: 1, ended: null, items: [{ id: 'x', price: 2.5, isOpen: true, kind: 'b' }] };

describe('withoutGaps', () => {
  it('leaves a sound answer as it is', () => {
    expect(withoutGaps(whole, schema)).toEqual(whole);
    expect(withoutGaps({ ...whole, note: 'n', more: 1 }, schema)).toEqual({ ...whole, note: 'n', more: 1 });
    expect(withoutGaps({ anything: null }, {})).toEqual({ anything: null });
  });

  it('reads nothing as a value where something is missing or null', () => {
    expect(withoutGaps({}, schema)).toEqual({ total: 0, ended: null, items: [] });
    expect(withoutGaps({ ...whole, items: [{ id: null, kind: null }] }, schema)).toEqual({
      ...whole,
      items: [{ id: '', price: 0, isOpen: false, kind: 'a' }],
    });
  });
});
