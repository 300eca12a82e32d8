import { lookUp } from "../../adapters/contract/lookUp.ts";

/** Elevation of each provincial capital in metres, by the first two digits of its region code. */
const elevations: Readonly<Record<string, number>> = {
  11: 44,
  12: 4,
  13: 81,
  14: 800,
  15: 1_063,
  21: 45,
  22: 220,
  23: 140,
  31: 4,
  32: 12,
  33: 10,
  34: 30,
  35: 15,
  36: 40,
  37: 50,
  41: 110,
  42: 25,
  43: 60,
  44: 15,
  45: 80,
  46: 15,
  50: 250,
  51: 500,
  52: 1_100,
  53: 1_891,
  54: 3_650,
  61: 400,
  62: 1_517,
  63: 2_261,
  64: 1_110,
  65: 840,
};

/** Metres above the sea at which a simulated drone of a region takes off, roughly: those of its province's capital. */
export const getElevation = (regionId: string): number => lookUp(elevations, regionId.slice(0, 2)) ?? 50;
