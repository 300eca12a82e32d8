/** @module-tag full */

import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { createFrame } from "../../live/harness/frames.ts";
import { openHarness, pushFrame } from "../../live/harness/openHarness.ts";
import { boxAround, readScreen } from "../../live/harness/readScreen.ts";
import { green, mission, showDrones } from "./droneLayer.ts";

const getBackEnd = (page: Page) =>
  page.evaluate(() => {
    const layers = window.map?.getLayers().getArray() ?? [];
    return layers.map((layer) => ("backEnd" in layer ? String(layer.backEnd) : "")).join("");
  });

test("WebGL by a software renderer is left for the software painter, unless the address asks for it", async () => {
  const harness = await openHarness(true);
  const page = await harness.page();
  await showDrones(page, { painter: "auto", labels: false });
  await expect.poll(() => getBackEnd(page)).toBe("software");
  await page.goto(`${harness.origin}?painter=webgl`);
  await page.waitForFunction(() => "show" in window);
  await showDrones(page, { painter: "auto", labels: false });
  await expect.poll(() => getBackEnd(page)).toBe("webgl");
  await harness.close();
});

test("a lost WebGL context falls back to software and is used again when restored", async () => {
  const harness = await openHarness(true);
  const page = await harness.page();
  await showDrones(page, { painter: "webgl", labels: false });
  await pushFrame(page, createFrame([{ index: 0, position: [105.46, 39.92], phase: mission }], 1));
  const readBackEnd = () => getBackEnd(page);
  await expect.poll(readBackEnd).toBe("webgl");
  const context = await page.evaluateHandle(() => {
    const canvas = document.querySelector<HTMLCanvasElement>("[data-canvas=marks]");
    return canvas?.getContext("webgl2")?.getExtension("WEBGL_lose_context");
  });
  const countCentrePixels = async () => (await readScreen(page)).countPixels(boxAround([640, 400], 6), green);
  await context.evaluate((one) => one?.loseContext());
  await expect.poll(readBackEnd).toBe("software");
  await expect.poll(countCentrePixels).toBeGreaterThan(80);
  await context.evaluate((one) => one?.restoreContext());
  await expect.poll(readBackEnd).toBe("webgl");
  await expect.poll(countCentrePixels).toBeGreaterThan(80);
  await harness.close();
});
