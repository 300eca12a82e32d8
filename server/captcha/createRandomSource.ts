/** Uniformly distributed values from random bytes. */
export interface RandomSource {
  /** From `min` up to `max`. */
  readonly range: (min: number, max: number) => number;
  readonly pick: <T>(choices: readonly T[]) => T;
}

/** @param bytes two are used per value; throws when they run out */
export function createRandomSource(bytes: Buffer): RandomSource {
  let at = 0;
  const fraction = () => {
    const value = bytes.readUInt16BE(at) / 65_536;
    at += 2;
    return value;
  };
  return {
    range: (min, max) => min + fraction() * (max - min),
    pick: (choices) => {
      const choice = choices[Math.floor(fraction() * choices.length)];
      if (choice === undefined) throw new Error("Nothing to choose from");
      return choice;
    },
  };
}
