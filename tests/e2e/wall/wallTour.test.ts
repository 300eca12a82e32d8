/** @module-tag full */

import type { Page } from "playwright-core";
import { expect } from "vitest";
import * as z from "zod/mini";
import { mapColors } from "../../../src/map/base/mapColors.ts";
import { test as base } from "../../browser/browserTest.ts";
import { saveScreenshot } from "../../browser/saveScreenshot.ts";
import { readScreen } from "../../live/harness/readScreen.ts";
import { createScreen } from "./createScreen.ts";

const test = base.extend("withFlights", { scope: "file" }, true);
const flyingDrones = z.object({ flying: z.array(z.string()) });

/** Lets a manned aircraft come near to a drone that flies: a P1. */
async function raiseAlarm(wall: Page, url: string): Promise<void> {
  const faults = `${url}/dev/simulator/faults`;
  const readFlying = async () => flyingDrones.parse(await (await wall.request.get(faults)).json()).flying;
  await expect.poll(async () => (await readFlying()).length).toBeGreaterThan(0);
  const [droneSn] = await readFlying();
  await wall.request.post(faults, { data: { droneSn, kind: "aircraftNear", seconds: 120 } });
}

/** Half the width of the drone with its ring and badge, px. */
const dronePx = 70;

/**
 * Pixels of the close-up between scale and caption, left and right of the drone: China's plain ground, and boundaries
 * and names on it.
 */
async function countPixels(wall: Page): Promise<{ readonly ground: number; readonly drawn: number }> {
  const box = await wall.getByRole("region", { name: "近景" }).boundingBox();
  if (!box) throw new Error("no map");
  const { colorAt } = await readScreen(wall);
  const expected = [1, 3, 5].map((at) => Number.parseInt(mapColors.dark.china.slice(at, at + 2), 16));
  const count = { ground: 0, drawn: 0 };
  const middle = box.x + box.width / 2;
  for (let y = Math.ceil(box.y + 0.1 * box.height); y < box.y + 0.5 * box.height; y++)
    for (let x = Math.ceil(box.x); x < box.x + box.width; x++) {
      if (Math.abs(x - middle) < dronePx) continue;
      const isGround = colorAt(x, y).every(
        (value, channel) => Math.abs(value - (expected[channel] ?? 0)) <= 8,
      );
      count[isGround ? "ground" : "drawn"]++;
    }
  return count;
}

test("a close-up stops at a P1 where it still shows places and boundaries, beside the overview", async ({
  openPage,
  server,
}) => {
  const token = await createScreen(server.url, "map");
  const wall = await openPage({ stored: [], screen: { width: 1920, height: 1080 } });
  await wall.goto(`${server.url}/wall#${token}`);
  await wall.getByText("在空").waitFor();
  await raiseAlarm(wall, server.url);
  await wall.getByText(/有人机接近 SN/).waitFor();
  // Of the whole country, most of that part is sea and other land.
  const isThere = async () => {
    const { ground, drawn } = await countPixels(wall);
    return ground > 10 * drawn;
  };
  await expect.poll(isThere, { interval: 1_000 }).toBe(true);
  await expect.poll(async () => (await countPixels(wall)).drawn).toBeGreaterThan(500);
  const [overview, closeUp] = await Promise.all(
    ["总览", "近景"].map((name) => wall.getByRole("region", { name, exact: true }).boundingBox()),
  );
  expect((overview?.width ?? 0) / (closeUp?.width ?? 1)).toBeCloseTo(2, 1);
  expect(overview?.height).toBe(closeUp?.height);
  await saveScreenshot(wall, "wall tour");
});
