/** The handbook's sections on rooms and nurses. */
import type { Certification, HistoryEntry, Protocol, Room, Staff } from './chart.ts';
import { hasActive, isFree } from './people.ts';

/** What decides where somebody goes. */
export interface Newcomer {
  readonly visit_id: string;
  readonly level: number;
  readonly years: number;
  readonly kg: number;
  readonly isImmunosuppressed: boolean;
  readonly sign: Room['sign'];
}

const SIGNS = ['airborne', 'droplet', 'contact', 'none'] as const;

/** The strictest of what the complaint and the carrier flags ask for. */
export function signFor(
  complaint: string,
  protocols: readonly Protocol[],
  history: readonly HistoryEntry[],
): Room['sign'] {
  const asked = [
    protocols.find((one) => one.complaint === complaint)?.isolation,
    hasActive(history, ['open tuberculosis']) ? 'airborne' : 'none',
    hasActive(history, ['mrsa']) ? 'contact' : 'none',
  ];
  return SIGNS.find((sign) => asked.includes(sign)) ?? 'none';
}

const isAcute = ({ pod }: Room): boolean => pod === 'acute-a' || pod === 'acute-b';

/** Whether a room gives the care that the level asks for. Never waived. */
function givesCare(room: Room, { level, years }: Newcomer): boolean {
  const isForChildren = room.pod === 'paediatric';
  if (isForChildren && years >= 16) return false;
  if (level === 1) return room.pod === 'resus';
  if (level === 2) return room.monitored && room.pod !== 'resus';
  return isAcute(room) || isForChildren || (level >= 4 && room.pod === 'fast-track');
}

type Need = (room: Room) => boolean;

/** What else is needed and may be waived, most important first. */
function waivableNeeds({ level, years, kg, sign, isImmunosuppressed }: Newcomer, rooms: readonly Room[]): Need[] {
  const hasDroplets = (pod: string): boolean => rooms.some((room) => room.pod === pod && room.sign === 'droplet');
  const needs: Need[] = [];
  if (kg > 150) needs.push((room) => room.bariatric);
  if (years < 16 && level > 1) needs.push((room) => room.pod === 'paediatric');
  if (sign === 'contact' || sign === 'droplet') needs.push((room) => room.single);
  if (isImmunosuppressed) needs.push((room) => room.single && !hasDroplets(room.pod));
  return needs;
}

/** Rooms with the right care and, where needed, negative pressure, whoever lies in them. */
export function rightRooms(newcomer: Newcomer, rooms: readonly Room[]): readonly Room[] {
  return rooms.filter((room) => givesCare(room, newcomer) && (newcomer.sign !== 'airborne' || room.negative_pressure));
}

export function chooseRoom(newcomer: Newcomer, rooms: readonly Room[]): Room | null {
  const right = rightRooms(newcomer, rooms).filter((room) => room.status === 'ready');
  const needs = waivableNeeds(newcomer, rooms);
  for (let kept = needs.length; kept >= 0; kept--) {
    const fitting = right.filter((room) => needs.slice(0, kept).every((need) => need(room)));
    const quick = newcomer.level >= 4 ? fitting.filter((room) => room.pod === 'fast-track') : [];
    const [best] = (quick.length > 0 ? quick : fitting).toSorted(plainestFirst);
    if (best !== undefined) return best;
  }
  return null;
}

function plainestFirst(a: Room, b: Room): number {
  return features(a) - features(b) || (a.room_id < b.room_id ? -1 : 1);
}

function features({ monitored, negative_pressure, single, bariatric }: Room): number {
  return [monitored, negative_pressure, single, bariatric].filter(Boolean).length;
}

export interface NurseRoom {
  readonly nurses: readonly Staff[];
  readonly now: string;
  certificationsOf(staffId: string): Promise<readonly Certification[]>;
}

export async function chooseNurse(newcomer: Newcomer, { pod }: Room, ward: NurseRoom): Promise<Staff | null> {
  const isUrgent = newcomer.level <= 2;
  const most = pod === 'resus' ? 2 : 4;
  for (const home of [pod, 'float']) {
    const able: Staff[] = [];
    for (const nurse of ward.nurses) {
      if (nurse.pod !== home || !isFree(nurse, ward.now) || nurse.patients >= most) continue;
      if (isUrgent && nurse.urgent_patients >= 2) continue;
      if (await isCertified(nurse, certificationsFor(newcomer, pod), ward)) able.push(nurse);
    }
    const [lightest] = able.toSorted((a, b) => a.patients - b.patients || (a.staff_id < b.staff_id ? -1 : 1));
    if (lightest !== undefined) return lightest;
  }
  return null;
}

function certificationsFor({ level, years }: Newcomer, pod: string): readonly string[] {
  const needed = pod === 'resus' ? ['resuscitation'] : level === 2 ? ['monitoring'] : [];
  return years < 16 ? [...needed, 'paediatric'] : needed;
}

async function isCertified(nurse: Staff, needed: readonly string[], ward: NurseRoom): Promise<boolean> {
  if (needed.length === 0) return true;
  const held = await ward.certificationsOf(nurse.staff_id);
  const today = ward.now.slice(0, 10);
  return needed.every((code) => held.some((one) => one.code === code && one.valid_until >= today));
}
