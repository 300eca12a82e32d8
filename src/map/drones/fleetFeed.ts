import { createEmitter } from "../../pageApi/createEmitter.ts";
import type {
  FleetSnapshot,
  FleetViewport,
  FromFleetWorker,
  Grouping,
  StoredTrack,
  ToFleetWorker,
} from "./data/fleetSnapshot.ts";
import { toMercatorX, toMercatorY } from "./data/mercator.ts";

/** What a map needs of a feed. */
export type FleetMapFeed = Pick<
  FleetFeed,
  "getLatest" | "onSnapshot" | "onGrouping" | "onPosition" | "setViewport"
>;

export interface FleetViewports {
  readonly viewport: FleetViewport | null;
  /** Of the second map; null where there is none. */
  readonly closeUp: FleetViewport | null;
}

export interface FleetFeed {
  /** The last snapshot; null before the first. */
  readonly getLatest: () => FleetSnapshot | null;
  /** When it arrived, by `performance.now()`. */
  readonly getReceivedAt: () => number;
  /** Calls the listener with every snapshot. Returns the unsubscribe function. */
  readonly onSnapshot: (listener: (snapshot: FleetSnapshot) => void) => () => void;
  readonly onGrouping: (listener: (sequence: number, grouping: Grouping) => void) => () => void;
  /** Moves one drone before the next frame. Degrees × 10⁷, WGS-84. */
  readonly updatePosition: (index: number, lat: number, lon: number) => void;
  readonly onPosition: (listener: (index: number, x: number, y: number) => void) => () => void;
  /** Receives frames through this port directly in the worker, off the main thread. */
  readonly connect: (port: MessagePort) => void;
  /** Sends a single frame, from polling. */
  readonly push: (bytes: ArrayBuffer) => void;
  /** Forgets the history of indexes that now belong to other drones. */
  readonly forget: (indexes: readonly number[]) => void;
  /** Puts the track that a flight has behind it before its trail. */
  readonly loadTrack: (index: number, track: StoredTrack) => void;
  readonly setViewport: (viewport: FleetViewport) => void;
  /** What the maps show; null before they do. */
  readonly getViewports: () => FleetViewports;
  /** Calls the listener when a map shows something else. Returns the unsubscribe function. */
  readonly onViewports: (listener: () => void) => () => void;
  /** For a second, nearer map beside the first, which does not cluster. Call `closeCloseUp` when it is gone. */
  readonly closeUp: FleetMapFeed;
  readonly closeCloseUp: () => void;
  /** Replaces an unresponsive worker. Call `connect` with a new port afterwards. */
  readonly restart: () => void;
  readonly stop: () => void;
}

/** The snapshot as the second map draws it; null in the first moment of that map. */
const toCloseUp = (snapshot: FleetSnapshot): FleetSnapshot | null =>
  snapshot.closeUp ? { ...snapshot, ...snapshot.closeUp } : null;

/**
 * Starts the worker that decodes and groups frames, and caches its last snapshot.
 * @param onError called with a message if bytes are not a valid frame or the worker fails
 */
export function createFleetFeed(onError: (message: string) => void): FleetFeed {
  const snapshots = createEmitter<[FleetSnapshot]>();
  const groupings = createEmitter<[sequence: number, grouping: Grouping]>();
  const positions = createEmitter<[index: number, x: number, y: number]>();
  const viewportsChanged = createEmitter();
  let latest: FleetSnapshot | null = null;
  let receivedAt = 0;
  let viewport: FleetViewport | null = null;
  let closeUpViewport: FleetViewport | null = null;
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
      // A script that fails to load gives no reason; the missing frames trigger a restart.
      if (event instanceof ErrorEvent) onError(event.message);
    });
    return created;
  };
  let worker = startWorker();
  const post = (message: ToFleetWorker, transferables: Transferable[] = []) =>
    worker.postMessage(message, transferables);
  const setCloseUp = (next: FleetViewport | null) => {
    closeUpViewport = next;
    post({ type: "fleet.closeUp", viewport: next });
    viewportsChanged.emit();
  };
  return {
    closeUp: {
      getLatest: () => latest && toCloseUp(latest),
      onSnapshot: (listener) =>
        snapshots.subscribe((snapshot) => {
          const closeUp = toCloseUp(snapshot);
          if (closeUp) listener(closeUp);
        }),
      // Without clusters the grouping does not depend on the viewport.
      onGrouping: () => () => undefined,
      onPosition: positions.subscribe,
      setViewport: setCloseUp,
    },
    closeCloseUp: () => setCloseUp(null),
    getLatest: () => latest,
    getReceivedAt: () => receivedAt,
    onSnapshot: snapshots.subscribe,
    onGrouping: groupings.subscribe,
    updatePosition: (index, lat, lon) => positions.emit(index, toMercatorX(lon), toMercatorY(lat)),
    onPosition: positions.subscribe,
    connect: (port) => post({ type: "fleet.port", port }, [port]),
    push: (bytes) => post({ type: "fleet.frame", bytes }, [bytes]),
    forget: (indexes) => post({ type: "fleet.forget", indexes }),
    loadTrack: (index, track) => post({ type: "fleet.track", index, track }, [...track.chunks]),
    setViewport(next) {
      viewport = next;
      post({ type: "fleet.viewport", viewport: next });
      viewportsChanged.emit();
    },
    getViewports: () => ({ viewport, closeUp: closeUpViewport }),
    onViewports: viewportsChanged.subscribe,
    restart() {
      worker.terminate();
      worker = startWorker();
      if (viewport) post({ type: "fleet.viewport", viewport });
      if (closeUpViewport) post({ type: "fleet.closeUp", viewport: closeUpViewport });
    },
    stop: () => worker.terminate(),
  };
}
