import type { FleetShot, FleetWindow, FromFleetWorker, Grouping, ToFleetWorker } from "./data/fleetShot.ts";
import { mercatorX, mercatorY } from "./data/mercator.ts";

export interface FleetFeed {
  /** The last shot; null before the first. */
  readonly latest: () => FleetShot | null;
  /** When it came, by `performance.now()`. */
  readonly arrived: () => number;
  /** Told of every shot; answers with the unsubscription. */
  readonly onShot: (told: (shot: FleetShot) => void) => () => void;
  readonly onGrouped: (told: (sequence: number, grouping: Grouping) => void) => () => void;
  /** One drone's place, WGS-84 degrees × 10⁷, told before the next frame. */
  readonly place: (index: number, lat: number, lon: number) => void;
  readonly onPlaced: (told: (index: number, x: number, y: number) => void) => () => void;
  /** Frames come in through this end of a channel, without passing the page's thread. */
  readonly connect: (port: MessagePort) => void;
  /** A frame by hand, from polling. */
  readonly push: (bytes: ArrayBuffer) => void;
  /** These indexes stand for other drones from now on. */
  readonly forget: (indexes: readonly number[]) => void;
  readonly look: (window: FleetWindow) => void;
  /** Begins anew with another worker, for one that says nothing any more; frames need a new channel. */
  readonly restart: () => void;
  readonly stop: () => void;
}

/**
 * The worker that decodes and groups, and its last shot. Telemetry stays here and in the drone layer.
 * @param onFault told, in the worker's words, of bytes that are no frame and of the worker's end
 */
export function startFleetFeed(onFault: (message: string) => void): FleetFeed {
  const shots = new Set<(shot: FleetShot) => void>();
  const groupings = new Set<(sequence: number, grouping: Grouping) => void>();
  const placed = new Set<(index: number, x: number, y: number) => void>();
  let latest: FleetShot | null = null;
  let arrived = 0;
  let window: FleetWindow | null = null;
  const hear = ({ data }: MessageEvent<FromFleetWorker>) => {
    if (data.type === "fleet.fault") return onFault(data.message);
    if (data.type === "fleet.grouped") {
      for (const told of groupings) told(data.sequence, data.grouping);
      return;
    }
    latest = data.shot;
    arrived = performance.now();
    for (const told of shots) told(data.shot);
  };
  const begin = () => {
    const made = new Worker(new URL("../../worker/fleet.worker.ts", import.meta.url), { type: "module" });
    made.addEventListener("message", hear);
    made.addEventListener("error", (event) => {
      event.preventDefault();
      // One whose script does not load says nothing of why; it is noticed as one that has died.
      if (event instanceof ErrorEvent) onFault(event.message);
    });
    return made;
  };
  let worker = begin();
  const post = (message: ToFleetWorker, transfer: Transferable[] = []) =>
    worker.postMessage(message, transfer);
  return {
    latest: () => latest,
    arrived: () => arrived,
    onShot(told) {
      shots.add(told);
      return () => shots.delete(told);
    },
    onGrouped(told) {
      groupings.add(told);
      return () => groupings.delete(told);
    },
    place(index, lat, lon) {
      for (const told of placed) told(index, mercatorX(lon), mercatorY(lat));
    },
    onPlaced(told) {
      placed.add(told);
      return () => placed.delete(told);
    },
    connect: (port) => post({ type: "fleet.port", port }, [port]),
    push: (bytes) => post({ type: "fleet.frame", bytes }, [bytes]),
    forget: (indexes) => post({ type: "fleet.forget", indexes }),
    look(seen) {
      window = seen;
      post({ type: "fleet.window", window: seen });
    },
    restart() {
      worker.terminate();
      worker = begin();
      if (window) post({ type: "fleet.window", window });
    },
    stop: () => worker.terminate(),
  };
}
