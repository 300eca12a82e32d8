// GB 32100-2015: 18 characters without I, O, S, V, Z. The last is a check character with weights 3^i mod 31.
const alphabet = "0123456789ABCDEFGHJKLMNPQRTUWXY";

/** Computes the check character of a unified social credit code from its first 17 characters (GB 32100-2015). */
export function computeCheckCharacter(first17: string): string {
  let sum = 0;
  let weight = 1;
  for (const character of first17) {
    sum += alphabet.indexOf(character) * weight;
    weight = (weight * 3) % 31;
  }
  return alphabet[(31 - (sum % 31)) % 31] ?? "";
}

/** Whether the code has 18 characters of the standard's alphabet and a correct check character. */
export function isCreditCode(code: string): boolean {
  return /^[0-9A-HJ-NP-RTUWXY]{18}$/.test(code) && computeCheckCharacter(code.slice(0, 17)) === code[17];
}
