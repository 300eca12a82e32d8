import type { FromFleetWorker, ToFleetWorker } from "../map/drones/data/fleetShot.ts";
import { FleetStore } from "../map/drones/data/fleetStore.ts";

// Decoding, projecting and grouping 20,000 drones a second stays away from the page's thread.
declare const self: DedicatedWorkerGlobalScope;

const store = new FleetStore();

function take(bytes: ArrayBuffer): void {
  try {
    const shot = store.take(bytes);
    const { x0, y0, x1, y1, look, singles, clusters, trails } = shot;
    const own = [x0, y0, x1, y1, look, singles, clusters, trails.points, trails.starts, trails.looks];
    const message: FromFleetWorker = { type: "fleet.shot", shot };
    self.postMessage(message, [bytes, ...own.map(({ buffer }) => buffer)]);
  } catch (fault) {
    const message = fault instanceof Error ? fault.message : String(fault);
    self.postMessage({ type: "fleet.fault", message } satisfies FromFleetWorker);
  }
}

self.addEventListener("message", ({ data }: MessageEvent<ToFleetWorker>) => {
  if (data.type === "fleet.frame") return take(data.bytes);
  if (data.type === "fleet.port") {
    const { port } = data;
    port.onmessage = ({ data: bytes }: MessageEvent<ArrayBuffer>) => take(bytes);
    return;
  }
  if (data.type === "fleet.forget") return store.forget(data.indexes);
  const looked = store.look(data.window);
  if (!looked) return;
  const { singles, clusters } = looked.grouping;
  const message: FromFleetWorker = { type: "fleet.grouped", ...looked };
  self.postMessage(message, [singles.buffer, clusters.buffer]);
});
