import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll } from "vitest";
import { createFrame, type SampleDrone } from "../../live/harness/frames.ts";
import {
  type Harness,
  openHarness,
  pushFrame,
  showScene,
  waitForPaint,
} from "../../live/harness/openHarness.ts";
import type { SceneProps } from "../../live/harness/Scene.tsx";

declare global {
  interface Window {
    /** How often the drone layer has been painted. */
    countPaints: () => number;
  }
}

type PainterName = "software" | "webgl";
type DroneLayerProps = Partial<NonNullable<SceneProps["drones"]>>;

export const green = "#2b9a4b";
export const view = { centre: [105.46, 39.92], zoom: 12 } as const;
/** Phase of a drone on its mission, drawn green. */
export const mission = 4;

/** Opens a harness for the `describe` block; returns a function that opens a page with only the drone layer. */
export function setupDroneLayer(painter: PainterName) {
  let harness: Harness;
  let page: Page | undefined;
  beforeAll(async () => {
    harness = await openHarness(painter === "webgl");
  });
  afterAll(() => harness.close());
  afterEach(() => page?.context().close());

  return async (drones: DroneLayerProps = {}, viewState: SceneProps["viewState"] = view): Promise<Page> => {
    page = await harness.page();
    await showDrones(page, { painter, labels: false, ...drones }, viewState);
    await page.evaluate(() => {
      window.countPaints = () => {
        const layers = window.map?.getLayers().getArray() ?? [];
        return layers.reduce(
          (sum, layer) => sum + ("times" in layer ? (layer.times as { count: number }).count : 0),
          0,
        );
      };
    });
    return page;
  };
}

/** Shows a light scene with only the drone layer. */
export const showDrones = (
  page: Page,
  drones: NonNullable<SceneProps["drones"]>,
  viewState: SceneProps["viewState"] = view,
): Promise<void> => showScene(page, { viewState, scheme: "light", drones });

/** Sends one frame and waits until it is painted. */
export async function pushDrones(page: Page, drones: readonly SampleDrone[], sequence = 1): Promise<void> {
  await pushFrame(page, createFrame(drones, sequence));
  await waitForPaint(page);
}
