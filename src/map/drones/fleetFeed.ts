import type { FleetShot, FleetWindow, FromFleetWorker, Grouping, ToFleetWorker } from "./data/fleetShot.ts";

export interface FleetFeed {
  /** The last shot; null before the first. */
  readonly latest: () => FleetShot | null;
  /** When it came, by `performance.now()`. */
  readonly arrived: () => number;
  /** Told of every shot; answers with the unsubscription. */
  readonly onShot: (told: (shot: FleetShot) => void) => () => void;
  readonly onGrouped: (told: (sequence: number, grouping: Grouping) => void) => () => void;
  /** Frames come in through this end of a channel, without passing the page's thread. */
  readonly connect: (port: MessagePort) => void;
  /** A frame by hand, from polling. */
  readonly push: (bytes: ArrayBuffer) => void;
  /** These indexes stand for other drones from now on. */
  readonly forget: (indexes: readonly number[]) => void;
  readonly look: (window: FleetWindow) => void;
  readonly stop: () => void;
}

/**
 * The worker that decodes and groups, and its last shot. Telemetry stays here and in the drone layer.
 * @param onFault told, in the worker's words, of bytes that are no frame and of the worker's end
 */
export function startFleetFeed(onFault: (message: string) => void): FleetFeed {
  const worker = new Worker(new URL("../../worker/fleet.worker.ts", import.meta.url), { type: "module" });
  const shots = new Set<(shot: FleetShot) => void>();
  const groupings = new Set<(sequence: number, grouping: Grouping) => void>();
  let latest: FleetShot | null = null;
  let arrived = 0;
  worker.addEventListener("message", ({ data }: MessageEvent<FromFleetWorker>) => {
    if (data.type === "fleet.fault") return onFault(data.message);
    if (data.type === "fleet.grouped") {
      for (const told of groupings) told(data.sequence, data.grouping);
      return;
    }
    latest = data.shot;
    arrived = performance.now();
    for (const told of shots) told(data.shot);
  });
  worker.addEventListener("error", (event) => {
    event.preventDefault();
    onFault(event.message);
  });
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
    connect: (port) => post({ type: "fleet.port", port }, [port]),
    push: (bytes) => post({ type: "fleet.frame", bytes }, [bytes]),
    forget: (indexes) => post({ type: "fleet.forget", indexes }),
    look: (window) => post({ type: "fleet.window", window }),
    stop: () => worker.terminate(),
  };
}
