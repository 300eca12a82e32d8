/** Even chances out of random bytes. */
export interface Chance {
  /** From `least` up to `most`. */
  readonly between: (least: number, most: number) => number;
  readonly oneOf: <T>(choices: readonly T[]) => T;
}

/** @param bytes spent two at a time; asking for more than there are throws */
export function chanceOf(bytes: Buffer): Chance {
  let at = 0;
  const fraction = () => {
    const value = bytes.readUInt16BE(at) / 65_536;
    at += 2;
    return value;
  };
  return {
    between: (least, most) => least + fraction() * (most - least),
    oneOf: (choices) => {
      const choice = choices[Math.floor(fraction() * choices.length)];
      if (choice === undefined) throw new Error("Nothing to choose from");
      return choice;
    },
  };
}
