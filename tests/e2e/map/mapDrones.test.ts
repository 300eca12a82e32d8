import { describe, expect, test } from "vitest";
import { pauseClock } from "../../browser/pauseClock.ts";
import { createFrame } from "../../live/harness/frames.ts";
import { openHarness, pushFrame, waitForPaint, waitForRender } from "../../live/harness/openHarness.ts";
import { boxAround, readScreen, toPixel } from "../../live/harness/readScreen.ts";
import { green, mission, pushDrones, setupDroneLayer, showDrones, view } from "./droneLayer.ts";

const grey = "#8a929c";
const red = "#e03131";
const forcedLanding = 11;

const testBackEnd = (painter: "software" | "webgl") => {
  const open = setupDroneLayer(painter);

  test("draws every drone at its sample's position, and nothing elsewhere", async () => {
    const page = await open();
    const places = [
      [105.46, 39.92],
      [105.55, 39.98],
      [105.33, 39.85],
    ] as const;
    await pushDrones(
      page,
      places.map((position, index) => ({ index, position, heading: 90 * index, phase: mission })),
    );
    const screen = await readScreen(page);
    for (const at of places)
      expect(screen.countPixels(boxAround(toPixel(at, view), 9), green)).toBeGreaterThan(60);
    const everywhere = { left: 0, top: 0, width: 1280, height: 800 };
    const near = places.reduce(
      (sum, at) => sum + screen.countPixels(boxAround(toPixel(at, view), 14), green),
      0,
    );
    expect(screen.countPixels(everywhere, green)).toBe(near);
  });

  test("points a drone in its heading", { tags: "full" }, async () => {
    const page = await open();
    await pushDrones(page, [{ index: 0, position: [105.46, 39.92], heading: 90, phase: mission }]);
    const screen = await readScreen(page);
    // The tip points east: more of it is right of the centre than above or below.
    expect(screen.countPixels({ left: 646, top: 398, width: 5, height: 5 }, green)).toBeGreaterThan(4);
    expect(screen.countPixels({ left: 638, top: 389, width: 5, height: 3 }, green)).toBe(0);
  });

  test("colours drones by phase, and old data grey", { tags: "full" }, async () => {
    const page = await open();
    const position = [105.46, 39.92] as const;
    await pushDrones(page, [{ index: 0, position, phase: forcedLanding }]);
    expect((await readScreen(page)).countPixels(boxAround([640, 400], 6), red)).toBeGreaterThan(80);
    await pushDrones(page, [{ index: 0, position, phase: forcedLanding, link: 2, ageS: 30 }], 2);
    expect((await readScreen(page)).countPixels(boxAround([640, 400], 6), grey)).toBeGreaterThan(80);
  });

  test("greys a drone whose position is old although its link is fresh", { tags: "full" }, async () => {
    const page = await open();
    const position = [105.46, 39.92] as const;
    await pushDrones(page, [{ index: 0, position, phase: mission, ageS: 45 }]);
    const screen = await readScreen(page);
    expect(screen.countPixels(boxAround([640, 400], 6), grey)).toBeGreaterThan(80);
    expect(screen.countPixels(boxAround([640, 400], 12), green)).toBe(0);
  });

  test("draws a dashed ring around a lost position, a diamond around a jump, and nothing else", {
    tags: "full",
  }, async () => {
    const page = await open();
    const orange = "#f76707";
    const places = [
      [105.4, 39.92],
      [105.46, 39.92],
      [105.52, 39.92],
    ] as const;
    await pushDrones(
      page,
      places.map((position, alarms) => ({ index: alarms, position, phase: mission, alarms })),
    );
    const screen = await readScreen(page);
    const [plain, lost, jump] = places.map((at) =>
      screen.countPixels(boxAround(toPixel(at, view), 24), orange),
    );
    expect(plain).toBe(0);
    // A circle of 15 px, dashed by two thirds; a diamond with sides of 28 px, both 2.5 px wide.
    expect(lost).toBeGreaterThan(60);
    expect(jump).toBeGreaterThan(160);
    const [x, y] = toPixel(places[2], view);
    expect(screen.countPixels(boxAround([x, y - 20], 3), orange)).toBeGreaterThan(5);
    // The ring has gaps: less than a whole circle.
    expect(lost).toBeLessThan(220);
  });

  test("greys all drones when data stops arriving", async () => {
    const page = await open({ stale: true });
    await pushDrones(page, [{ index: 0, position: [105.46, 39.92], phase: mission }]);
    const screen = await readScreen(page);
    expect(screen.countPixels(boxAround([640, 400], 6), grey)).toBeGreaterThan(80);
    expect(screen.countPixels(boxAround([640, 400], 12), green)).toBe(0);
  });

  test("animates between two samples if smoothed, and jumps if raw", { tags: "full" }, async () => {
    const from = [105.46, 39.92] as const;
    const to = [105.463, 39.92] as const;
    const page = await open({ smooth: true }, { ...view, zoom: 14 });
    const [end] = toPixel(to, { centre: [105.46, 39.92], zoom: 14 });
    const atEnd = async (reach: number) =>
      (await readScreen(page)).countPixels(boxAround([end, 400], reach), green);
    // Only the test advances time: the marker takes the second between two frames.
    await page.clock.install();
    await pauseClock(page);
    await pushFrame(page, createFrame([{ index: 0, position: from, phase: mission, speed: 15 }], 1));
    await page.clock.runFor(1_000);
    await pushFrame(page, createFrame([{ index: 0, position: to, phase: mission, speed: 15 }], 2));
    await page.clock.runFor(500);
    expect(await atEnd(4)).toBeLessThan(40);
    await page.clock.runFor(600);
    expect(await atEnd(6)).toBeGreaterThan(80);
    await page.clock.resume();
    await showDrones(page, { painter, smooth: false }, { ...view, zoom: 14 });
    await pushDrones(page, [{ index: 0, position: from, phase: mission }], 30);
    expect((await readScreen(page)).countPixels(boxAround([640, 400], 6), green)).toBeGreaterThan(80);
  });

  test("dashes the trail across a gap in the samples", { tags: "full" }, async () => {
    const page = await open({ trails: true });
    for (let second = 0; second < 4; second++)
      await pushFrame(
        page,
        createFrame(
          [{ index: 0, position: [105.38 + 0.01 * second, 39.92], phase: mission }],
          second,
          1_800_000_000_000 + 1000 * second,
        ),
      );
    await pushFrame(
      page,
      createFrame([{ index: 0, position: [105.54, 39.92], phase: mission }], 9, 1_800_000_000_000 + 20_000),
    );
    await waitForPaint(page);
    const screen = await readScreen(page);
    const [first] = toPixel([105.385, 39.92], view);
    const [known] = toPixel([105.405, 39.92], view);
    const [gapStart] = toPixel([105.43, 39.92], view);
    const [gapEnd] = toPixel([105.52, 39.92], view);
    const row = (from: number, to: number) =>
      screen.countPixels({ left: from, top: 399, width: to - from, height: 1 }, "#5fb276");
    expect(row(first, known)).toBeGreaterThan(0.9 * (known - first));
    expect(row(gapStart, gapEnd)).toBeGreaterThan(0.3 * (gapEnd - gapStart));
    expect(row(gapStart, gapEnd)).toBeLessThan(0.7 * (gapEnd - gapStart));
  });

  test("selects the drone under a click, or none", { tags: "full" }, async () => {
    const page = await open();
    const position = [105.55, 39.98] as const;
    await pushDrones(page, [{ index: 77, position, phase: mission }]);
    const [x, y] = toPixel(position, view);
    await page.mouse.click(x + 5, y + 5);
    await page.waitForFunction(() => window.selections.length === 1);
    await page.mouse.click(x + 60, y + 60);
    await page.waitForFunction(() => window.selections.length === 2);
    expect(await page.evaluate(() => window.selections)).toEqual([77, null]);
  });

  test("follows the selected drone until the map is dragged", { tags: "full" }, async () => {
    const page = await open({ selected: 5, following: true });
    await pushDrones(page, [{ index: 5, position: [105.6, 40.0], phase: mission }]);
    await waitForRender(page);
    await expect
      .poll(async () => (await readScreen(page)).countPixels(boxAround([640, 400], 6), green))
      .toBeGreaterThan(80);
    await page.mouse.move(300, 300);
    await page.mouse.down();
    await page.mouse.move(340, 340, { steps: 4 });
    await page.mouse.up();
    await expect.poll(() => page.evaluate(() => window.followEnds)).toBeGreaterThan(0);
  });

  test("an invalid frame is reported and leaves the drawing unchanged", async () => {
    const page = await open();
    await pushDrones(page, [{ index: 0, position: [105.46, 39.92], phase: mission }]);
    await page.evaluate(() => window.feed.push(new Uint8Array([1, 2, 3, 4]).buffer));
    await page.waitForFunction(() => window.errors.length === 1);
    expect((await readScreen(page)).countPixels(boxAround([640, 400], 6), green)).toBeGreaterThan(80);
  });

  test("repaints only when pixels move", { tags: "full" }, async () => {
    const page = await open({ smooth: true }, { ...view, zoom: 6 });
    const countPaints = () => page.evaluate(() => window.countPaints());
    await page.clock.install();
    await pauseClock(page);
    await pushFrame(
      page,
      createFrame([{ index: 0, position: [105.46, 39.92], phase: mission, speed: 15 }], 1),
    );
    await page.clock.runFor(1_000);
    const before = await countPaints();
    for (let second = 2; second < 5; second++) {
      await pushFrame(
        page,
        createFrame(
          [{ index: 0, position: [105.46 + second / 1e4, 39.92], phase: mission, speed: 15 }],
          second,
        ),
      );
      await page.clock.runFor(1_000);
    }
    // 15 m/s at zoom 6 is a hundredth of a pixel per second: one paint per snapshot, and one in between.
    const paints = (await countPaints()) - before;
    expect(paints).toBeGreaterThanOrEqual(3);
    expect(paints).toBeLessThanOrEqual(9);
  });
};
describe("the drone layer, software back end", () => {
  testBackEnd("software");
});
describe("the drone layer, webgl back end", { tags: "full" }, () => {
  testBackEnd("webgl");
});

