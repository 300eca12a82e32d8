const metresPerFoot = 0.3048;

/** Factors to the units of a sample, by the unit that a file names. */
const unitFactors: ReadonlyMap<string, number> = new Map([
  ["", 1],
  ["millisecond", 1],
  ["degrees", 1],
  ["°", 1],
  ["%", 1],
  ["feet", metresPerFoot],
  ["ft", metresPerFoot],
  ["meters", 1],
  ["metres", 1],
  ["m", 1],
  ["mph", 0.44704],
  ["m/s", 1],
  ["mps", 1],
  ["km/h", 1 / 3.6],
  ["kmh", 1 / 3.6],
  ["kph", 1 / 3.6],
  ["knots", 1_852 / 3_600],
  ["kn", 1_852 / 3_600],
]);

/** The factor of a unit; undefined for one that is not known. */
export const findUnitFactor = (unit: string): number | undefined =>
  unitFactors.get(unit.trim().toLowerCase());
