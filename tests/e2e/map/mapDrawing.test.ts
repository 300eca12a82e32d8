/** @module-tag full */

import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { toZoneRings } from "../../../src/map/zones/zoneRings.ts";
import { type Harness, openHarness, showScene, waitForRender } from "../../live/harness/openHarness.ts";
import { boxAround, readScreen, toPixel } from "../../live/harness/readScreen.ts";
import type { SceneProps } from "../../live/harness/Scene.tsx";
import { startTileServer } from "../../live/harness/startTileServer.ts";

const view = { centre: [105.46, 39.92], zoom: 12 } as const;
const red = "#e03131";
const china = "#fbfaf7";

let harness: Harness;
let page: Page;
beforeAll(async () => {
  harness = await openHarness();
});
afterAll(() => harness.close());
afterEach(() => page.context().close());

async function open(scene: Partial<SceneProps> = {}) {
  page = await harness.page();
  await showScene(page, { viewState: { ...view }, scheme: "light", ...scene });
}

describe("the map draws", () => {
  //
  test("points at their coordinates", async () => {
    const places = [
      [105.46, 39.92],
      [105.55, 39.98],
    ] as const;
    await open({ points: places.map((coordinates, index) => ({ id: `${index}`, coordinates, color: red })) });
    const screen = await readScreen(page);
    for (const at of places)
      expect(screen.countPixels(boxAround(toPixel(at, view), 5), red)).toBeGreaterThan(60);
  });

  //
  test("lines through their coordinates", async () => {
    await open({
      lines: [
        {
          id: "l",
          path: [
            [105.4, 39.92],
            [105.52, 39.92],
          ],
          color: red,
          width: 4,
        },
      ],
    });
    const screen = await readScreen(page);
    expect(screen.countPixels({ left: 600, top: 398, width: 80, height: 4 }, red)).toBeGreaterThan(230);
    const [end] = toPixel([105.52, 39.92], view);
    expect(screen.countPixels({ left: end + 6, top: 390, width: 60, height: 20 }, red)).toBe(0);
  });

  //
  test("circles with a radius in metres on the ground, not in the projection", async () => {
    const circle = toZoneRings({ type: "Circle", center: [105.46, 39.92], radius: 5000 });
    await open({ polygons: [{ id: "c", rings: circle, color: red }] });
    const screen = await readScreen(page);
    // 5,000 m at 39.92° N: 5,000 ÷ (111,320 × cos 39.92°) = 0.05857 degrees east.
    const [edge] = toPixel([105.46 + 0.05857, 39.92], view);
    expect(screen.countPixels({ left: edge - 3, top: 396, width: 6, height: 8 }, red)).toBeGreaterThan(5);
    expect(screen.countPixels({ left: edge + 5, top: 380, width: 60, height: 40 }, red)).toBe(0);
  });

  //
  test("polygons with outline, fill and holes", async () => {
    const square = (reach: number): [number, number][] => [
      [105.46 - reach, 39.92 - reach],
      [105.46 + reach, 39.92 - reach],
      [105.46 + reach, 39.92 + reach],
      [105.46 - reach, 39.92 + reach],
      [105.46 - reach, 39.92 - reach],
    ];
    await open({ polygons: [{ id: "p", rings: [square(0.08), square(0.03)], color: red }] });
    const screen = await readScreen(page);
    expect(screen.colorAt(...toPixel([105.46, 39.92], view))).toEqual([251, 250, 247]);
    const [r, g, b] = screen.colorAt(...toPixel([105.515, 39.92], view));
    expect(r - g).toBeGreaterThan(15);
    expect(r - b).toBeGreaterThan(15);
    const [edge] = toPixel([105.54, 39.92], view);
    expect(screen.countPixels({ left: edge - 2, top: 396, width: 4, height: 8 }, red)).toBeGreaterThan(5);
  });

  //
  test("a heat map, hotter where it is denser", async () => {
    await open({
      heat: [
        ...Array.from({ length: 12 }, () => ({ coordinates: [105.46, 39.92] as const, weight: 0.5 })),
        { coordinates: [105.56, 39.92] as const, weight: 0.5 },
      ],
    });
    const screen = await readScreen(page);
    const [hotR, , hotB] = screen.colorAt(640, 400);
    const [coolR, , coolB] = screen.colorAt(...toPixel([105.56, 39.92], view));
    expect(hotR - hotB).toBeGreaterThan(80);
    expect(coolR - coolB).toBeLessThan(0);
    expect(screen.countPixels(boxAround(toPixel([105.4, 39.97], view), 5), china)).toBeGreaterThan(100);
  });
});

