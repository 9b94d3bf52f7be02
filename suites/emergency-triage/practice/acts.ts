/** The acts that several programs do, each with the look that tells whether it is done. */
import type { Hands } from 'practicum';
import { chartOf, type Room } from './chart.ts';

export function page(hands: Hands, input: { visit_id: string; staff_id: string }): Promise<void> {
  return hands.act('page_physician', input, async () => {
    const requests = await chartOf(hands).requests(input.visit_id);
    return requests.some(({ kind }) => kind === 'physician');
  });
}

export interface Placing {
  readonly visit_id: string;
  readonly room_id: string;
  readonly nurse_id: string;
  readonly sign: Room['sign'];
}

export function place(hands: Hands, { visit_id, room_id, nurse_id, sign }: Placing): Promise<void> {
  return hands.act('place_patient', { visit_id, room_id, nurse_id, sign }, async () => {
    return (await chartOf(hands).visit(visit_id)).room_id === room_id;
  });
}
