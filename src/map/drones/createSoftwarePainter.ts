import { fleetUnknown } from "../../../adapters/contract/fleetFrame.ts";
import {
  cellSize,
  createRotatedSprites,
  getMarkerScale,
  headingSteps,
  type Sprite,
  shouldAntialias,
} from "./atlas.ts";
import type { FleetSnapshot } from "./data/fleetSnapshot.ts";
import { toNearestCopy } from "./data/mercator.ts";
import type { Painter, PaintFrame } from "./painter.ts";

const headingStep = 36_000 / headingSteps;

/** Draws without a GPU: copies the pixels of rotated sprites into one image, then puts it on the canvas once. */
export function createSoftwarePainter(): Painter {
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context) throw new Error("The browser has no 2D canvas");
  let snapshot: FleetSnapshot | null = null;
  let singles: Uint32Array = new Uint32Array(0);
  /** Sprite index by row. */
  let spriteIndexes = new Uint16Array(0);
  let imageData: ImageData | null = null;
  /** Signed, so that V8 can represent every colour as a small integer. */
  let pixels = new Int32Array(0);
  let blitter: Blitter | null = null;

  const resize = (width: number, height: number, scale: number, antialias: boolean): Blitter => {
    const isUnchanged = blitter?.scale === scale && blitter.antialias === antialias;
    if (imageData?.width === width && imageData.height === height && blitter && isUnchanged) return blitter;
    canvas.width = width;
    canvas.height = height;
    imageData = context.createImageData(width, height);
    pixels = new Int32Array(imageData.data.buffer);
    const sprites = blitter && isUnchanged ? blitter.sprites : createRotatedSprites(scale, antialias);
    blitter = { scale, antialias, sprites, draw: createDrawSprite(width, sprites) };
    return blitter;
  };

  return {
    kind: "software",
    canvas,
    setData(next, rows) {
      snapshot = next;
      singles = rows;
      spriteIndexes = new Uint16Array(next.count);
      for (let row = 0; row < next.count; row++) {
        const heading = next.columns.heading[row] ?? fleetUnknown.heading;
        const headingIndex =
          heading === fleetUnknown.heading ? headingSteps : Math.round(heading / headingStep) % headingSteps;
        spriteIndexes[row] = (next.styleIndexes[row] ?? 0) * (headingSteps + 1) + headingIndex;
      }
    },
    paint(frame) {
      const width = Math.round(frame.width * frame.pixelRatio);
      const height = Math.round(frame.height * frame.pixelRatio);
      if (width === 0 || height === 0) return;
      const { draw } = resize(
        width,
        height,
        frame.pixelRatio * getMarkerScale(singles.length),
        shouldAntialias(singles.length),
      );
      pixels.fill(0);
      if (snapshot) drawMarkers(snapshot, singles, spriteIndexes, frame, draw, pixels, width, height);
      if (imageData) context.putImageData(imageData, 0, 0);
    },
    dispose() {
      canvas.width = canvas.height = 0;
    },
  };
}

function drawMarkers(
  { x0, y0, x1, y1 }: FleetSnapshot,
  singles: Uint32Array,
  spriteIndexes: Uint16Array,
  { centre, resolution, pixelRatio, progress, stale }: PaintFrame,
  draw: Blitter["draw"],
  pixels: Int32Array,
  width: number,
  height: number,
): void {
  const perMetre = pixelRatio / resolution;
  const margin = (cellSize * pixelRatio) / 2 + 1;
  const right = width - margin;
  const bottom = height - margin;
  const left = width / 2 - centre[0] * perMetre;
  const top = height / 2 + centre[1] * perMetre;
  for (let i = 0; i < singles.length; i++) {
    const row = singles[i] ?? 0;
    const fromX = x0[row] ?? 0;
    const fromY = y0[row] ?? 0;
    const x = left + toNearestCopy(fromX + ((x1[row] ?? 0) - fromX) * progress, centre[0]) * perMetre;
    const y = top - (fromY + ((y1[row] ?? 0) - fromY) * progress) * perMetre;
    if (x < margin || y < margin || x > right || y > bottom) continue;
    const spriteIndex = spriteIndexes[row] ?? 0;
    draw(
      pixels,
      Math.round(y) * width + Math.round(x),
      stale ? spriteIndex % (headingSteps + 1) : spriteIndex,
    );
  }
}

interface Blitter {
  /** Device pixels per CSS pixel of a marker. */
  readonly scale: number;
  readonly antialias: boolean;
  readonly sprites: Sprite[];
  readonly draw: DrawSprite;
}

/** @param at pixel index of the marker's centre */
type DrawSprite = (pixels: Int32Array, at: number, which: number) => void;

function createDrawSprite(width: number, sprites: readonly Sprite[]): DrawSprite {
  const solidOffsets = sprites.map(({ solidX, solidY }) =>
    Int32Array.from(solidX, (x, i) => (solidY[i] ?? 0) * width + x),
  );
  const edgeOffsets = sprites.map(({ edgeX, edgeY }) =>
    Int32Array.from(edgeX, (x, i) => (edgeY[i] ?? 0) * width + x),
  );
  return (target, at, spriteIndex) => {
    const pixels = target;
    const solids = solidOffsets[spriteIndex];
    const edges = edgeOffsets[spriteIndex];
    const sprite = sprites[spriteIndex];
    if (!solids || !edges || !sprite) return;
    const { solid, edge } = sprite;
    for (let i = 0; i < solids.length; i++) pixels[at + (solids[i] ?? 0)] = solid[i] ?? 0;
    for (let i = 0; i < edges.length; i++) {
      const place = at + (edges[i] ?? 0);
      const below = pixels[place] ?? 0;
      const over = edge[i] ?? 0;
      // Translucent pixels blend with the map only; over another marker they are opaque or skipped.
      if (below === 0) pixels[place] = over;
      else if (over < 0) pixels[place] = over | 0xff000000;
    }
  };
}
