/** How many suppliers of which sort a ledger has. Takes the original's spellings. */
import { z } from 'zod';
import type { Random } from '../../../../core/random.ts';

export type Params = {
  readonly normal: number;
  readonly abnormal: number;
  /** Suppliers that show some of the signs but not all. */
  readonly decoys: number;
  /** Payments whose amount is not the invoice's. */
  readonly mismatches: number;
};

const normal = z.int().min(1).max(12).exactOptional();
const abnormal = z.int().min(0).max(6).exactOptional();

export const paramsSchema: z.ZodType<Params> = z
  .object({
    normal,
    normal_suppliers: normal,
    num_normal_suppliers: normal,
    normal_supplier_num: normal,
    abnormal,
    abnormal_suppliers: abnormal,
    num_abnormal_suppliers: abnormal,
    abnormal_supplier_num: abnormal,
    decoys: z.int().min(1).max(4).exactOptional(),
    mismatches: z.int().min(1).max(6).exactOptional(),
  })
  .transform((given) => ({
    normal:
      given.normal ??
      given.normal_suppliers ??
      given.num_normal_suppliers ??
      given.normal_supplier_num ??
      DEFAULT.normal,
    abnormal:
      given.abnormal ??
      given.abnormal_suppliers ??
      given.num_abnormal_suppliers ??
      given.abnormal_supplier_num ??
      DEFAULT.abnormal,
    decoys: given.decoys ?? DEFAULT.decoys,
    mismatches: given.mismatches ?? DEFAULT.mismatches,
  }));

const DEFAULT: Params = { normal: 3, abnormal: 1, decoys: 2, mismatches: 2 };

export function sampleParams(random: Random, difficulty: 1 | 2 | 3): Params {
  return {
    normal: random.int(2, difficulty + 2),
    abnormal: difficulty === 1 ? 1 : random.int(0, 2),
    decoys: difficulty === 1 ? 1 : difficulty + 1,
    mismatches: random.int(difficulty, difficulty + 1),
  };
}
