/** Whether a waiver is in force for a covenant that was missed. */
import type { Believed } from './believed.ts';
import type { Waiver } from './records.ts';

interface Missed {
  readonly id: string;
  readonly ratio: number;
}

export function isWaived({ id, ratio }: Missed, waivers: readonly Believed<Waiver>[], date: string): boolean {
  return waivers.some(
    (waiver) =>
      waiver.covenant_id === id &&
      waiver.granted_by === 'credit-committee' &&
      waiver.granted_on <= date &&
      waiver.expires_on >= date &&
      ratio >= waiver.floor,
  );
}
