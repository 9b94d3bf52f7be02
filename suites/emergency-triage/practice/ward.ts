/**
 * The department as a solution program sees it while it moves people: read once, then kept up with the program's own acts, so
 * that later choices reckon with earlier ones.
 */
import { type Hands, SolutionStuck } from 'practicum';
import { place } from './acts.ts';
import { type Certification, chartOf, type Protocol, type Room, type Staff } from './chart.ts';
import { weightOf, yearsOld } from './people.ts';
import { chooseNurse, type Newcomer, signFor } from './rooming.ts';

export interface Ward {
  readonly now: string;
  readonly rooms: readonly Room[];
  /** What the rules want to know about somebody who needs a room. */
  newcomer(visit: Arrival): Promise<Newcomer>;
  /** Places somebody under the nurse whom the rules name, and tells who that is. */
  put(newcomer: Newcomer, room: Room): Promise<string>;
  /** Somebody has left a room, and it is clean again. */
  vacated(room: Room): void;
  /** A nurse has one patient less. */
  relieved(nurseId: string, level: number): void;
}

export interface Arrival {
  readonly visit_id: string;
  readonly patient_id: string;
  readonly complaint: string;
  readonly level: number;
}

interface Sources {
  readonly now: string;
  readonly protocols: readonly Protocol[];
}

export async function wardOf(hands: Hands, { now, protocols }: Sources): Promise<Ward> {
  const chart = chartOf(hands);
  const rooms = await chart.rooms();
  const nurses = await chart.staff('nurse');
  const known = new Map<string, readonly Certification[]>();
  const certificationsOf = async (id: string): Promise<readonly Certification[]> => {
    const held = known.get(id) ?? (await chart.certifications(id));
    known.set(id, held);
    return held;
  };
  return {
    now,
    rooms,
    newcomer: (visit) => newcomerOf(hands, visit, { now, protocols }),
    put: async (newcomer, room) => {
      const nurse = await chooseNurse(newcomer, room, { nurses, now, certificationsOf });
      if (nurse === null) throw new SolutionStuck(`no nurse is left for ${room.room_id}`);
      const { visit_id, sign, level } = newcomer;
      await place(hands, { visit_id, room_id: room.room_id, nurse_id: nurse.staff_id, sign });
      Object.assign(room, { status: 'occupied', visit_id, sign, since: now });
      count(nurse, level, 1);
      return nurse.staff_id;
    },
    vacated: (room) => {
      Object.assign(room, { status: 'ready', visit_id: 'none', sign: 'none', since: 'none' });
    },
    relieved: (nurseId, level) => {
      const nurse = nurses.find(({ staff_id }) => staff_id === nurseId);
      if (nurse !== undefined) count(nurse, level, -1);
    },
  };
}

function count(nurse: Staff, level: number, by: number): void {
  nurse.patients += by;
  if (level <= 2) nurse.urgent_patients += by;
}

async function newcomerOf(hands: Hands, visit: Arrival, { now, protocols }: Sources): Promise<Newcomer> {
  const chart = chartOf(hands);
  const { born_on, immunosuppressed } = await chart.patient(visit.patient_id);
  const history = await chart.history(visit.patient_id);
  return {
    visit_id: visit.visit_id,
    level: visit.level,
    years: yearsOld(born_on, now),
    kg: weightOf(await chart.vitals(visit.visit_id)),
    isImmunosuppressed: immunosuppressed,
    sign: signFor(visit.complaint, protocols, history),
  };
}