//
test("drones 79 px apart form a cluster with a count that a click expands; 81 px apart they are separate", {
  tags: "full",
}, async () => {
  const harness = await openHarness();
  const page = await harness.page();
  await showDrones(page, { painter: "software", clusters: true, labels: false }, { ...view, zoom: 5 });
  const degree = 360 / (256 * 2 ** 5);
  const flying = [0, 79, 300, 381].map((pixels, index) => ({
    index,
    position: [105.46 + pixels * degree, 39.92] as const,
    phase: mission,
  }));
  await pushDrones(page, flying);
  const getSnapshot = () =>
    page.evaluate(() => {
      const last = window.feed.getLatest();
      return {
        singles: [...(last?.singles ?? [])],
        counts: [...(last?.clusters ?? [])].filter((_, i) => i % 5 === 2),
      };
    });
  expect(await getSnapshot()).toEqual({ singles: [2, 3], counts: [2] });
  const screen = await readScreen(page);
  // The cluster is a disc between its two drones; the others are markers.
  expect(screen.countPixels(boxAround([679, 400], 12), "#0d5cab")).toBeGreaterThan(100);
  expect(screen.countPixels(boxAround([940, 400], 9), green)).toBeGreaterThan(60);
  expect(screen.countPixels(boxAround([1021, 400], 9), green)).toBeGreaterThan(60);
  await page.mouse.click(679, 400);
  await page.waitForFunction(() => (window.map?.getView().getZoom() ?? 0) > 6.9);
  // A frame is clustered for the last view the worker received, which may lag behind the animation.
  let sequence = 2;
  const getNextCounts = async () => {
    await pushFrame(page, createFrame(flying, sequence++));
    return (await getSnapshot()).counts;
  };
  await expect.poll(getNextCounts).toEqual([]);
  await harness.close();
});

