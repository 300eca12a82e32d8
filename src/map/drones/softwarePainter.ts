import { unknown } from "../../../adapters/contract/fleetFrame.ts";
import { blends, cellSize, headings, type Sprite, scaleOf, turnedSprites } from "./atlas.ts";
import type { FleetShot } from "./data/fleetShot.ts";
import type { Painter, PaintFrame } from "./painter.ts";

const perHeading = 36_000 / headings;

/** Draws without a graphics card: the pixels of turned sprites go straight into one picture, handed over once. */
export function softwarePainter(): Painter {
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context) throw new Error("The browser has no 2D canvas");
  let shot: FleetShot | null = null;
  let singles: Uint32Array = new Uint32Array(0);
  /** Sprite of every row of the shot. */
  let sprite = new Uint16Array(0);
  let picture: ImageData | null = null;
  /** Signed, so that every colour stays a small integer to the engine. */
  let pixels = new Int32Array(0);
  let pad: Blitter | null = null;

  const resize = (width: number, height: number, scale: number, blended: boolean): Blitter => {
    const alike = pad?.scale === scale && pad.blended === blended;
    if (picture?.width === width && picture.height === height && pad && alike) return pad;
    canvas.width = width;
    canvas.height = height;
    picture = context.createImageData(width, height);
    pixels = new Int32Array(picture.data.buffer);
    const sprites = pad && alike ? pad.sprites : turnedSprites(scale, blended);
    pad = { scale, blended, sprites, draw: drawing(width, sprites) };
    return pad;
  };

  return {
    kind: "software",
    canvas,
    load(next, rows) {
      shot = next;
      singles = rows;
      sprite = new Uint16Array(next.count);
      for (let row = 0; row < next.count; row++) {
        const heading = next.columns.heading[row] ?? unknown.heading;
        const turned = heading === unknown.heading ? headings : Math.round(heading / perHeading) % headings;
        sprite[row] = (next.look[row] ?? 0) * (headings + 1) + turned;
      }
    },
    paint(frame) {
      const width = Math.round(frame.width * frame.ratio);
      const height = Math.round(frame.height * frame.ratio);
      if (width === 0 || height === 0) return;
      const { draw } = resize(width, height, frame.ratio * scaleOf(singles.length), blends(singles.length));
      pixels.fill(0);
      if (shot) drawAll(shot, singles, sprite, frame, draw, pixels, width, height);
      if (picture) context.putImageData(picture, 0, 0);
    },
    dispose() {
      canvas.width = canvas.height = 0;
    },
  };
}

function drawAll(
  { x0, y0, x1, y1 }: FleetShot,
  singles: Uint32Array,
  sprite: Uint16Array,
  { centre, resolution, ratio, share, stale }: PaintFrame,
  draw: Blitter["draw"],
  pixels: Int32Array,
  width: number,
  height: number,
): void {
  const perMetre = ratio / resolution;
  const margin = (cellSize * ratio) / 2 + 1;
  const right = width - margin;
  const bottom = height - margin;
  const left = width / 2 - centre[0] * perMetre;
  const top = height / 2 + centre[1] * perMetre;
  for (let i = 0; i < singles.length; i++) {
    const row = singles[i] ?? 0;
    const fromX = x0[row] ?? 0;
    const fromY = y0[row] ?? 0;
    const x = left + (fromX + ((x1[row] ?? 0) - fromX) * share) * perMetre;
    const y = top - (fromY + ((y1[row] ?? 0) - fromY) * share) * perMetre;
    if (x < margin || y < margin || x > right || y > bottom) continue;
    const which = sprite[row] ?? 0;
    draw(pixels, Math.round(y) * width + Math.round(x), stale ? which % (headings + 1) : which);
  }
}

interface Blitter {
  /** Device pixels of a marker's CSS pixel. */
  readonly scale: number;
  readonly blended: boolean;
  readonly sprites: Sprite[];
  readonly draw: Draw;
}

/** @param at place of the mark's middle in the picture */
type Draw = (pixels: Int32Array, at: number, which: number) => void;

function drawing(width: number, sprites: readonly Sprite[]): Draw {
  const solidAt = sprites.map(({ solidX, solidY }) =>
    Int32Array.from(solidX, (x, i) => (solidY[i] ?? 0) * width + x),
  );
  const edgeAt = sprites.map(({ edgeX, edgeY }) =>
    Int32Array.from(edgeX, (x, i) => (edgeY[i] ?? 0) * width + x),
  );
  return (into, at, which) => {
    const pixels = into;
    const places = solidAt[which];
    const edges = edgeAt[which];
    const sprite = sprites[which];
    if (!places || !edges || !sprite) return;
    const { solid, edge } = sprite;
    for (let i = 0; i < places.length; i++) pixels[at + (places[i] ?? 0)] = solid[i] ?? 0;
    for (let i = 0; i < edges.length; i++) {
      const place = at + (edges[i] ?? 0);
      const below = pixels[place] ?? 0;
      const over = edge[i] ?? 0;
      // Half-covering pixels blend with the map alone; over another marker they cover it or not.
      if (below === 0) pixels[place] = over;
      else if (over < 0) pixels[place] = over | 0xff000000;
    }
  };
}
