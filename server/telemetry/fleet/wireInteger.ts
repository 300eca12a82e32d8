/** A value as the whole number of a binary form; what is not known, or lies beyond the form, is `unknown`, never clamped. */
export function toWireInteger(
  value: number | undefined,
  scale: number,
  max: number,
  unknown: number,
): number {
  if (value === undefined || Number.isNaN(value)) return unknown;
  const rounded = Math.round(value * scale);
  return Math.abs(rounded) <= max ? rounded : unknown;
}

/** Degrees as hundredths from 0 to 35999; 360 is 0. */
export function toWireHeading(degrees: number | undefined, unknown: number): number {
  const hundredths = toWireInteger(degrees, 100, 36_000, unknown);
  return hundredths === 36_000 ? 0 : hundredths;
}