test("a cluster has a ring in the worst state inside, and the number of lost drones", {
  tags: "full",
}, async () => {
  const harness = await openHarness();
  const page = await harness.page();
  await showDrones(page, { painter: "software", clusters: true, labels: false }, { ...view, zoom: 5 });
  const degree = 360 / (256 * 2 ** 5);
  const flying = [
    { link: 0 },
    { link: 2, ageS: 30 },
    { link: 3, ageS: 90 },
    ...[{ link: 0 }, { link: 1 }].map((drone) => ({ ...drone, at: 300 })),
  ].map(({ at = 0, ...drone }: { at?: number; link: number; ageS?: number }, index) => ({
    index,
    position: [105.46 + at * degree, 39.92] as const,
    ...drone,
  }));
  await pushDrones(page, flying);
  const screen = await readScreen(page);
  const ring = (x: number, color: string) => screen.countPixels(boxAround([x, 400], 20), color);
  expect([ring(640, "#e03131") > 150, ring(640, "#f59f00")]).toEqual([true, 0]);
  expect([ring(940, "#e03131"), ring(940, "#f59f00") > 40]).toEqual([0, true]);
  // The number of lost drones stands on red below its cluster; the other cluster has none.
  const below = (x: number) =>
    screen.countPixels({ left: x - 24, top: 420, width: 48, height: 18 }, "#c92a2a");
  expect([below(640) > 200, below(940)]).toEqual([true, 0]);
  await harness.close();
});
