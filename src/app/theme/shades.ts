import { darken, lighten, luminance, type MantineColorsTuple } from "@mantine/core";

/** Contrast of WCAG 2: 4.5 is what body text must reach. */
export function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05);
}

/** The colour itself, or as little darker or lighter as makes it readable as text on that ground. */
export function readable(color: string, ground: string, least = 4.6): string {
  const shift = luminance(ground) > 0.18 ? darken : lighten;
  for (let step = 0; step < 20; step++) {
    const candidate = shift(color, step * 0.05);
    if (contrast(candidate, ground) >= least) return candidate;
  }
  return shift(color, 1);
}

/** Text on filled controls, where white would be too faint: nearly black, with a blue cast. */
export const inkOnFilled = "#0b1a2e";

/**
 * A colour as ground of a filled control. Between two luminances neither white nor the ink reaches 4.5:1;
 * a colour from there is darkened just until white does.
 */
export function workable(color: string): string {
  if (contrast(color, inkOnFilled) >= 4.5) return color;
  for (let step = 0; step < 20; step++) {
    const candidate = darken(color, step * 0.03);
    if (contrast(candidate, "#ffffff") >= 4.5) return candidate;
  }
  return color;
}

/** Place of the chosen colour among its shades; filled controls use this one. */
export const ownShade = 8;

/** One of Mantine's palettes with a filled shade that text can stand on. */
export const readyToFill = (shades: MantineColorsTuple): MantineColorsTuple =>
  shades.map((shade, place) =>
    place === ownShade ? workable(shade) : shade,
  ) as unknown as MantineColorsTuple;
const tints = [0.92, 0.84, 0.7, 0.56, 0.42, 0.3, 0.2, 0.1] as const;

/** Ten shades of one colour: eight tints, the colour itself, one darker. */
export function shadesOf(color: string): MantineColorsTuple {
  const [a, b, c, d, e, f, g, h] = tints.map((share) => lighten(color, share));
  const own = workable(color);
  const all = [a, b, c, d, e, f, g, h, own, darken(own, 0.12)];
  return all as unknown as MantineColorsTuple;
}
