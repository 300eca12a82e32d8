/** A value as the whole number of a binary form; what is not known, or lies beyond the form, is `unknown`, never clamped. */
export function wireInteger(
  value: number | undefined,
  scale: number,
  greatest: number,
  unknown: number,
): number {
  if (value === undefined || Number.isNaN(value)) return unknown;
  const whole = Math.round(value * scale);
  return Math.abs(whole) <= greatest ? whole : unknown;
}

/** Degrees as hundredths from 0 to 35999; 360 is 0. */
export function wireHeading(degrees: number | undefined, unknown: number): number {
  const whole = wireInteger(degrees, 100, 36_000, unknown);
  return whole === 36_000 ? 0 : whole;
}
