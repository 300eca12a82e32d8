import { darken, lighten, luminance, type MantineColorsTuple } from "@mantine/core";

/** Contrast ratio by WCAG 2; body text needs 4.5. */
export function getContrastRatio(colorA: string, colorB: string): number {
  const [light, dark] = [luminance(colorA), luminance(colorB)].sort((a, b) => b - a);
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05);
}

/** Darkens or lightens a colour as little as needed to be readable as text on a background. */
export function toReadable(color: string, background: string, minRatio = 4.6): string {
  const shift = luminance(background) > 0.18 ? darken : lighten;
  for (let step = 0; step < 20; step++) {
    const candidate = shift(color, step * 0.05);
    if (getContrastRatio(candidate, background) >= minRatio) return candidate;
  }
  return shift(color, 1);
}

/** Text colour on light filled controls: nearly black with a blue tint. */
export const inkColor = "#0b1a2e";

/**
 * A colour as the background of a filled control. In a range of luminances neither white nor dark text reaches 4.5:1;
 * such a colour is darkened until white does.
 */
export function toFillColor(color: string): string {
  if (getContrastRatio(color, inkColor) >= 4.5) return color;
  for (let step = 0; step < 20; step++) {
    const candidate = darken(color, step * 0.03);
    if (getContrastRatio(candidate, "#ffffff") >= 4.5) return candidate;
  }
  return color;
}

/** Index of the selected colour among its shades; filled controls use this shade. */
export const filledShadeIndex = 8;

/** One of Mantine's palettes with a filled shade on which text is readable. */
export const withFilledShade = (shades: MantineColorsTuple): MantineColorsTuple =>
  shades.map((shade, index) =>
    index === filledShadeIndex ? toFillColor(shade) : shade,
  ) as unknown as MantineColorsTuple;
const tints = [0.92, 0.84, 0.7, 0.56, 0.42, 0.3, 0.2, 0.1] as const;

/** Ten shades of one colour: eight tints, the colour itself and a darker one. */
export function createShades(color: string): MantineColorsTuple {
  const [a, b, c, d, e, f, g, h] = tints.map((amount) => lighten(color, amount));
  const filled = toFillColor(color);
  const all = [a, b, c, d, e, f, g, h, filled, darken(filled, 0.12)];
  return all as unknown as MantineColorsTuple;
}
