import type { Page } from "playwright-core";
import sharp from "sharp";

export interface ScreenPixels {
  /** RGB of a CSS pixel. */
  readonly colorAt: (x: number, y: number) => readonly [number, number, number];
  /** Counts pixels in a box that differ by less than 40 in every channel. */
  readonly countPixels: (box: Box, color: string) => number;
}

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

const parseColor = (color: string) => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));

/** Takes a screenshot and reads its pixels. */
export async function readScreen(page: Page): Promise<ScreenPixels> {
  const { data, info } = await sharp(await page.screenshot())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const colorAt: ScreenPixels["colorAt"] = (x, y) => {
    const offset = (Math.round(y) * info.width + Math.round(x)) * 3;
    return [data[offset] ?? 0, data[offset + 1] ?? 0, data[offset + 2] ?? 0];
  };
  return {
    colorAt,
    countPixels({ left, top, width, height }, color) {
      const expected = parseColor(color);
      let matches = 0;
      for (let y = Math.max(0, Math.round(top)); y < Math.min(info.height, top + height); y++)
        for (let x = Math.max(0, Math.round(left)); x < Math.min(info.width, left + width); x++)
          if (colorAt(x, y).every((value, channel) => Math.abs(value - (expected[channel] ?? 0)) < 40))
            matches++;
      return matches;
    },
  };
}

/** A square around a point. */
export const boxAround = ([x, y]: readonly [number, number], reach: number): Box => ({
  left: x - reach,
  top: y - reach,
  width: 2 * reach + 1,
  height: 2 * reach + 1,
});

/** Projects a WGS-84 position to CSS pixels: web mercator, 256 px per tile. */
export function toPixel(
  [lng, lat]: readonly [number, number],
  view: { readonly centre: readonly [number, number]; readonly zoom: number },
  size: readonly [number, number] = [1280, 800],
): [number, number] {
  const world = 256 * 2 ** view.zoom;
  const y = (degrees: number) => {
    const sine = Math.sin((degrees * Math.PI) / 180);
    return (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * world;
  };
  return [((lng - view.centre[0]) / 360) * world + size[0] / 2, y(lat) - y(view.centre[1]) + size[1] / 2];
}
