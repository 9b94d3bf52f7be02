/** Recorded sales in the markets that valuation tasks look at: sound ones, and one of each kind that the handbook rules out. */
import type { Sale } from './background.ts';

type Row = readonly [
  id: string,
  name: string,
  area: number,
  soldOn: string,
  price: number,
  noi: number,
  sale?: Sale['sale'],
  verification?: 'unverified',
];

const harborRetail: readonly Row[] = [
  ['CMP-101', 'Compass Arcade', 38_500, '2025-05-14', 7_450_000, 531_000],
  ['CMP-102', 'Tollgate Shops', 51_000, '2025-08-22', 9_300_000, 672_000],
  ['CMP-103', 'Lighter Quay', 40_200, '2024-08-30', 8_300_000, 506_000],
  ['CMP-104', 'Bellrope Parade', 29_400, '2024-11-05', 5_150_000, 358_000],
  ['CMP-105', 'Harbor Galleries', 72_000, '2025-06-19', 13_900_000, 1_056_000],
  ['CMP-106', 'Anchor Mews', 36_000, '2025-04-02', 7_900_000, 482_000, 'related-party'],
  ['CMP-107', 'Mariner Cross', 44_200, '2025-12-09', 8_050_000, 596_000],
  ['CMP-108', 'Ropewalk Centre', 47_500, '2025-10-17', 9_900_000, 624_000, 'arms-length', 'unverified'],
  ['CMP-109', 'Customs Row', 33_300, '2025-02-26', 4_300_000, 404_000, 'foreclosure'],
  ['CMP-110', 'Fishmarket Walk', 60_500, '2026-01-27', 11_900_000, 821_000],
  ['CMP-111', 'Pilot Corner', 17_800, '2025-09-03', 3_600_000, 223_000],
];

const stationOffices: readonly Row[] = [
  ['CMP-201', 'Signal House', 72_000, '2025-03-11', 15_900_000, 1_193_000],
  ['CMP-202', 'Copperplate Building', 55_500, '2025-07-30', 12_100_000, 938_000],
  ['CMP-203', 'Viaduct House', 98_000, '2024-10-02', 20_800_000, 1_518_000],
  ['CMP-204', 'Clerks Hall', 41_000, '2025-11-18', 8_700_000, 905_000],
  ['CMP-205', 'Ledger House', 88_200, '2025-09-05', 19_400_000, 1_484_000],
  ['CMP-206', 'Ledger House', 88_200, '2025-09-05', 19_400_000, 1_591_000],
  ['CMP-207', 'Turnstile Place', 36_800, '2025-01-21', 7_600_000, 566_000],
  ['CMP-208', 'Parcel Exchange', 64_000, '2025-05-29', 14_600_000, 988_000, 'portfolio'],
  ['CMP-209', 'Lamproom Offices', 29_500, '2025-08-08', 6_900_000, 462_000],
  ['CMP-210', 'Waiting House', 70_400, '2024-08-21', 17_300_000, 1_099_000],
  ['CMP-211', 'Timetable Court', 60_100, '2025-12-15', 14_900_000, 954_000, 'arms-length', 'unverified'],
  ['CMP-212', 'Sidings One', 131_000, '2025-10-10', 31_000_000, 2_015_000],
];

const basinIndustrial: readonly Row[] = [
  ['CMP-301', 'Basin Shed', 81_000, '2025-06-03', 8_900_000, 605_200],
  ['CMP-302', 'Lockkeeper Works', 118_000, '2025-09-24', 12_700_000, 895_350],
  ['CMP-303', 'Towpath Stores', 92_500, '2024-07-09', 10_900_000, 681_000],
  ['CMP-304', 'Bargemen Hall', 87_000, '2025-03-28', 7_100_000, 611_000, 'related-party'],
  ['CMP-305', 'Sluice Yard', 41_500, '2025-11-04', 4_800_000, 321_000],
  ['CMP-306', 'Winding House', 104_000, '2025-08-12', 13_400_000, 830_000, 'portfolio'],
  ['CMP-307', 'Narrowboat Depot', 76_000, '2025-12-01', 9_100_000, 583_000, 'arms-length', 'unverified'],
];

const foundryIndustrial: readonly Row[] = [
  ['CMP-401', 'Crucible Park', 64_800, '2025-02-13', 6_750_000, 486_000],
  ['CMP-402', 'Anvil Warehouses', 139_000, '2025-10-30', 15_200_000, 1_056_400],
  ['CMP-403', 'Bellows Lane', 55_200, '2025-05-06', 5_600_000, 411_600],
  ['CMP-404', 'Ingot House', 90_000, '2025-07-17', 14_200_000, 695_800],
  ['CMP-405', 'Crucible Park', 64_800, '2025-02-13', 6_750_000, 513_000],
  ['CMP-406', 'Slagheap Sidings', 168_000, '2025-06-25', 17_100_000, 1_299_000],
  ['CMP-407', 'Hammer Mill', 73_300, '2024-06-14', 7_500_000, 592_000],
  ['CMP-408', 'Furnace Row', 82_600, '2025-11-21', 6_900_000, 648_000, 'foreclosure'],
];

const inMarket = (kind: string, submarket: string, rows: readonly Row[]): readonly Sale[] =>
  rows.map(([id, name, area, sold_on, price, noi, sale = 'arms-length', verification = 'verified']) => ({
    id,
    kind,
    submarket,
    name,
    area,
    sold_on,
    price,
    noi,
    sale,
    verification,
  }));

export const sales: readonly Sale[] = [
  ...inMarket('retail', 'Harbor East', harborRetail),
  ...inMarket('office', 'Station Quarter', stationOffices),
  ...inMarket('industrial', 'Canal Basin', basinIndustrial),
  ...inMarket('industrial', 'Foundry Hill', foundryIndustrial),
];
