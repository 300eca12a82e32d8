import { darken, lighten, luminance, type MantineColorsTuple } from "@mantine/core";

/** Contrast of WCAG 2: 4.5 is what body text must reach. */
export function getContrastRatio(colorA: string, colorB: string): number {
  const [light, dark] = [luminance(colorA), luminance(colorB)].sort((a, b) => b - a);
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05);
}

/** The colour itself, or as little darker or lighter as makes it readable as text on that ground. */
export function toReadable(color: string, background: string, minRatio = 4.6): string {
  const shift = luminance(background) > 0.18 ? darken : lighten;
  for (let step = 0; step < 20; step++) {
    const candidate = shift(color, step * 0.05);
    if (getContrastRatio(candidate, background) >= minRatio) return candidate;
  }
  return shift(color, 1);
}

/** Text on filled controls, where white would be too faint: nearly black, with a blue cast. */
export const inkColor = "#0b1a2e";

/**
 * A colour as ground of a filled control. Between two luminances neither white nor the ink reaches 4.5:1;
 * a colour from there is darkened just until white does.
 */
export function toFillColor(color: string): string {
  if (getContrastRatio(color, inkColor) >= 4.5) return color;
  for (let step = 0; step < 20; step++) {
    const candidate = darken(color, step * 0.03);
    if (getContrastRatio(candidate, "#ffffff") >= 4.5) return candidate;
  }
  return color;
}

/** Place of the chosen colour among its shades; filled controls use this one. */
export const filledShadeIndex = 8;

/** One of Mantine's palettes with a filled shade that text can stand on. */
export const withFilledShade = (shades: MantineColorsTuple): MantineColorsTuple =>
  shades.map((shade, index) =>
    index === filledShadeIndex ? toFillColor(shade) : shade,
  ) as unknown as MantineColorsTuple;
const tints = [0.92, 0.84, 0.7, 0.56, 0.42, 0.3, 0.2, 0.1] as const;

/** Ten shades of one colour: eight tints, the colour itself, one darker. */
export function createShades(color: string): MantineColorsTuple {
  const [a, b, c, d, e, f, g, h] = tints.map((amount) => lighten(color, amount));
  const filled = toFillColor(color);
  const all = [a, b, c, d, e, f, g, h, filled, darken(filled, 0.12)];
  return all as unknown as MantineColorsTuple;
}
