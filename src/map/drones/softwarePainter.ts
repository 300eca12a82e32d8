import { unknown } from "../../../adapters/contract/fleetFrame.ts";
import { cellSize, headings, type Sprite, turnedSprites } from "./atlas.ts";
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
  let pixels = new Uint32Array(0);
  let pad: Blitter | null = null;

  const resize = (width: number, height: number, ratio: number): Blitter => {
    if (picture?.width === width && picture.height === height && pad?.ratio === ratio) return pad;
    canvas.width = width;
    canvas.height = height;
    picture = context.createImageData(width, height);
    pixels = new Uint32Array(picture.data.buffer);
    pad = blitter(ratio, width, pad?.ratio === ratio ? pad.sprites : turnedSprites(ratio));
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
      const { draw } = resize(width, height, frame.ratio);
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
  pixels: Uint32Array,
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
  readonly ratio: number;
  readonly sprites: Sprite[];
  /** @param at place of the mark's middle in the picture */
  readonly draw: (pixels: Uint32Array, at: number, which: number) => void;
}

function blitter(ratio: number, width: number, sprites: Sprite[]): Blitter {
  const solidAt = sprites.map(({ solidX, solidY }) =>
    Int32Array.from(solidX, (x, i) => (solidY[i] ?? 0) * width + x),
  );
  const edgeAt = sprites.map(({ edgeX, edgeY }) =>
    Int32Array.from(edgeX, (x, i) => (edgeY[i] ?? 0) * width + x),
  );
  return {
    ratio,
    sprites,
    draw(into, at, which) {
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
        pixels[place] = below >>> 24 === 255 ? blend(below, edge[i] ?? 0) : (edge[i] ?? 0);
      }
    },
  };
}

/** A half-covering pixel over an opaque one, two channels at a time. */
function blend(below: number, over: number): number {
  const alpha = over >>> 24;
  const rest = 255 - alpha;
  const redBlue = (((over & 0xff00ff) * alpha + (below & 0xff00ff) * rest) >>> 8) & 0xff00ff;
  const green = (((over & 0x00ff00) * alpha + (below & 0x00ff00) * rest) >>> 8) & 0x00ff00;
  return (0xff000000 | redBlue | green) >>> 0;
}
