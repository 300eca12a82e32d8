import type { Page } from "playwright-core";
import type { DroneLayer } from "../../src/map/drones/DroneLayer.ts";
import { createFrame, createSwarm } from "../live/harness/frames.ts";
import { openHarness, pushFrame, showScene } from "../live/harness/openHarness.ts";
import type { BenchResult } from "./report.ts";

const size = { width: 1920, height: 1080 };
const view = { centre: [110, 34], zoom: 5.2 } as const;
/** Degrees; the whole fleet stays in view. */
const spread = 15;
const batches = 5;

/**
 * Measures the drone layer over the embedded base map at 1080p, with all drones in view and the software painter used
 * without a GPU: paint time, frames per second while panning, and the cost of a batch.
 */
export async function measureDroneLayer(
  counts: readonly number[] = [1_000, 2_000, 5_000, 20_000],
): Promise<BenchResult[]> {
  const harness = await openHarness();
  try {
    const lines: BenchResult[] = [];
    for (const count of counts) {
      const page = await harness.page({ viewport: size });
      await showScene(page, {
        viewState: { ...view },
        scheme: "light",
        drones: { painter: "software", smooth: true, labels: true, trails: true },
      });
      lines.push(...(await measureDrones(page, count)));
      await page.context().close();
    }
    return lines;
  } finally {
    await harness.close();
  }
}

async function measureDrones(page: Page, count: number): Promise<BenchResult[]> {
  await pushBatch(page, count, 0);
  const idle = await measureIdle(page, count);
  const pan = await measurePanning(page);
  const name = `${count.toLocaleString("en")} drones`;
  return [
    {
      label: `${name}, the layer's own render: painted whole, and CPU a picture of panning`,
      measured: `${pan.fullPaintMs.toFixed(1)}, ${pan.layerMs.toFixed(1)} ms`,
      budget: "≤ 8 ms",
    },
    {
      label: `${name}, the page's CPU a picture while panning`,
      measured: `${pan.drones.perFrame.toFixed(1)} ms, map alone ${pan.withoutDrones.perFrame.toFixed(1)}`,
      budget: count <= 2_000 ? "≤ 16.7 ms (60/s)" : "≤ 33 ms (30/s)",
    },
    {
      label: `${name}, panning over the base map`,
      measured: `${pan.drones.perSecond.toFixed(0)}/s, map alone ${pan.withoutDrones.perSecond.toFixed(0)}/s`,
      budget: count <= 2_000 ? "60/s" : "≥ 30/s",
    },
    { label: `${name}, frame to picture`, measured: `${idle.toPicture.toFixed(0)} ms`, budget: "≤ 300 ms" },
    { label: `${name}, long tasks in ${batches} batches`, measured: String(idle.longTasks), budget: "" },
    { label: `${name}, React renders a batch`, measured: (idle.renders / batches).toFixed(1), budget: "0" },
  ];
}

const pushBatch = (page: Page, count: number, second: number) =>
  pushFrame(page, createFrame(createSwarm(count, second, [view.centre[0], view.centre[1]], spread), second));

/** Measures batches at 1 Hz without moving the map. */
async function measureIdle(page: Page, count: number) {
  await page.evaluate(() => {
    window.longTasks = 0;
    window.toPicture = [];
    new PerformanceObserver((list) => {
      window.longTasks += list.getEntries().length;
    }).observe({ entryTypes: ["longtask"] });
  });
  const rendersBefore = await page.evaluate(() => window.renders);
  for (let second = 1; second <= batches; second++) {
    const bytes = Buffer.from(
      createFrame(createSwarm(count, second, [view.centre[0], view.centre[1]], spread), second),
    ).toString("base64");
    await page.evaluate(async (text) => {
      const buffer = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)).buffer;
      await new Promise((resolve) => setTimeout(resolve, 100));
      const startedAt = performance.now();
      await new Promise<void>((resolve) => {
        const unsubscribe = window.feed.onSnapshot(() => {
          unsubscribe();
          requestAnimationFrame(() => resolve());
        });
        window.feed.push(buffer);
      });
      window.toPicture.push(performance.now() - startedAt);
    }, bytes);
    await page.waitForTimeout(900);
  }
  return page.evaluate(
    (before) => ({
      longTasks: window.longTasks,
      renders: window.renders - before,
      toPicture: Math.max(...window.toPicture),
    }),
    rendersBefore,
  );
}

/** Measures four seconds of panning with and without drones, in CPU time of the main thread. */
async function measurePanning(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  const cpu = async () => {
    const { metrics } = await session.send("Performance.getMetrics");
    return 1000 * (metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0);
  };
  const run = async () => {
    const before = await cpu();
    const { frames, seconds } = await panMap(page);
    return { perFrame: ((await cpu()) - before) / frames, perSecond: frames / seconds };
  };
  await panMap(page);
  const drones = await run();
  const fullPaintMs = await measureFullPaint(page);
  await page.evaluate(() => {
    const layers = window.map?.getLayers().getArray() ?? [];
    for (const layer of layers) if ("times" in layer) layer.setVisible(false);
  });
  const withoutDrones = await run();
  return { drones, withoutDrones, fullPaintMs, layerMs: drones.perFrame - withoutDrones.perFrame };
}

/** Mean time of a full paint, ms; forced by 30 moves beyond the painted area. */
const measureFullPaint = (page: Page) =>
  page.evaluate(() => {
    const layers = window.map?.getLayers().getArray() ?? [];
    const times = layers.flatMap((layer) => ("times" in layer ? [layer.times as DroneLayer["times"]] : []));
    const total = () => times.reduce((sum, paintTimes) => sum + paintTimes.total, 0);
    const view = window.map?.getView();
    const [x = 0, y = 0] = view?.getCenter() ?? [];
    const leap = 200 * (view?.getResolution() ?? 0);
    const before = total();
    for (let turn = 1; turn <= 30; turn++) {
      view?.setCenter([x + (turn % 2) * leap, y]);
      window.map?.renderSync();
    }
    return (total() - before) / 30;
  });

const panMap = (page: Page) =>
  page.evaluate(async () => {
    const view = window.map?.getView();
    if (!view) throw new Error("no map");
    const [x = 0, y = 0] = view.getCenter() ?? [];
    const startedAt = performance.now();
    let frames = 0;
    while (performance.now() - startedAt < 4000) {
      const turn = frames++ / 25;
      // Like dragging by hand: 280 px to either side, at most 11 px per frame.
      view.setCenter([x + 1.2e6 * Math.sin(turn), y + 6e5 * Math.sin(turn / 2)]);
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    view.setCenter([x, y]);
    return { frames, seconds: (performance.now() - startedAt) / 1000 };
  });
