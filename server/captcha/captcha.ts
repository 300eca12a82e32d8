import { eq, lt } from "drizzle-orm";
import sharp from "sharp";
import { lookUp } from "../../adapters/contract/lookUp.ts";
import type { Db } from "../db/handle.ts";
import { captchas } from "../db/schema/captchas.ts";
import type { RandomSource } from "./createRandomSource.ts";
import { glyphs } from "./glyphs.ts";

const ttlMs = 2 * 60_000;

/** Stores a captcha's answer for two minutes; deletes expired ones. */
export async function storeCaptcha(db: Db, id: string, answer: string, now: Date): Promise<void> {
  await db.delete(captchas).where(lt(captchas.expiresAt, now));
  await db.insert(captchas).values({ id, answer, expiresAt: new Date(now.getTime() + ttlMs) });
}

/** Whether the answer is right, ignoring case. Each captcha can be tried once. */
export async function consumeCaptcha(db: Db, id: string, answer: string, now: Date): Promise<boolean> {
  const [stored] = await db.delete(captchas).where(eq(captchas.id, id)).returning();
  return stored !== undefined && now < stored.expiresAt && stored.answer === answer.toUpperCase();
}

type Point = readonly [x: number, y: number];
type Warp = (point: Point) => Point;

const inks = ["#1d3f72", "#6b2d5c", "#245c3a", "#7a3b12"] as const;
const noiseLines = 4;
const noiseDots = 24;
const segmentsPerLine = 8;

/** Draws a text as a PNG of this size in pixels: rotated characters, a wave distortion, lines and dots. */
export async function drawCaptcha(
  text: string,
  width: number,
  height: number,
  random: RandomSource,
): Promise<Buffer> {
  const warp = createWaveWarp(width, height, random);
  const parts = [
    `<rect width="${width}" height="${height}" fill="#f2f5f9"/>`,
    ...Array.from({ length: noiseDots }, () => drawDot(width, height, random)),
    ...[...text].map((character, index) =>
      drawGlyph(character, index, text.length, width, height, warp, random),
    ),
    ...Array.from({ length: noiseLines }, () => drawNoiseLine(width, height, warp, random)),
  ];
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${parts.join("")}</svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}

function createWaveWarp(width: number, height: number, random: RandomSource): Warp {
  const [down, along] = [random.range(0, 2 * Math.PI), random.range(0, 2 * Math.PI)];
  const [rise, shift] = [height * random.range(0.04, 0.09), width * random.range(0.008, 0.02)];
  return ([x, y]) => [
    x + shift * Math.sin((y / height) * 2 * Math.PI + along),
    y + rise * Math.sin((x / width) * 3 * Math.PI + down),
  ];
}

function drawGlyph(
  character: string,
  index: number,
  count: number,
  width: number,
  height: number,
  warp: Warp,
  random: RandomSource,
): string {
  const cell = width / (count + 0.6);
  const size = Math.min(cell / 5.6, height / 9) * random.range(0.95, 1.15);
  const rotation = random.range(-0.32, 0.32);
  const middle: Point = [
    cell * (index + 0.8) + cell * random.range(-0.07, 0.07),
    height * random.range(0.45, 0.55),
  ];
  const transformPoint: Warp = ([x, y]) => {
    const [left, up] = [(x - 2) * size, (y - 3) * size];
    return warp([
      middle[0] + left * Math.cos(rotation) - up * Math.sin(rotation),
      middle[1] + left * Math.sin(rotation) + up * Math.cos(rotation),
    ]);
  };
  const strokes = (lookUp(glyphs, character) ?? "")
    .split(";")
    .map((stroke) => toPathData(toPoints(stroke).map(transformPoint)));
  return drawStroke(strokes.join(""), random.pick(inks), Math.max(1, size * random.range(0.7, 0.95)));
}

/** The stroke's points, interpolated so that a straight line bends too. */
function toPoints(stroke: string): Point[] {
  const corners = stroke.split(" ").map((corner): Point => {
    const [x = 0, y = 0] = corner.split(",").map(Number);
    return [x, y];
  });
  return corners.flatMap((corner, at) => {
    const next = corners[at + 1];
    if (!next) return [corner];
    return Array.from({ length: segmentsPerLine }, (_, piece): Point => {
      const share = piece / segmentsPerLine;
      return [corner[0] + (next[0] - corner[0]) * share, corner[1] + (next[1] - corner[1]) * share];
    });
  });
}

function drawNoiseLine(width: number, height: number, warp: Warp, random: RandomSource): string {
  const ends = [
    `0,${random.range(0.1, 0.9) * height}`,
    `${width},${random.range(0.1, 0.9) * height}`,
  ] as const;
  return drawStroke(
    toPathData(toPoints(ends.join(" ")).map(warp)),
    random.pick(inks),
    Math.max(0.6, height / 45),
  );
}

const drawDot = (width: number, height: number, random: RandomSource) =>
  `<circle cx="${random.range(0, width)}" cy="${random.range(0, height)}" r="${height / 50}" fill="${random.pick(inks)}" opacity="0.5"/>`;

const toPathData = (points: readonly Point[]) =>
  points.map(([x, y], at) => `${at === 0 ? "M" : "L"}${x.toFixed(2)} ${y.toFixed(2)}`).join("");

const drawStroke = (d: string, ink: string, strokeWidth: number) =>
  `<path d="${d}" fill="none" stroke="${ink}" stroke-width="${strokeWidth.toFixed(2)}" stroke-linecap="round" stroke-linejoin="round"/>`;
