import { markerColors, markerStyles } from "./data/markerStyles.ts";

/** CSS pixels of an atlas cell. The marker leaves a border of 2, so that rotated cells do not bleed. */
export const cellSize = 30;
/** Above these counts, markers are drawn smaller, so that they do not cover the map. */
const manyMarkers = 1_000;
const crowdedMarkers = 8_000;
/** Scale of a marker by the number of markers. */
export const getMarkerScale = (count: number): number =>
  count > crowdedMarkers ? 0.5 : count > manyMarkers ? 0.65 : 1;
/** Whether to antialias markers. Among many it is not visible, but takes most of the time. */
export const shouldAntialias = (count: number): boolean => count <= manyMarkers;
/** Number of pre-rotated sprites in the software painter; one more column is the marker without heading. */
export const headingSteps = 64;

/** Draws a marker at the origin, pointing north. */
function drawMarker(context: CanvasRenderingContext2D, color: string, hasHeading: boolean): void {
  context.beginPath();
  if (hasHeading) {
    context.moveTo(0, -11);
    context.lineTo(8, 9);
    context.lineTo(0, 5);
    context.lineTo(-8, 9);
    context.closePath();
  } else context.arc(0, 0, 7, 0, 2 * Math.PI);
  context.lineJoin = "round";
  context.lineWidth = 5;
  context.strokeStyle = "rgba(16, 26, 40, 0.4)";
  context.stroke();
  context.lineWidth = 3;
  context.strokeStyle = "#ffffff";
  context.stroke();
  context.fillStyle = color;
  context.fill();
}

/** An even number of pixels, so that a marker's centre is on a pixel corner. */
const cellPixels = (ratio: number): number => 2 * Math.round((cellSize * ratio) / 2);

function createAtlasCanvas(columns: number, ratio: number): [HTMLCanvasElement, CanvasRenderingContext2D] {
  const canvas = document.createElement("canvas");
  const pixels = cellPixels(ratio);
  canvas.width = columns * pixels;
  canvas.height = markerStyles.length * pixels;
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context) throw new Error("The browser has no 2D canvas");
  context.scale(pixels / cellSize, pixels / cellSize);
  return [canvas, context];
}

function drawInCell(context: CanvasRenderingContext2D, column: number, row: number, draw: () => void): void {
  context.save();
  context.translate((column + 0.5) * cellSize, (row + 0.5) * cellSize);
  draw();
  context.restore();
}

/** One row per style: pointing north in column 0, without heading in column 1. */
export function createAtlas(ratio: number): HTMLCanvasElement {
  const [canvas, context] = createAtlasCanvas(2, ratio);
  markerStyles.forEach((markerStyle, row) => {
    drawInCell(context, 0, row, () => drawMarker(context, markerColors[markerStyle], true));
    drawInCell(context, 1, row, () => drawMarker(context, markerColors[markerStyle], false));
  });
  return canvas;
}

/** Pixels of one marker: opaque ones, and translucent ones of its edge. */
export interface Sprite {
  readonly solidX: Int8Array;
  readonly solidY: Int8Array;
  /** RGBA, little-endian, as signed integers: an alpha of 128 or more is negative. */
  readonly solid: Int32Array;
  readonly edgeX: Int8Array;
  readonly edgeY: Int8Array;
  readonly edge: Int32Array;
}

const minSolidAlpha = 250;
const minAliasedAlpha = 128;
const maxInvisibleAlpha = 12;

/** Each style rotated to 64 headings, then without heading. The sprite index is `style × 65 + heading`. */
export function createRotatedSprites(ratio: number, antialias: boolean): Sprite[] {
  const [canvas, context] = createAtlasCanvas(headingSteps + 1, ratio);
  markerStyles.forEach((markerStyle, row) => {
    for (let heading = 0; heading < headingSteps; heading++) {
      drawInCell(context, heading, row, () => {
        context.rotate((heading / headingSteps) * 2 * Math.PI);
        drawMarker(context, markerColors[markerStyle], true);
      });
    }
    drawInCell(context, headingSteps, row, () => drawMarker(context, markerColors[markerStyle], false));
  });
  const pixels = new Int32Array(context.getImageData(0, 0, canvas.width, canvas.height).data.buffer);
  const size = cellPixels(ratio);
  return markerStyles.flatMap((_, row) =>
    Array.from({ length: headingSteps + 1 }, (_cell, column) =>
      extractSprite(pixels, canvas.width, column * size, row * size, size, antialias),
    ),
  );
}

function extractSprite(
  pixels: Int32Array,
  width: number,
  left: number,
  top: number,
  size: number,
  antialias: boolean,
): Sprite {
  const solid: [number, number, number][] = [];
  const edge: [number, number, number][] = [];
  const middle = size >> 1;
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const color = pixels[(top + y) * width + left + x] ?? 0;
      const alpha = color >>> 24;
      if (alpha >= (antialias ? minSolidAlpha : minAliasedAlpha))
        solid.push([x - middle, y - middle, color | 0xff000000]);
      else if (antialias && alpha > maxInvisibleAlpha) edge.push([x - middle, y - middle, color]);
    }
  }
  return {
    solidX: Int8Array.from(solid, ([x]) => x),
    solidY: Int8Array.from(solid, ([, y]) => y),
    solid: Int32Array.from(solid, ([, , color]) => color),
    edgeX: Int8Array.from(edge, ([x]) => x),
    edgeY: Int8Array.from(edge, ([, y]) => y),
    edge: Int32Array.from(edge, ([, , color]) => color),
  };
}
