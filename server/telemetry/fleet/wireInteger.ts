/** Encodes a value as a scaled integer. Unknown and out-of-range values become `unknown`, never clamped. */
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

/** Encodes degrees as hundredths, 0 to 35999; 360° becomes 0. */
export function toWireHeading(degrees: number | undefined, unknown: number): number {
  const hundredths = toWireInteger(degrees, 100, 36_000, unknown);
  return hundredths === 36_000 ? 0 : hundredths;
}
