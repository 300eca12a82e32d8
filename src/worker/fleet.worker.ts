import type { CloseUp, FromFleetWorker, ToFleetWorker } from "../map/drones/data/fleetSnapshot.ts";
import { FleetStore } from "../map/drones/data/fleetStore.ts";

// Decodes, projects and groups up to 20,000 drones a second, off the page's thread.
declare const self: DedicatedWorkerGlobalScope;

const store = new FleetStore();

const getArrays = ({ singles, alarmed, clusters, trails }: CloseUp) => [
  singles,
  alarmed,
  clusters,
  trails.points,
  trails.starts,
  trails.styleIndexes,
];

function handleFrame(bytes: ArrayBuffer): void {
  try {
    const snapshot = store.decode(bytes);
    const { x0, y0, x1, y1, styleIndexes, closeUp } = snapshot;
    const arrays = [
      x0,
      y0,
      x1,
      y1,
      styleIndexes,
      ...getArrays(snapshot),
      ...(closeUp ? getArrays(closeUp) : []),
    ];
    const message: FromFleetWorker = { type: "fleet.snapshot", snapshot };
    self.postMessage(message, [bytes, ...arrays.map(({ buffer }) => buffer)]);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    self.postMessage({ type: "fleet.error", message } satisfies FromFleetWorker);
  }
}

self.addEventListener("message", ({ data }: MessageEvent<ToFleetWorker>) => {
  if (data.type === "fleet.frame") return handleFrame(data.bytes);
  if (data.type === "fleet.port") {
    const { port } = data;
    port.onmessage = ({ data: bytes }: MessageEvent<ArrayBuffer>) => handleFrame(bytes);
    return;
  }
  if (data.type === "fleet.forget") return store.forget(data.indexes);
  if (data.type === "fleet.closeUp") return store.setCloseUp(data.viewport);
  if (data.type === "fleet.track") return store.loadTrack(data.index, data.track);
  const regrouped = store.setViewport(data.viewport);
  if (!regrouped) return;
  const { singles, alarmed, clusters } = regrouped.grouping;
  const message: FromFleetWorker = { type: "fleet.grouping", ...regrouped };
  self.postMessage(message, [singles.buffer, alarmed.buffer, clusters.buffer]);
});
