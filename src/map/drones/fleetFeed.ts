import { createEmitter } from "../../pageApi/createEmitter.ts";
import type {
  FleetSnapshot,
  FleetViewport,
  FromFleetWorker,
  Grouping,
  ToFleetWorker,
} from "./data/fleetSnapshot.ts";
import { toMercatorX, toMercatorY } from "./data/mercator.ts";

export interface FleetFeed {
  /** The last snapshot; null before the first. */
  readonly getLatest: () => FleetSnapshot | null;
  /** When it came, by `performance.now()`. */
  readonly getReceivedAt: () => number;
  /** Calls the listener with every snapshot. Returns the unsubscribe function. */
  readonly onSnapshot: (listener: (snapshot: FleetSnapshot) => void) => () => void;
  readonly onGrouping: (listener: (sequence: number, grouping: Grouping) => void) => () => void;
  /** Moves one drone before the next frame. Degrees × 10⁷, WGS-84. */
  readonly updatePosition: (index: number, lat: number, lon: number) => void;
  readonly onPosition: (listener: (index: number, x: number, y: number) => void) => () => void;
  /** Frames come in through this end of a channel, without passing the page's thread. */
  readonly connect: (port: MessagePort) => void;
  /** A frame by hand, from polling. */
  readonly push: (bytes: ArrayBuffer) => void;
  /** These indexes stand for other drones from now on. */
  readonly forget: (indexes: readonly number[]) => void;
  readonly setViewport: (viewport: FleetViewport) => void;
  /** Begins anew with another worker, for one that says nothing any more; frames need a new channel. */
  readonly restart: () => void;
  readonly stop: () => void;
}

/**
 * The worker that decodes and groups, and its last snapshot. Telemetry stays here and in the drone layer.
 * @param onError called with the worker's message where bytes are no frame, and where the worker dies
 */
export function createFleetFeed(onError: (message: string) => void): FleetFeed {
  const snapshots = createEmitter<[FleetSnapshot]>();
  const groupings = createEmitter<[sequence: number, grouping: Grouping]>();
  const positions = createEmitter<[index: number, x: number, y: number]>();
  let latest: FleetSnapshot | null = null;
  let receivedAt = 0;
  let viewport: FleetViewport | null = null;
  const handleMessage = ({ data }: MessageEvent<FromFleetWorker>) => {
    if (data.type === "fleet.error") return onError(data.message);
    if (data.type === "fleet.grouping") return groupings.emit(data.sequence, data.grouping);
    latest = data.snapshot;
    receivedAt = performance.now();
    snapshots.emit(data.snapshot);
  };
  const startWorker = () => {
    const created = new Worker(new URL("../../worker/fleet.worker.ts", import.meta.url), { type: "module" });
    created.addEventListener("message", handleMessage);
    created.addEventListener("error", (event) => {
      event.preventDefault();
      // One whose script does not load says nothing of why; it is noticed as one that has died.
      if (event instanceof ErrorEvent) onError(event.message);
    });
    return created;
  };
  let worker = startWorker();
  const post = (message: ToFleetWorker, transferables: Transferable[] = []) =>
    worker.postMessage(message, transferables);
  return {
    getLatest: () => latest,
    getReceivedAt: () => receivedAt,
    onSnapshot: snapshots.subscribe,
    onGrouping: groupings.subscribe,
    updatePosition: (index, lat, lon) => positions.emit(index, toMercatorX(lon), toMercatorY(lat)),
    onPosition: positions.subscribe,
    connect: (port) => post({ type: "fleet.port", port }, [port]),
    push: (bytes) => post({ type: "fleet.frame", bytes }, [bytes]),
    forget: (indexes) => post({ type: "fleet.forget", indexes }),
    setViewport(next) {
      viewport = next;
      post({ type: "fleet.viewport", viewport: next });
    },
    restart() {
      worker.terminate();
      worker = startWorker();
      if (viewport) post({ type: "fleet.viewport", viewport });
    },
    stop: () => worker.terminate(),
  };
}
