/** @module-tag full */

import { describe, expect, test } from "vitest";
import { createFrame } from "../../live/harness/frames.ts";
import { waitForPaint } from "../../live/harness/openHarness.ts";
import { boxAround, readScreen, toPixel } from "../../live/harness/readScreen.ts";
import { green, mission, pushDrones, setupDroneLayer, view } from "./droneLayer.ts";

describe.each(["software", "webgl"] as const)("repainting the drone layer, %s back end", (painter) => {
  const open = setupDroneLayer(painter);

  test("moves the painted image with the map, and repaints only beyond its edge", async () => {
    const page = await open();
    const position = [105.46, 39.92] as const;
    await pushDrones(page, [{ index: 3, position, phase: mission }]);
    const panAndCountPaints = (pixels: number) =>
      page.evaluate(async (by) => {
        const map = window.map;
        const view = map?.getView();
        const [x = 0, y = 0] = view?.getCenter() ?? [];
        view?.setCenter([x - by * (view.getResolution() ?? 1), y]);
        map?.renderSync();
        return window.countPaints();
      }, pixels);
    const before = await panAndCountPaints(0);
    expect(await panAndCountPaints(100)).toBe(before);
    expect((await readScreen(page)).countPixels(boxAround([740, 400], 6), green)).toBeGreaterThan(80);
    await page.mouse.click(740, 400);
    await page.waitForFunction(() => window.selections.length === 1);
    expect(await page.evaluate(() => window.selections)).toEqual([3]);
    expect(await panAndCountPaints(100)).toBe(before + 1);
    expect((await readScreen(page)).countPixels(boxAround([840, 400], 6), green)).toBeGreaterThan(80);
  });

  test("draws a single drone's own sample before the next frame", async () => {
    const page = await open();
    await pushDrones(page, [{ index: 3, position: [105.46, 39.92], phase: mission }]);
    await page.evaluate(() => window.feed.updatePosition(3, 399_500_000, 1_055_000_000));
    await waitForPaint(page);
    const screen = await readScreen(page);
    expect(screen.countPixels(boxAround(toPixel([105.5, 39.95], view), 6), green)).toBeGreaterThan(80);
    expect(screen.countPixels(boxAround([640, 400], 14), green)).toBe(0);
  });

  test("a burst of frames ends with the last one, and paints at most once per animation frame", async () => {
    const page = await open();
    const frames = Array.from({ length: 200 }, (_, n) =>
      Buffer.from(
        createFrame([{ index: 0, position: [105.4 + n * 0.0003, 39.92], phase: mission }], n + 1),
      ).toString("base64"),
    );
    const { snapshots, animationFrames, painted } = await page.evaluate(async (texts) => {
      const before = window.countPaints();
      let snapshots = 0;
      let isDone = false;
      let animationFrames = 0;
      const countFrame = () => {
        animationFrames++;
        if (!isDone) requestAnimationFrame(countFrame);
      };
      requestAnimationFrame(countFrame);
      const allReceived = new Promise<void>((resolve) => {
        window.feed.onSnapshot(() => {
          if (++snapshots === texts.length) resolve();
        });
      });
      for (const text of texts)
        window.feed.push(Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)).buffer);
      await allReceived;
      await new Promise((resolve) => requestAnimationFrame(resolve));
      isDone = true;
      return { snapshots, animationFrames, painted: window.countPaints() - before };
    }, frames);
    expect(snapshots).toBe(200);
    expect(painted).toBeLessThanOrEqual(animationFrames + 1);
    await waitForPaint(page);
    // 105.4 + 199 × 0.0003
    const [x, y] = toPixel([105.4597, 39.92], view);
    expect((await readScreen(page)).countPixels(boxAround([x, y], 6), green)).toBeGreaterThan(80);
  });
});