describe("the view", () => {
  //
  test("limits zoom to 4 to 17, also for the buttons, which are disabled at the limits", async () => {
    await open({ viewState: { centre: [105.46, 39.92], zoom: 5 }, zoomButtons: true });
    const zoom = () => page.evaluate(() => window.map?.getView().getZoom());
    const isAnimated = () => page.evaluate(() => window.map?.getView().getAnimating());
    const press = async (name: string, times: number) => {
      // `force` clicks the button even if it is disabled.
      for (let i = 0; i < times; i++) await page.getByRole("button", { name }).click({ force: true });
    };
    const disabled = (name: string) => page.getByRole("button", { name }).getAttribute("aria-disabled");
    await page.evaluate(() => window.map?.getView().setZoom(2));
    expect(await zoom()).toBe(4);
    await page.evaluate(() => window.map?.getView().setZoom(25));
    expect(await zoom()).toBe(17);
    await page.evaluate(() => window.map?.getView().setZoom(4.6));
    await press("缩小", 1);
    await expect.poll(zoom).toBeCloseTo(4, 6);
    await expect.poll(() => disabled("缩小")).toBe("true");
    await expect.poll(() => disabled("放大")).toBe("false");
    await press("缩小", 2);
    expect([await isAnimated(), await zoom()]).toEqual([false, expect.closeTo(4, 6)]);
    await press("放大", 16);
    await expect.poll(zoom).toBeCloseTo(17, 6);
    await expect.poll(() => disabled("放大")).toBe("true");
    await press("放大", 2);
    expect([await isAnimated(), await zoom()]).toEqual([false, expect.closeTo(17, 6)]);
    await press("缩小", 1);
    await expect.poll(zoom).toBeCloseTo(16, 6);
    await expect.poll(() => disabled("放大")).toBe("false");
  });

  test("pans by the arrow keys when the map has the focus", async () => {
    await open();
    await page.getByRole("application").focus();
    const centre = () => page.evaluate(() => window.map?.getView().getCenter()?.[0] ?? 0);
    const before = await centre();
    await page.keyboard.press("ArrowRight");
    await expect.poll(centre).toBeGreaterThan(before);
  });
});

describe("base maps by configuration", () => {
  test("GCJ-02 tiles align with WGS-84 data", async () => {
    // 105.46 E 39.92 N is 105.464331 E 39.921081 N in GCJ-02, by the published formula: 388 m away.
    const tiles = await startTileServer([105.464331, 39.921081]);
    await open({
      viewState: { centre: [105.46, 39.92], zoom: 14 },
      basemap: { id: "amap", name: "高德", kind: "amap", url: `${tiles.origin}/{z}/{x}/{y}` },
    });
    const screen = await readScreen(page);
    expect(screen.countPixels(boxAround([640, 400], 5), "#ff0000")).toBeGreaterThan(50);
    expect(screen.countPixels({ left: 0, top: 0, width: 1280, height: 800 }, "#ff0000")).toBeLessThan(140);
    await tiles.close();
  });

  test("unshifted tiles are not shifted", async () => {
    const tiles = await startTileServer([105.46, 39.92]);
    await open({
      viewState: { centre: [105.46, 39.92], zoom: 14 },
      basemap: {
        id: "own",
        name: "自建",
        kind: "xyz",
        urls: [`${tiles.origin}/{z}/{x}/{y}`],
        crs: "EPSG:3857",
        attribution: "自建",
      },
    });
    expect((await readScreen(page)).countPixels(boxAround([640, 400], 5), "#ff0000")).toBeGreaterThan(50);
    await tiles.close();
  });

  test("Tianditu layers for map and labels are requested with the key", async () => {
    const tiles = await startTileServer([0, 0]);
    await open({
      viewState: { centre: [105.46, 39.92], zoom: 8 },
      basemap: {
        id: "tdt",
        name: "天地图",
        kind: "tianditu",
        theme: "vec",
        key: "k e/y",
        host: tiles.origin,
      },
    });
    const requestedUrls = tiles.requests.join("\n");
    for (const layer of ["vec", "cva"])
      expect(requestedUrls).toMatch(
        new RegExp(
          `/${layer}_w/wmts\\?SERVICE=WMTS&REQUEST=GetTile&VERSION=1\\.0\\.0&LAYER=${layer}&STYLE=default&TILEMATRIXSET=w&FORMAT=tiles&TILEMATRIX=8&TILEROW=\\d+&TILECOL=\\d+&tk=k%20e%2Fy`,
        ),
      );
    await tiles.close();
  });

  test("failing tiles are reported once, and the map keeps working", async () => {
    const tiles = await startTileServer([0, 0], true);
    await open({
      points: [{ id: "p", coordinates: [105.46, 39.92], color: red }],
      basemap: {
        id: "gone",
        name: "坏",
        kind: "xyz",
        urls: [`${tiles.origin}/{z}/{x}/{y}`],
        crs: "EPSG:3857",
        attribution: "坏",
      },
    });
    await expect.poll(() => page.evaluate(() => window.failing)).toBe(1);
    expect((await readScreen(page)).countPixels(boxAround([640, 400], 5), red)).toBeGreaterThan(60);
    await tiles.close();
  });

  test("the embedded map is light or dark and loads nothing from other hosts", async () => {
    const externalRequests: string[] = [];
    page = await harness.page();
    page.on("request", (request) => {
      if (!request.url().startsWith(harness.origin)) externalRequests.push(request.url());
    });
    await showScene(page, { viewState: { ...view }, scheme: "light" });
    expect((await readScreen(page)).colorAt(300, 300)).toEqual([251, 250, 247]);
    await showScene(page, { viewState: { ...view }, scheme: "dark" });
    await waitForRender(page);
    expect((await readScreen(page)).colorAt(300, 300)).toEqual([19, 38, 59]);
    expect(externalRequests).toEqual([]);
  });
});
